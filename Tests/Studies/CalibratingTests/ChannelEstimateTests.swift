import Radio
import Testing
import World

@testable import Calibrating

@Suite struct ChannelEstimateTests {
  private let estimate = ChannelEstimate(value: 10, standardError: 1, lower: 8, upper: 13)

  private func expect(
    _ estimate: ChannelEstimate, _ value: Double, _ error: Double?, _ lower: Double?, _ upper: Double?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    func isNear(_ one: Double?, _ other: Double?) -> Bool {
      guard let one, let other else { return one == nil && other == nil }
      return abs(one - other) < 1e-4
    }
    #expect(isNear(estimate.value, value), sourceLocation: sourceLocation)
    #expect(isNear(estimate.standardError, error), sourceLocation: sourceLocation)
    #expect(isNear(estimate.lower, lower), sourceLocation: sourceLocation)
    #expect(isNear(estimate.upper, upper), sourceLocation: sourceLocation)
  }

  /// Changes of ±1 over four parts: √(3/4 × 4) = 1.732, and t(0.975, 3) = 3.18245.
  @Test func `the jackknife of four equal parts has Student's interval of three degrees of freedom`() {
    let error = 3.0.squareRoot()
    expect(
      ChannelEstimate(5, changes: [1, -1, 1, -1]), 5, error, 5 - 3.18245 * error, 5 + 3.18245 * error)
  }

  /// One part of ten has all of the variance: 2 / (1 - 1/10) = 2.222 degrees of freedom by Satterthwaite, of which Student's t is 3.9155 by
  /// integrating its density in Python.
  @Test func `where one part has all of the variance there are few degrees of freedom`() {
    let error = (9.0 / 10 * 4).squareRoot()
    let changes = [2.0] + [Double](repeating: 0, count: 9)
    expect(ChannelEstimate(5, changes: changes), 5, error, 5 - 3.915529 * error, 5 + 3.915529 * error)
  }

  @Test func `fewer than two parts give a number without an interval`() {
    expect(ChannelEstimate(5, changes: [1]), 5, nil, nil, nil)
    expect(ChannelEstimate(5, changes: nil), 5, nil, nil, nil)
    expect(estimate.withoutInterval, 10, nil, nil, nil)
  }

  @Test func `an interval is cut off at a bound, and the number stays`() {
    expect(estimate.atLeast(9), 10, 1, 9, 13)
    expect(estimate.atLeast(20), 10, 1, 20, 20)
    expect(ChannelEstimate(value: 3).atLeast(9), 3, nil, nil, nil)
  }

  @Test func `an interval that takes another in reaches as far as both`() {
    expect(estimate.takingIn(ChannelEstimate(value: 0, standardError: 1, lower: 7, upper: 9)), 10, 1, 7, 13)
    expect(estimate.takingIn(ChannelEstimate(value: 0)), 10, 1, 8, 13)
  }

  /// 2 below and 3 above. A value 1.5 below widens the lower side to √(4 + 2.25) = 2.5, one 4 above the upper one to 5: the whole
  /// is 7.5 in place of 5.
  @Test func `each side of an interval is widened by what lies on it`() {
    expect(estimate.widened(to: [8.5, 14]), 10, 1.5, 7.5, 15)
    expect(estimate.widened(to: [14]), 10, 8 / 5.0 * 7 / 8, 8, 15)
    expect(estimate.widened(to: [10]), 10, 1, 8, 13)
    expect(ChannelEstimate(value: 3).widened(to: [9]), 3, nil, nil, nil)
  }

  /// √(1 + 0.75²) = 1.25.
  @Test func `an independent error adds up in squares`() {
    expect(estimate.widened(adding: 0.75), 10, 1.25, 7.5, 13.75)
    expect(ChannelEstimate(value: 3).widened(adding: 1), 3, nil, nil, nil)
  }

  @Test func `scaling is in proportion, and leaves a zero with its interval`() {
    expect(estimate.scaled(to: 5), 5, 0.5, 4, 6.5)
    expect(ChannelEstimate(value: 0, standardError: 1, lower: -1, upper: 1).scaled(to: 2), 2, 1, -1, 1)
  }

