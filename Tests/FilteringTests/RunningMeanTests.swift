import Filtering
import TestSupport
import Testing
import World

@Suite struct RunningMeanTests {
  struct Example: Decodable {
    let ticks: Int
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `gives the outputs of the exact vectors`() throws {
    let columns = try SharedData.vectors("running_mean_time_window", as: [Columns].self)
    let examples = try SharedData.vectors("running_mean_time_window", as: [Example].self)
    #expect(examples.map(\.ticks) == [1, 3, 5])
    for (example, column) in zip(examples, columns) {
      var filter = RunningMean(seconds: Double(example.ticks))
      var levels = column.readings
      filter.smooth(&levels, at: column.times)
      #expect(column.difference(from: levels) < 1e-12)
    }
  }

  @Test func `forgets a beacon that has fallen silent, and nothing sooner`() {
    var filter = RunningMean(seconds: 10)
    var levels: [DBm?] = [-60, nil, nil]
    filter.smooth(&levels, at: [1, 10, 11])
    #expect(levels == [-60, -60, nil])
  }

  @Test func `keeps to its window over a long recording`() {
    var filter = RunningMean(seconds: 4)
    for second in 1...1000 {
      let expected = (max(second - 3, 1)...second).reduce(0) { $0 + Double($1) } / Double(min(second, 4))
      let output = filter.smooth(DBm(Double(second)), at: Double(second))
      #expect(output == DBm(expected))
    }
  }
}
