import Documents
import Phone
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
      #expect(column.difference(of: RunningMean(seconds: Double(example.ticks))) < 1e-12)
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

  // With windows of 0.1 s a window of 0.3 s holds three readings, wherever it lies. Times as a phone gives them, and as
  // a multiplication does.
  @Test(arguments: [{ Double($0) / 10 }, { Double($0) * 0.1 }] as [@Sendable (Int) -> Double])
  func `a window holds as many readings at any time`(time: @Sendable (Int) -> Double) {
    var mean = RunningMean(seconds: 0.3)
    var average = MovingAverageFilter(.init { $0.window = .seconds(0.3) })
    for reading in 1...400 {
      let level = DBm(Double(reading))
      let expected = reading > 2 ? DBm(Double(reading - 1)) : DBm(Double(reading + 1) / 2)
      #expect(mean.smooth(level, at: time(reading)) == expected)
      #expect(average.smooth(level, at: time(reading)) == expected)
    }
    #expect(mean.delay(every: 0.1) == 0.1 && average.delay(every: 0.1) == 0.1)
  }

  // 4 s are twelve thirds of a second, each rounded to a microsecond, as in the recorded drive.
  @Test func `a window of thirds of a second holds twelve`() {
    var mean = RunningMean(seconds: 4)
    for reading in 1...1057 {
      let output = mean.smooth(DBm(Double(reading)), at: (Double(reading) / 3).microseconds.seconds)
      if reading >= 12 { #expect(output == DBm(Double(reading) - 5.5)) }
    }
    #expect(abs(mean.delay(every: 1.0 / 3) - 11.0 / 6) < 1e-12)
  }
}
