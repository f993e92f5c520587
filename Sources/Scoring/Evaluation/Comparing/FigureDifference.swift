import NumericalMethods

/// By how much a figure of B exceeds that of A, over the same laps.
///
/// The difference of two means has the standard error of ``LapMean``. That of other statistics is their standard deviation over
/// resamples of the laps, both sides of a lap together (Davison and Hinkley 1997, "Bootstrap methods and their application",
/// sections 2.2 and 3.8). The interval is Student's t with one degree of freedom fewer than there are laps.
package struct FigureDifference: IntervalEstimate, Hashable, Sendable {
  /// B less A, in the unit of the figure.
  package let value: Double
  /// Laps in which either side has a value.
  package let laps: Int
  /// Over laps; nil where either side has values in fewer than ``leastLaps`` laps, unless all laps have some.
  package let standardError: Double?

  /// A figure that few laps add to has a standard error that is often far too small.
  static let leastLaps = 5
  private static let resamples = 1000

  /// Nil where either side has no value.
  package init?(from a: LapFigure, to b: LapFigure) {
    guard a.laps.count == b.laps.count, let before = a.value, let after = b.value else { return nil }
    value = after - before
    laps = zip(a.totals, b.totals).count { $0[1] > 0 || $1[1] > 0 }
    let least = min(a.heardLaps, b.heardLaps)
    guard least >= 2, least >= min(Self.leastLaps, a.laps.count) else {
      standardError = nil
      return
    }
    standardError =
      a.statistic == .mean
      ? LapMean(fromTotals: a.totals, to: b.totals)?.standardError : Self.resampledError(from: a, to: b)
  }

  private static func resampledError(from a: LapFigure, to b: LapFigure) -> Double? {
    let count = a.laps.count
    var random = RandomStream(Seed(1).derived("compare").derived(a.name.figure))
    let resamples = LapResamples(of: count, count: resamples, using: &random)
    let (before, after) = (LapStatistic(a), LapStatistic(b))
    let differences = (0..<Self.resamples).compactMap { index -> Double? in
      let times = resamples.times(in: index)
      guard let a = before.value(times: times), let b = after.value(times: times) else { return nil }
      return b - a
    }
    // n resampled laps spread less than n new ones.
    let more = (Double(count) / Double(count - 1)).squareRoot()
    return ErrorStatistics(of: differences, spread: .sample)?.standardDeviation.map { $0 * more }
  }

  /// Nil without a standard error.
  package var interval: ConfidenceInterval? {
    standardError.map { ConfidenceInterval(about: value, error: $0, degrees: Double(laps - 1)) }
  }

  /// Whether both sides are equal in every lap.
  package var isNone: Bool { standardError == 0 && value.magnitude < 1e-12 }

  /// Whether the sides differ by the same in every lap, as what is computed and not drawn does.
  package var isConstant: Bool { standardError == 0 && !isNone }
}
