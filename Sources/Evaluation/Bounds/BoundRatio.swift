/// How many times a bound the root mean square of one method's errors is.
public struct BoundRatio: Hashable, Sendable {
  /// Metres; nil when nothing was measured.
  public let rootMeanSquare: Double?
  /// Bootstrapped over laps; nil with fewer than two.
  public let interval: BootstrapInterval?
  /// Metres, above 0; nil where the errors have no bound.
  public let bound: Double?

  /// - Parameters:
  ///   - errors: those that were measured.
  ///   - bound: nil, or 0, where there is none.
  public init(of errors: ErrorsByLap, to bound: Double?, bootstrap: inout Bootstrap) {
    let squares = errors.values.reduce(0) { $0 + $1 * $1 }
    rootMeanSquare = errors.values.isEmpty ? nil : (squares / Double(errors.values.count)).squareRoot()
    let totals = errors.laps.indices.map { lap in
      SIMD2(errors[lap].reduce(0) { $0 + $1 * $1 }, Double(errors[lap].count))
    }
    interval = bootstrap.intervalOfMean(ofLapTotals: totals).map {
      BootstrapInterval(lower: $0.lower.squareRoot(), upper: $0.upper.squareRoot())
    }
    self.bound = bound.flatMap { $0 > 0 ? $0 : nil }
  }

  public var value: Double? { bound.flatMap { bound in rootMeanSquare.map { $0 / bound } } }

  /// Of the ratio.
  public var ratioInterval: BootstrapInterval? {
    bound.flatMap { bound in
      interval.map { BootstrapInterval(lower: $0.lower / bound, upper: $0.upper / bound) }
    }
  }

  /// Whether all of the interval lies below 1, which no method can do and no chance of the laps explains.
  public var isBelow: Bool { (ratioInterval?.upper ?? 1) < 1 }
}
