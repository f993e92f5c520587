import Documents
import Phone
import Testing
import World

@Suite struct ExponentialFilterTests {
  /// With τ = 1 s / ln 2 the weight of the past halves every second: 1/2 after 1 s, 3/4 of the way after 2 s.
  static let halving = ExponentialFilter.Settings { $0.timeConstant = 1.4426950408889634 }

  @Test func `weighs a reading by the time since the last one`() throws {
    var filter = ExponentialFilter(Self.halving)
    var levels: [DBm?] = [-60, -70, nil, -85, -69]
    filter.smooth(&levels, at: [1, 2, 3, 4, 4])
    // -65, then three quarters of the way to -85, and nothing of a reading at the same time.
    for (level, expected) in zip(levels, [-60.0, -65, -65, -80, -80]) {
      #expect(abs(try #require(level).value - expected) < 1e-12)
    }
  }
}
