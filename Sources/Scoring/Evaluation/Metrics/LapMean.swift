/// The mean of the values of all laps, or the difference of two such means, with its standard error over laps.
///
/// The values of one lap are correlated (they share shadowing, hand and speed), so the observations are laps and not
/// values. The mean is the sum of the values over their number, both summed over laps. Its standard error is that of a
/// ratio estimator by linearisation, from the difference between each lap's sum and the mean times its number of values.
/// The interval is Student's t with one degree of freedom fewer than there are laps with values.
///
/// Source: Cochran 1977, "Sampling techniques", third edition, sections 6.4 and 6.5.
public struct LapMean: IntervalEstimate, Hashable, Sendable {
  /// Laps with a value.
  public let laps: Int
  /// The mean, in the unit of the laps' values.
  public let value: Double
  /// Nil with fewer than two laps.
  public let standardError: Double?

  /// Of measured errors; nil without any.
  public init?(of errors: ErrorsByLap) { self.init(ofTotals: errors.lapTotals) }

  /// From the sum and number of each lap's values; nil without any value.
  public init?(ofTotals totals: [SIMD2<Double>]) {
    let whole = totals.reduce(.zero, +)
    guard whole[1] > 0 else { return nil }
    let mean = whole[0] / whole[1]
    self.init(mean, residuals: Self.residuals(of: totals.filter { $0[1] > 0 }, about: mean, count: whole[1]))
  }

  /// By how much the second mean exceeds the first, over the same laps.
  ///
  /// Unlike the mean of paired differences, it allows errors due at different moments of a lap, as when the walker was
  /// faster. Nil when the laps differ, or either side has no error.
  public init?(from first: ErrorsByLap, to second: ErrorsByLap) {
    self.init(fromTotals: first.lapTotals, to: second.lapTotals)
  }

  /// The same from the sum and number of each lap's values.
  public init?(fromTotals before: [SIMD2<Double>], to after: [SIMD2<Double>]) {
    let (wholeBefore, wholeAfter) = (before.reduce(.zero, +), after.reduce(.zero, +))
    guard before.count == after.count, wholeBefore[1] > 0, wholeAfter[1] > 0 else { return nil }
    let (mean, other) = (wholeBefore[0] / wholeBefore[1], wholeAfter[0] / wholeAfter[1])
    let residuals = zip(
      Self.residuals(of: before, about: mean, count: wholeBefore[1]),
      Self.residuals(of: after, about: other, count: wholeAfter[1]))
    let isHeard = zip(before, after).map { $0[1] > 0 || $1[1] > 0 }
    self.init(other - mean, residuals: zip(residuals, isHeard).compactMap { $1 ? $0.1 - $0.0 : nil })
  }

  /// - Parameter residuals: the influence of each lap on the figure.
  private init(_ value: Double, residuals: [Double]) {
    laps = residuals.count
    self.value = value
    let squares = residuals.reduce(0) { $0 + $1 * $1 }
    standardError = laps < 2 ? nil : (squares * Double(laps) / Double(laps - 1)).squareRoot()
  }

  private static func residuals(of totals: [SIMD2<Double>], about mean: Double, count: Double) -> [Double] {
    totals.map { ($0[0] - mean * $0[1]) / count }
  }

  /// Nil with fewer than two laps.
  public var interval: ConfidenceInterval? {
    standardError.map { ConfidenceInterval(about: value, error: $0, degrees: Double(laps - 1)) }
  }
}

extension ErrorsByLap {
  /// For each lap the sum of its errors in metres and their number.
  package var lapTotals: [SIMD2<Double>] {
    laps.indices.map { SIMD2(self[$0].reduce(0, +), Double(self[$0].count)) }
  }
}