  /// 1/x turns 8…13 into 1/13…1/8.
  @Test func `a falling function turns the interval round`() {
    let width = 1 / 8.0 - 1 / 13.0
    expect(estimate.mapped { 1 / $0 }, 0.1, width / 5, 1 / 13.0, 1 / 8.0)
    expect(ChannelEstimate(value: 4).mapped { $0 * $0 }, 16, nil, nil, nil)
  }
}

@Suite struct HeardFadesTests {
  /// Readings whose residuals have no limit near them, so that nothing is missed.
  private func open() -> HeardFades {
    var readings = ChannelReadings(beacons: ["a"])
    let link = readings.link(recording: 0, beacon: 0)
    readings.heard = (0..<50).map {
      .init(link: link, time: Double($0), place: nil, distance: 1, level: DBm(-50), channel: nil, count: 1)
    }
    return HeardFades(readings.heard.map { _ in 0 }, of: readings, limit: nil, outlier: -80)
  }

  @Test func `where nothing is missed, K is that of the whole variance`() throws {
    let fades = open()
    for k in [1.0, 2, 5, 20] {
      let variance = RicianFading(k: k).variance
      let found = try #require(fades.k(ofVariance: variance, shadowing: 3))
      // Fades below 80 dB are as good as none.
      #expect(abs(found - k) < 0.02 * (k + 1), "\(k): \(found)")
    }
  }

  /// The level of Rayleigh fades has a variance of (10 / ln 10)² π² / 6 = 31.02 dB².
  @Test func `more variance than Rayleigh's is K 0, and next to none is no fading`() {
    let rayleigh = 10 / 2.302585092994046 * (10 / 2.302585092994046) * 1.6449340668482264
    #expect(abs(RicianFading(k: 0).variance - rayleigh) < 0.1)
    #expect(open().k(ofVariance: 1.1 * rayleigh, shadowing: 3) == 0)
    #expect(open().k(ofVariance: 0.0001, shadowing: 3) == nil)
  }

  @Test func `where nothing is missed, noise and shadows are what they were`() {
    #expect(abs(open().noise(ofVariance: 9, shadowing: 3) - 9) < 0.05)
    let shadows = open().shadowing(ofVariance: 16, besides: FadesAbove(noiseVariance: 4))
    #expect(abs(shadows - 4) < 0.02)
    #expect(open().noise(ofVariance: 0.005, shadowing: 3) == 0.005)
  }

  @Test func `without readings there is no estimate`() {
    let none = HeardFades([], of: ChannelReadings(), limit: nil, outlier: -80)
    #expect(none.k(ofVariance: 9, shadowing: 1) == nil)
    #expect(none.noise(ofVariance: 9, shadowing: 1) == 9)
    #expect(none.shadowing(ofVariance: 9, besides: FadesAbove(noiseVariance: 4)) == 3)
  }

  /// Where the law lies at the limit, half of normal noise of 3 dB is heard: its mean is 3 sqrt(2/pi) = 2.394 dB above the law, and
  /// its variance 9 (1 - 2/pi) = 3.270 dB². Shadows of the same size that two readings share are found the same way.
  @Test func `of half a normal law the variance of the whole is found`() {
    var readings = ChannelReadings(beacons: ["a"])
    let link = readings.link(recording: 0, beacon: 0)
    readings.heard = [
      .init(link: link, time: 0, place: nil, distance: 1, level: DBm(-50), channel: nil, count: 1)
    ]
    let fades = HeardFades([2.3937], of: readings, limit: -52.3937, outlier: -80)
    #expect(abs(fades.noise(ofVariance: 3.2704, shadowing: 0) - 9) < 0.1)
    let open = HeardFades([0], of: readings, limit: nil, outlier: -80)
    #expect(abs(open.noise(ofVariance: 3.2704, shadowing: 0) - 3.2704) < 0.02)
    #expect(fades.noise(ofVariance: 3.2704, shadowing: 0) > open.noise(ofVariance: 3.2704, shadowing: 0))
  }
}
