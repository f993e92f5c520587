public import NumericalMethods

/// How sure a score is, found by drawing its laps anew many times.
///
/// The errors of one lap hang together (one shadow, one hand, one speed), so whole laps are drawn: as many as
/// there are, with replacement, each equally likely. The errors of the drawn laps are pooled, never averaged lap
/// by lap. With few laps the interval is narrower than Student's: by 4 % at 40 laps, 18 % at 10, 47 % at 4.
///
/// Scores over equally many laps are resampled alike, in whatever order they are asked for.
///
/// Source: Efron 1979, "Bootstrap methods: another look at the jackknife", doi:10.1214/aos/1176344552; for the
/// percentile interval and the drawing of whole groups Davison and Hinkley 1997, "Bootstrap methods and their
/// application", sections 5.3 and 3.8.
public struct Bootstrap: Sendable {
  public let seed: Seed
  public let resamples: Int
  /// Draws over so many laps as need more than this, at a byte for each lap and resample, are not kept for the
  /// next score. Results do not depend on it.
  public let keptBytes: Int
  /// What has been drawn, by the number of laps.
  private var drawn: [Int: LapResamples] = [:]

  /// - Precondition: at least 40 resamples, so that 2.5 % of them is one.
  public init(seed: Seed, resamples: Int = 10_000, keptBytes: Int = 1 << 25) {
    precondition(resamples >= 40, "resamples must be at least 40, was \(resamples)")
    self.seed = seed
    self.resamples = resamples
    self.keptBytes = keptBytes
  }

  /// The interval of the mean error.
  ///
  /// Nil with fewer than two laps, or no error at all. A resample in which no lap has an error is left out.
  public mutating func intervalOfMean(of errors: ErrorsByLap) -> BootstrapInterval? {
    intervalOfMean(
      ofLapTotals: errors.laps.indices.map { SIMD2(errors[$0].reduce(0, +), Double(errors[$0].count)) })
  }

  /// The same for any values of which each lap's sum, and how many it sums, are known.
  mutating func intervalOfMean(ofLapTotals totals: [SIMD2<Double>]) -> BootstrapInterval? {
    guard totals.contains(where: { $0[1] > 0 }) else { return nil }
    return interval(ofLaps: totals.count) { draws in
      draws.totals(of: totals).compactMap { $0[1] > 0 ? $0[0] / $0[1] : nil }
    }
  }

  /// The interval of a quantile of the errors, as ``Quantiles`` defines it.
  ///
  /// Nil with fewer than two laps, or no error at all. A resample in which no lap has an error is left out.
  ///
  /// - Parameter fraction: Between 0 and 1.
  public mutating func intervalOfQuantile(_ fraction: Double, of errors: ErrorsByLap) -> BootstrapInterval? {
    precondition(0...1 ~= fraction, "fraction must be between 0 and 1, was \(fraction)")
    guard !errors.values.isEmpty else { return nil }
    let sorted = WeightedOrder(errors, fromLargest: fraction >= 0.5)
    return interval(ofLaps: errors.laps.count) { draws in
      (0..<draws.count).compactMap { sorted.quantile(fraction, timesOfLap: draws.times(in: $0)) }
    }
  }

  /// Draws that are not kept are made in pieces that stay in a processor's nearest cache but one.
  private static let cachedBytes = 1 << 17

  /// - Parameter score: What each of some resamples comes to; those without errors left out.
  mutating func interval(ofLaps laps: Int, _ score: (LapResamples) -> [Double]) -> BootstrapInterval? {
    guard laps >= 2 else { return nil }
    if keptBytes / laps >= resamples { return interval(of: score(kept(of: laps))) }
    let atOnce = max(min(keptBytes, Self.cachedBytes) / laps, 1)
    var random = RandomStream(seed)
    var results: [Double] = []
    for first in stride(from: 0, to: resamples, by: atOnce) {
      let count = min(atOnce, resamples - first)
      results += score(LapResamples(of: laps, count: count, using: &random))
    }
    return interval(of: results)
  }

  private mutating func kept(of laps: Int) -> LapResamples {
    if let known = drawn[laps] { return known }
    var random = RandomStream(seed)
    let fresh = LapResamples(of: laps, count: resamples, using: &random)
    drawn[laps] = fresh
    return fresh
  }

  private func interval(of results: [Double]) -> BootstrapInterval? {
    Quantiles.of(results, at: [0.025, 0.975]).map { BootstrapInterval(lower: $0[0], upper: $0[1]) }
  }
}
