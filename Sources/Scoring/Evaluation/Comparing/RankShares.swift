import NumericalMethods

/// The ranks of pipelines by their mean errors, among resamples of the laps.
package struct RankShares: Hashable, Sendable {
  package static let resamples = 1000

  /// In the order of their mean errors over all laps.
  package let names: [String]
  /// By pipeline, then by rank: the share of resamples. Pipelines with equal means have equal shares of their ranks.
  package let shares: [[Double]]

  /// - Parameter totals: by pipeline, then by lap: the sum of the errors in metres, and their number.
  package init(of names: [String], totals: [[SIMD2<Double>]]) {
    let laps = totals.first?.count ?? 0
    func means(_ times: [Double]) -> [Double] {
      totals.map { totals in
        let sum = zip(totals, times).reduce(SIMD2<Double>.zero) { $0 + $1.0 * $1.1 }
        return sum[1] > 0 ? sum[0] / sum[1] : .infinity
      }
    }
    let overall = means([Double](repeating: 1, count: laps))
    let whole = overall.indices.sorted { (overall[$0], $0) < (overall[$1], $1) }
    var random = RandomStream(Seed(0).derived("ranks of pipelines"))
    let drawn = LapResamples(of: laps, count: Self.resamples, using: &random)
    var counts = [[Double]](repeating: [Double](repeating: 0, count: names.count), count: names.count)
    for resample in 0..<Self.resamples {
      let resampled = means(drawn.times(in: resample).map { Double($0) })
      for (pipeline, mean) in resampled.enumerated() {
        let (first, equal) = (resampled.count { $0 < mean }, resampled.count { $0 == mean })
        for rank in first..<first + equal { counts[pipeline][rank] += 1 / Double(equal) }
      }
    }
    self.names = whole.map { names[$0] }
    shares = whole.map { counts[$0].map { $0 / Double(Self.resamples) } }
  }
}
