/// How the errors of pipeline B differ from those of A, the baseline, at the moments both were measured.
///
/// The errors of one lap are correlated, so the interval is that of ``LapMean``, and each lap's mean difference is one
/// observation for both tests. The conclusion follows from the interval alone: a tiny difference can be as
/// certain as a large one, and only the interval says how large.
///
/// All figures of ``mean`` are figures of the comparison too.
@dynamicMemberLookup
public struct PairedComparison: Hashable, Sendable {
  /// The pairs, and what has no partner.
  public let errors: PairedErrors
  /// Laps with at least one pair.
  public let laps: Int
  /// The mean of the paired errors of A, in metres.
  public let a: Double
  /// The same of B.
  public let b: Double
  /// The mean of the differences in metres, positive when B is worse.
  public let difference: Double
  /// The three of them, judged.
  public let mean: ComparedFigure
  /// The sign test of the laps' mean differences.
  public let signTest: SignTest
  /// The signed-rank test of the laps' mean differences.
  public let signedRankTest: SignedRankTest

  /// Nil when no moment has a measured error on both sides.
  public init?(_ errors: PairedErrors, tolerance: ComparisonTolerance = ComparisonTolerance()) {
    guard !errors.pairs.isEmpty else { return nil }
    let count = Double(errors.pairs.count)
    let totals = errors.lapTotals
    let means = totals.map { $0[0] / $0[1] }
    self.errors = errors
    laps = totals.count
    a = errors.pairs.reduce(0) { $0 + $1.a } / count
    b = errors.pairs.reduce(0) { $0 + $1.b } / count
    difference = errors.pairs.reduce(0) { $0 + $1.difference } / count
    mean = ComparedFigure(
      .mean, a: a, b: b, difference: difference, interval: LapMean(ofTotals: totals)?.interval,
      laps: totals.count, tolerance: tolerance)
    // Lap means that are nearer to 0, or to each other, count as equal in both tests.
    let resolution = Conclusion.roundOff * max(a, b, 1)
    signTest = SignTest(means, resolution: resolution)
    signedRankTest = SignedRankTest(means, resolution: resolution)
  }

  public subscript<Value>(dynamicMember member: KeyPath<ComparedFigure, Value>) -> Value {
    mean[keyPath: member]
  }
}

/// Corrects p values for multiple comparisons, so that the chance of one or more false alarms among them is at most the
/// level of a single test.
///
/// Source: Holm 1979, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6,
/// 65-70, in the form of adjusted p values: the smallest is multiplied by their number, the next by one less, and so
/// on; none is below the one before it or above 1.
public enum HolmCorrection {
  /// - Parameter p: between 0 and 1.
  /// - Returns: One for each, in their order.
  public static func adjusted(_ p: [Double]) -> [Double] {
    var adjusted = p
    var largest = 0.0
    for (place, index) in p.indices.sorted(by: { (p[$0], $0) < (p[$1], $1) }).enumerated() {
      largest = max(largest, min(Double(p.count - place) * p[index], 1))
      adjusted[index] = largest
    }
    return adjusted
  }
}
