/// The offset between two clocks, found by what was observed along a walk.
///
/// First every offset of the range is judged by how much of the observations the shifted path explains, as the logarithm of a likelihood
/// ratio: `n/2 log(S₀/S₁)`, S₀ being the sum of squares without the path and S₁ with it, over those n observations at whose time the
/// shifted truth is known. Around the best, S₁ is made least over one fixed set of observations. The interval comes from
/// the scores `residual × slope`, summed over blocks of time that are left out one after another: residuals within a block may be correlated, as
/// shadowing makes them, and so may those of all beacons. With K blocks, scores sₖ and information Iₖ, the deviation without block k is
/// `sₖ / (I - Iₖ)` to first order; the half width is the 97.5 % quantile of Student's t with K - 1 degrees of freedom times the root of `(K-1)/K Σ
/// (sₖ / (I - Iₖ))²`, and no narrower than for uncorrelated residuals.
///
/// Source: Efron and Stein 1981, "The jackknife estimate of variance", doi:10.1214/aos/1176345462, of blocks as in Künsch 1989,
/// doi:10.1214/aos/1176347265, linearised as in Cameron and Miller 2015, doi:10.3368/jhr.50.2.317. The search is ours.
public struct ClockOffset: Hashable, Sendable {
  /// Added to the times of the truth.
  public let seconds: Double
  /// With 95 % confidence.
  public let interval: ConfidenceInterval
  /// The number of observations behind it.
  public let count: Int

  /// Why there is no offset.
  public enum Absence: Error, Hashable, Sendable {
    case tooFew(Int)
    /// The best one is at the end of those that can be judged.
    case atEdge(Double)
    /// The walker stands, or the observations do not depend on the place.
    case unmoved
    case tooWide(Double)
    /// Two offsets explain the observations about equally well.
    case alike(Double, Double)
  }

  /// Seconds that are searched on either side of 0.
  public static let range = 30.0
  /// The widest interval that is an answer, in seconds.
  public static let widest = 4.0
  static let step = 0.2
  static let fineStep = 0.05
  static let fewest = 20
  /// Seconds of a block: at walking pace a few times the distance over which shadowing is correlated.
  static let block = 6.0
  static let blocks = 5...30
  /// By how much the logarithm of the likelihood ratio, corrected for correlation, must exceed that of another offset.
  static let advantage = 3.0

  /// - Parameter evidence: levels along a walk.
  public init(_ evidence: LevelEvidence) throws(Absence) { try self.init(of: evidence) }

  /// - Parameter evidence: fixes along walks.
  public init(_ evidence: FixEvidence) throws(Absence) { try self.init(of: evidence) }

  private init(of evidence: some OffsetEvidence) throws(Absence) {
    let curve = try OffsetCurve(of: evidence)
    let (best, chosen) = try curve.refined(evidence)
    let slopes = evidence.slopes(chosen, at: best)
    let jackknife = OffsetJackknife(slopes, evidence, chosen)
    guard let half = jackknife.halfWidth else { throw .unmoved }
    guard 2 * half <= Self.widest else { throw .tooWide(2 * half) }
    try curve.check(best, apart: max(2 * half, 2), inflation: jackknife.inflation, evidence)
    seconds = best
    interval = ConfidenceInterval(lower: best - half, upper: best + half)
    count = chosen.count
  }
}

extension ClockOffset {
  private init(seconds: Double, interval: ConfidenceInterval, count: Int) {
    (self.seconds, self.interval, self.count) = (seconds, interval, count)
  }

  /// The offset of a truth to which other seconds had been added before.
  public func adding(_ others: Double) -> ClockOffset {
    ClockOffset(
      seconds: seconds + others,
      interval: ConfidenceInterval(lower: interval.lower + others, upper: interval.upper + others),
      count: count)
  }

  /// What a reader of scores of a recording must know.
  public var note: String {
    "clock offset \(self), added to the times of the ground truth: it fits \(count) levels best"
  }

  /// What a reader of scores of fixes must know.
  public var noteOnFixes: String {
    "clock offset \(self), added to the times of the ground truth: it fits \(count) fixes best, and contains the time by which the methods trail the walker"
  }
}

extension ClockOffset: CustomStringConvertible {
  /// Such as `1.20 s [0.80, 1.60]`.
  public var description: String {
    let numbers = [seconds, interval.lower, interval.upper].map(\.hundredths)
    return "\(numbers[0]) s [\(numbers[1]), \(numbers[2])]"
  }
}

extension ClockOffset.Absence: CustomStringConvertible {
  /// As the end of "expected …, found …".
  public var description: String {
    switch self {
    case .tooFew(let count):
      "\(count) observations while the shifted ground truth is known, fewer than \(ClockOffset.fewest)"
    case .atEdge(let offset):
      "that \(offset.hundredths) s fits best, which is at the end of what the two recordings have in common or of \(Int(ClockOffset.range)) s"
    case .unmoved: "observations that do not depend on the time along the path, as of a walker who stands"
    case .tooWide(let width):
      "a 95 % interval of \(min(width, 9999).hundredths) s, wider than \(Int(ClockOffset.widest)) s"
    case .alike(let best, let other):
      "that \(best.hundredths) s and \(other.hundredths) s fit about equally well"
    }
  }
}

extension Double {
  /// In a sentence: `14.46`, `-1.80`.
  package var hundredths: String {
    let all = Int((abs(self) * 100).rounded())
    let cents = all % 100
    return (self < 0 && all > 0 ? "-" : "") + "\(all / 100).\(cents < 10 ? "0" : "")\(cents)"
  }
}
