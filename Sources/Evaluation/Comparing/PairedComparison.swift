/// How the errors of pipeline B differ from those of A, the baseline, at the moments both were measured.
///
/// The errors of one lap hang together, so laps are what the interval draws anew, and each lap's mean difference
/// is one observation for both tests. The verdict follows from the interval alone: a tiny difference can be as
/// certain as a large one, and only the interval says how large.
public struct PairedComparison: Hashable, Sendable {
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The whole interval lies above the tolerance.
    case worse
    /// The whole interval lies below minus the tolerance.
    case better
    /// The whole interval lies within the tolerance, ends included.
    case alike
    /// None of these, or there is no interval.
    case undecided
  }

  public let errors: PairedErrors
  /// Laps with at least one pair.
  public let laps: Int
  /// The means of the paired errors, in metres.
  public let meanA: Double
  public let meanB: Double
  /// The mean of the differences in metres: positive when B is worse.
  public let difference: Double
  /// The 95 % interval of the mean difference over laps; nil with fewer than two laps.
  public let interval: BootstrapInterval?
  /// Of the mean differences of laps.
  public let signTest: SignTest
  /// Of the mean differences of laps.
  public let signedRankTest: SignedRankTest
  /// Metres.
  public let tolerance: Double
  public let verdict: Verdict

  /// Nil when not a single error was measured on both sides.
  public init?(
    _ errors: PairedErrors, tolerance: ComparisonTolerance = ComparisonTolerance(),
    bootstrap: inout Bootstrap
  ) {
    guard !errors.pairs.isEmpty else { return nil }
    let count = Double(errors.pairs.count)
    let totals = errors.lapTotals
    let means = totals.map { $0[0] / $0[1] }
    self.errors = errors
    laps = totals.count
    meanA = errors.pairs.reduce(0) { $0 + $1.a } / count
    meanB = errors.pairs.reduce(0) { $0 + $1.b } / count
    difference = errors.pairs.reduce(0) { $0 + $1.difference } / count
    interval = bootstrap.intervalOfMean(ofLapTotals: totals)
    signTest = SignTest(means)
    signedRankTest = SignedRankTest(means)
    self.tolerance = tolerance.metres(forBaselineMean: meanA)
    verdict = Verdict(interval, tolerance: self.tolerance)
  }
}

extension PairedComparison.Verdict {
  /// - Parameter interval: of a difference that is above 0 where B is worse.
  init(_ interval: BootstrapInterval?, tolerance: Double) {
    self =
      switch interval {
      case let interval? where interval.lower > tolerance: .worse
      case let interval? where interval.upper < -tolerance: .better
      case let interval? where interval.lower >= -tolerance && interval.upper <= tolerance: .alike
      default: .undecided
      }
  }
}
