import Testing

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
