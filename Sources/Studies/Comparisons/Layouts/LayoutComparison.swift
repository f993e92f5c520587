package import Evaluation
package import NumericalMethods

/// The mean error of one pipeline with a chosen layout beside those with random layouts of as many beacons, on the same walks.
///
/// Intervals come from a block bootstrap over stretches of time, the same for all layouts, and over the random layouts where
/// these are not all that there are. Ours; the block bootstrap is that of Künsch 1989, doi:10.1214/aos/1176347265.
package struct LayoutComparison: Hashable, Sendable {
  /// A figure with the central 95 % of its resamples.
  package struct Estimate: Hashable, Sendable {
    package let value: Double
    package let interval: ConfidenceInterval?
  }

  /// The mean error with the chosen layout, in metres.
  package let chosen: Double
  /// The median and the central 95 % of the mean errors with the random layouts.
  package let random: Estimate
  /// The share of the random layouts with a smaller mean error than the chosen one; equal ones count half.
  package let better: Estimate
  /// The mean error with the chosen layout less the mean over the random ones, in metres.
  package let difference: Estimate
  /// The rank correlation of simulated and recorded errors over the random layouts; nil when all are equal on one side.
  package let correlation: Estimate?

  private static let resamples = 400

  /// Sums of errors in metres and their numbers, by walk and stretch of time.
  package typealias Totals = [SIMD2<Int>: SIMD2<Double>]

  /// - Parameters:
  ///   - chosen: with the chosen layout.
  ///   - random: with each random layout.
  ///   - simulated: the error of each random layout by simulation.
  ///   - areAll: whether the random layouts are all that there are.
  /// - Returns: nil where nothing was scored.
  package init?(
    chosen: Totals, random: [Totals], simulated: [Double], areAll: Bool, seed: Seed
  ) {
    let stretches = random.reduce(into: Set(chosen.keys)) { $0.formUnion($1.keys) }
      .sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
    guard !stretches.isEmpty, !random.isEmpty else { return nil }
    // The chosen layout first.
    let totals = ([chosen] + random).map { own in stretches.map { own[$0] ?? .zero } }
    let once = [Double](repeating: 1, count: stretches.count)
    let plain = Figures(totals, times: once, weights: [Double](repeating: 1, count: random.count), simulated)
    var stream = RandomStream(seed)
    let times = LapResamples(of: stretches.count, count: Self.resamples, using: &stream)
    let layouts = LapResamples(of: random.count, count: Self.resamples, using: &stream)
    let drawn = (0..<Self.resamples).compactMap { resample in
      Figures(
        totals, times: times.times(in: resample).map { Double($0) },
        weights: areAll
          ? [Double](repeating: 1, count: random.count) : layouts.times(in: resample).map { Double($0) },
        simulated)
    }
    guard let plain, let middle = Quantiles.of(plain.random, at: [0.025, 0.5, 0.975]) else { return nil }
    func estimate(_ figure: (Figures) -> Double?) -> Estimate? {
      figure(plain).map {
        Estimate(value: $0, interval: ConfidenceInterval(ofMiddle: drawn.compactMap(figure)))
      }
    }
    guard let better = estimate(\.better), let difference = estimate(\.difference) else { return nil }
    self.chosen = plain.chosen
    self.random = Estimate(value: middle[1], interval: ConfidenceInterval(lower: middle[0], upper: middle[2]))
    (self.better, self.difference, correlation) = (better, difference, estimate(\.correlation))
  }

  /// Those of one resample.
  private struct Figures {
    let chosen: Double
    let random: [Double]
    let better: Double
    let difference: Double
    let correlation: Double?

    /// Nil for a resample in which nothing was scored.
    init?(_ totals: [[SIMD2<Double>]], times: [Double], weights: [Double], _ simulated: [Double]) {
      var means: [Double] = []
      for own in totals {
        let sum = zip(own, times).reduce(SIMD2<Double>.zero) { $0 + $1.0 * $1.1 }
        guard sum[1] > 0 else { return nil }
        means.append(sum[0] / sum[1])
      }
      (chosen, random) = (means[0], Array(means.dropFirst()))
      let all = weights.reduce(0, +)
      var (smaller, whole) = (0.0, 0.0)
      for (mean, weight) in zip(random, weights) {
        smaller += weight * (mean < chosen ? 1 : mean == chosen ? 0.5 : 0)
        whole += weight * mean
      }
      (better, difference) = (smaller / all, chosen - whole / all)
      correlation = RankCorrelation.spearman(simulated, random)
    }
  }
}
