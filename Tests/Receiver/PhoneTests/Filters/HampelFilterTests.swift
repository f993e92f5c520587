import Documents
import Phone
import Testing
import World

@Suite struct HampelFilterTests {
  /// The fifth window has the median -70 and the deviations 0, 1, 1, 0 and 20, whose median is 1: 20 is above 4.4478. The
  /// sixth has the median -70 and the deviations 1, 1, 0, 20 and 2.
  @Test func `replaces an outlier by the median, and nothing else`() {
    var filter = HampelFilter(.init { $0.window = 5 })
    var levels: [DBm?] = [-70, -71, -69, -70, -50, nil, -72]
    filter.smooth(&levels, at: (1...7).map(Double.init))
    #expect(levels == [-70, -71, -69, -70, -70, -70, -72])
  }

  /// The deviations of -70, -71 and -74 from -71 are 1, 0 and 3, with the median 1. 3 / 1.4826 is 2.0235.
  @Test(arguments: [(2.02, -71.0), (2.03, -74.0)])
  func `counts the threshold in standard deviations`(threshold: Double, expected: Double) {
    var filter = HampelFilter(.init { ($0.window, $0.threshold) = (3, threshold) })
    var levels: [DBm?] = [-70, -71, -74]
    filter.smooth(&levels, at: [1, 2, 3])
    #expect(levels[2] == DBm(expected))
  }

  @Test func `trails a ramp only where the newest reading counts as an outlier`() {
    // On a ramp of seven the deviations are 0, 1, 1, 2, 2, 3, 3, and the newest is 3 from the median.
    #expect(HampelFilter(.init { $0.threshold = 1.02 }).delay(every: 2) == 0)
    #expect(HampelFilter(.init { $0.threshold = 1.01 }).delay(every: 2) == 6)
  }
}
