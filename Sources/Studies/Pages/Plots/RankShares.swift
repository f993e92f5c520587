package import Evaluation
package import Rendering

extension PlotKind {
  /// `plot --kind ranks`.
  package static let ranks = PlotKind(
    "ranks", "Ranks", .column, showsErrors: true,
    about: "In which share of resamples of the laps each pipeline has each rank by mean error.")
}

extension PlottedResults {
  /// The ranks of the pipelines that have errors.
  ///
  /// - Throws: with fewer than two pipelines that have errors, or fewer than two laps.
  package func rankShares() throws -> RankShares {
    let laps = Set(pipelines.flatMap { $0.rows.map(\.lap) }).sorted()
    let measured = pipelines.filter { !$0.measured.isEmpty }
    guard measured.count > 1, laps.count > 1 else {
      throw PlotProblem(
        "--kind ranks requires two pipelines with errors and two laps; \(label) has \(measured.count) and \(laps.count)"
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
    return RankShares(of: measured.map(\.name), totals: totals)
  }
}
