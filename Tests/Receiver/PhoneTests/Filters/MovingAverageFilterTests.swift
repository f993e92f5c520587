import Documents
import Phone
import TestSupport
import Testing
import World

@Suite struct MovingAverageFilterTests {
  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `gives the outputs of the exact vectors`() throws {
    for column in try SharedData.vectors("moving_average", as: [Columns].self) {
      #expect(column.difference(of: MovingAverageFilter()) < 1e-12)
    }
  }

  @Test func `over seconds leaves out what is older, and repeats itself in a missed second`() {
    var filter = MovingAverageFilter(.init { $0.window = .seconds(3) })
    var levels: [DBm?] = [-60, -70, nil, -80, nil, -50]
    filter.smooth(&levels, at: [1, 2, 3, 4, 20, 21])
    // At 4 s the window reaches back to just after 1 s: -70 and -80.
    #expect(levels == [-60, -65, -65, -75, -75, -50])
  }

  @Test(arguments: [
    (MovingAverageFilter.Settings.ShortWindow.mean, [-60, -65, -60, -70] as [DBm?]),
    (.latest, [-60, -70, -60, -70]),
    (.none, [nil, nil, -60, -70]),
  ])
  func `does as told before the window is full`(
    short: MovingAverageFilter.Settings.ShortWindow, expected: [DBm?]
  ) {
    for window in [MovingAverageFilter.Settings.Window.readings(3), .seconds(3)] {
      var filter = MovingAverageFilter(.init { ($0.window, $0.shortWindow) = (window, short) })
      let readings: [DBm?] = [-60, -70, -50, -90]
      let outputs = readings.enumerated().map { filter.smooth($1, at: Double($0 + 1)) }
      #expect(outputs == expected)
    }
  }

  @Test func `states half its window`() {
    #expect(MovingAverageFilter().delay(every: 1) == 2)
    #expect(MovingAverageFilter(.init { $0.window = .seconds(5) }).delay(every: 1) == 2)
    #expect(MovingAverageFilter(.init { $0.window = .seconds(4.5) }).delay(every: 1) == 2)
  }
}
