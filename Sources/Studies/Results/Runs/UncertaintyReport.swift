import Evaluation
package import Laps
package import Rendering

extension StudyResult {
  /// How true what methods state about their own errors is; nothing where none states anything.
  package var uncertaintyReport: [ReportSection] {
    let scores = pipelines.compactMap { pipeline in
      pipeline.metrics.uncertainty.map { (pipeline: pipeline, score: $0) }
    }
    guard !scores.isEmpty else { return [] }
    let present = Set(scores.flatMap { $0.score.estimates.map(\.metric.heading) })
    let figures = UncertaintyScore.columns.filter { present.contains($0.column?.title ?? "") }
    return [
      .table(
        scores,
        [PipelineResult.name].of { $0.pipeline } + figures.of { $0.score },
        notes: [notes(scores.map(\.score))])
    ] + reliability("floor", scores.map { ($0.pipeline, $0.score.floors) })
      + reliability("room", scores.map { ($0.pipeline, $0.score.rooms) })
  }

  private func notes(_ scores: [UncertaintyScore]) -> String {
    let credible = scores.lazy.compactMap(\.credible).first.map {
      "; of \(Counted.text(laps, "lap")) a credible method has \(FixedPoint.text($0.lower, decimals: 2)) to "
        + "\(FixedPoint.text($0.upper, decimals: 2)) in 95 % of studies, or less far from 1"
    }
    return
      "What methods state about their own errors. Inside: truths in the region of that probability. NEES: the squared error in stated "
      + "standard deviations, for each degree of freedom; 1 is right, more is overconfident\(credible ?? ""). Energy score: the smaller the "
      + "better; of a fix without uncertainty it is the error. Stated: the RMSE that the method expects. Brier: from 0, right and certain, to 2."
  }

  /// A row for each tenth of probability; nothing where no method gives probabilities.
  private func reliability(
    _ title: String, _ tables: [(pipeline: PipelineResult, table: ReliabilityTable?)]
  ) -> [ReportSection] {
    let rows = tables.flatMap { pipeline, table in
      (table?.rows ?? []).map { (pipeline: pipeline, row: $0) }
    }
    guard !rows.isEmpty else { return [] }
    return [
      .table(
        ReportTable(
          of: rows,
          [PipelineResult.name].of { $0.pipeline } + [
            .init(nil, "\(title), probability", unit: "%") {
              "\(Int(100 * $0.row.from + 0.5)) to \(Int(100 * $0.row.to + 0.5))"
            }
          ] + ReliabilityTable.Row.figures.of { $0.row }, keys: 2,
          legend: [
            "Reliability: fixes by the probability that their method gives to the \(title) of the fix: its mean, and the share on the "
              + "right \(title)."
          ]))
    ]
  }
}
