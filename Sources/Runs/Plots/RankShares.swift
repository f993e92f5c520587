import Evaluation
import NumericalMethods
package import Rendering
import Results

extension PlotKind {
  /// `plot --kind ranks`.
  package static let ranks = PlotKind(
    "ranks", "Ranks", .column, showsErrors: true,
    about: "In which share of resamples of the laps each pipeline has each rank by mean error.")
}

/// The ranks of pipelines by their mean errors, among resamples of the laps.
package struct RankShares: Hashable, Sendable {
  package static let resamples = 1000

  /// In the order of their mean errors over all laps.
  package let names: [String]
  /// By pipeline, then by rank: the share of resamples. Pipelines with equal means have equal shares of their ranks.
  package let shares: [[Double]]

  /// - Throws: with fewer than two pipelines that have errors, or fewer than two laps.
  package init(_ results: PlottedResults) throws {
    let laps = Set(results.pipelines.flatMap { $0.rows.map(\.lap) }).sorted()
    let measured = results.pipelines.filter { !$0.measured.isEmpty }
    guard measured.count > 1, laps.count > 1 else {
      throw PlotProblem(
        "--kind ranks requires two pipelines with errors and two laps; \(results.label) has \(measured.count) and \(laps.count)"
      )
    }
    let places = Dictionary(uniqueKeysWithValues: laps.enumerated().map { ($1, $0) })
    let totals = measured.map { pipeline in
      var totals = [SIMD2<Double>](repeating: .zero, count: laps.count)
      for row in pipeline.rows {
        if let metres = row.metres, let lap = places[row.lap] { totals[lap] += SIMD2(metres, 1) }
      }
      return totals
    }
    func means(_ times: [Double]) -> [Double] {
      totals.map { totals in
        let sum = zip(totals, times).reduce(SIMD2<Double>.zero) { $0 + $1.0 * $1.1 }
        return sum[1] > 0 ? sum[0] / sum[1] : .infinity
      }
    }
    let overall = means([Double](repeating: 1, count: laps.count))
    let whole = overall.indices.sorted { (overall[$0], $0) < (overall[$1], $1) }
    var random = RandomStream(Seed(0).derived("ranks of pipelines"))
    let drawn = LapResamples(of: laps.count, count: Self.resamples, using: &random)
    var counts = [[Double]](repeating: [Double](repeating: 0, count: measured.count), count: measured.count)
    for resample in 0..<Self.resamples {
      let resampled = means(drawn.times(in: resample).map { Double($0) })
      for (pipeline, mean) in resampled.enumerated() {
        let (first, equal) = (resampled.count { $0 < mean }, resampled.count { $0 == mean })
        for rank in first..<first + equal { counts[pipeline][rank] += 1 / Double(equal) }
      }
    }
    names = whole.map { measured[$0].name }
    shares = whole.map { counts[$0].map { $0 / Double(Self.resamples) } }
  }
}
