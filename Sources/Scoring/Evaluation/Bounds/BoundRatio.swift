/// The ratio of the root mean square of one method's errors to a bound.
public struct BoundRatio: Hashable, Sendable {
  /// Metres; nil when nothing was measured.
  public let rootMeanSquare: Double?
  /// The 95 % interval over laps, see ``LapJackknife``; nil with fewer than two laps.
  public let interval: ConfidenceInterval?
  /// Metres, above 0; nil where the errors have no bound.
  public let bound: Double?

  /// - Parameters:
  ///   - errors: the measured errors.
  ///   - bound: metres; nil, or 0, where there is none.
  public init(of errors: ErrorsByLap, to bound: Double?) {
    let squares = errors.values.reduce(0) { $0 + $1 * $1 }
    rootMeanSquare = errors.values.isEmpty ? nil : (squares / Double(errors.values.count)).squareRoot()
    let jackknife = LapJackknife(errors)
    // Errors of 0 have no logarithm, and no spread.
    interval =
      jackknife != nil && squares == 0
      ? ConfidenceInterval(lower: 0, upper: 0) : jackknife?.rootMeanSquare?.interval
    self.bound = bound.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The ratio, below 1 only by chance; nil where one of the two is missing.
  public var value: Double? { bound.flatMap { bound in rootMeanSquare.map { $0 / bound } } }

  /// The 95 % interval of the ratio.
  public var ratioInterval: ConfidenceInterval? {
    bound.flatMap { bound in
      interval.map { ConfidenceInterval(lower: $0.lower / bound, upper: $0.upper / bound) }
    }
  }

  /// Whether the whole interval lies below 1: no method can achieve that, and the variation between laps does not
  /// explain it.
  public var isBelow: Bool { (ratioInterval?.upper ?? 1) < 1 }
}
