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
  /// What has been drawn, by the number of laps.
  private var drawn: [Int: LapResamples] = [:]

  /// - Precondition: at least 40 resamples, so that 2.5 % of them is one.
  public init(seed: Seed, resamples: Int = 10_000) {
    precondition(resamples >= 40, "resamples must be at least 40, was \(resamples)")
    self.seed = seed
    self.resamples = resamples
  }

  /// The interval of the mean error.
  ///
  /// Nil with fewer than two laps, or no error at all. A resample in which no lap has an error is left out.
  public mutating func intervalOfMean(of errors: ErrorsByLap) -> BootstrapInterval? {
    guard let draws = draws(for: errors) else { return nil }
    let totals = draws.totals(
      of: errors.laps.indices.map { lap in
        SIMD2(errors[lap].reduce(0, +), Double(errors[lap].count))
      })
    return interval(of: totals.compactMap { $0[1] > 0 ? $0[0] / $0[1] : nil })
  }

  /// The interval of a quantile of the errors, as ``Quantiles`` defines it.
  ///
  /// Nil with fewer than two laps, or no error at all. A resample in which no lap has an error is left out.
  ///
  /// - Parameter fraction: Between 0 and 1.
  public mutating func intervalOfQuantile(_ fraction: Double, of errors: ErrorsByLap) -> BootstrapInterval? {
    precondition(0...1 ~= fraction, "fraction must be between 0 and 1, was \(fraction)")
    guard let draws = draws(for: errors) else { return nil }
    let sorted = WeightedOrder(errors, fromLargest: fraction >= 0.5)
    return interval(
      of: (0..<resamples).compactMap { sorted.quantile(fraction, timesOfLap: draws.times(in: $0)) })
  }

  private mutating func draws(for errors: ErrorsByLap) -> LapResamples? {
    guard errors.laps.count >= 2, !errors.values.isEmpty else { return nil }
    if let known = drawn[errors.laps.count] { return known }
    let fresh = LapResamples(of: errors.laps.count, count: resamples, using: RandomStream(seed))
    drawn[errors.laps.count] = fresh
    return fresh
  }

  private func interval(of results: [Double]) -> BootstrapInterval? {
    Quantiles.of(results, at: [0.025, 0.975]).map { BootstrapInterval(lower: $0[0], upper: $0[1]) }
  }
}
