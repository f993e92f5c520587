import Documents
import Evaluation
package import Rendering
import Results

extension SweepResult: StudyOutcome {
  /// How many points a table shows.
  private static let shown = 24

  /// The scores at each point, or at the best ones, or what targets say of them; the importance of the parameters; and the stability of the ranking.
  package var report: [ReportSection] {
    [.paragraph(head)] + (targets.map { report(of: $0) } ?? [.table(values)])
      + (indices.isEmpty
        ? []
        : [
          .table(
            indices, SweepIndex.figures, keys: 2,
            legend: [
              "First order: the share of the variance of the \(sweep.metric.title) over all points that the parameter accounts for "
                + "alone; total: together with the others. Intervals: bootstrap over the rows of the matrices."
            ])
        ])
      + (effects.isEmpty
        ? []
        : [
          .table(
            effects, SweepEffect.figures, keys: 3,
            legend: ["Change of the mean error from the scenario as it is, over the same laps."])
        ])
      + (ranking.map { [.table($0.rows, RankingStability.Row.figures, notes: [note(on: $0)])] } ?? [])
  }

  private var head: String {
    let seeds = Counted.text(sweep.seeds.count, "seed")
    return
      "\(sweep.name): \(Counted.text(points.count, "point")) of \(Counted.text(sweep.parameters.count, "parameter")) "
      + "(\(sweep.design.rawValue)), \(seeds), \(Counted.text(laps, "lap")) each; \(sweep.metric.title)"
      + (sweep.metric.isShare ? "." : sweep.metric.sign.map { " in \($0)." } ?? ".")
  }

  private func note(on ranking: RankingStability) -> String {
    let left =
      ranking.leftOut == 0
      ? "" : " \(Counted.text(ranking.leftOut, "point")) without a value of every pipeline left out."
    let kendall = ranking.concordance.map { FixedPoint.text($0, decimals: 2) } ?? "–"
    return
      "Ranks by \(sweep.metric.title) over \(Counted.text(ranking.points, "point")); Kendall's W \(kendall) (1: the same order at all "
      + "points; 0: no common order).\(left)"
  }

  /// The points that are shown: all in their order, or the best.
  private var chosen: [SweepPoint] {
    guard points.count > Self.shown else { return points }
    let sign = sweep.metric.better == .larger ? -1.0 : 1.0
    let best = points.map { point in
      (ofMetric(at: point).compactMap { $0?.value }.map { $0 * sign }.min() ?? .infinity, point.index)
    }
    return best.sorted { $0 < $1 }.prefix(Self.shown).map { points[$0.1] }
  }

  /// By compared pipeline.
  private func ofMetric(at point: SweepPoint) -> [SweepAverage?] {
    compared.map { name in
      pipelines.firstIndex(of: name).flatMap { pipeline in
        metrics.firstIndex(of: sweep.metric).map { averages[point.index][pipeline][$0] }
      }
    }
  }

  private var values: ReportTable {
    let columns = sweep.parameters.map { swept in
      ReportTable.Column(swept.name, unit: swept.unit, decimals: 3)
    }
    var table = ReportTable(
      columns
        + compared.map {
          .init(
            $0, unit: sweep.metric.signWithInterval, form: sweep.metric.columnForm,
            better: sweep.metric.better)
        }, keys: columns.count)
    for point in chosen {
      table.add(
        point.values.map { value in .text(value?.plain ?? "–") }
          + ofMetric(at: point).map { .interval($0?.value, $0?.interval) })
    }
    var notes =
      points.count > Self.shown
      ? ["The best \(Self.shown) of \(points.count) points; averages.csv has all."] : []
    if sweep.design == .oneAtATime { notes.append("–: as the scenario has it.") }
    if sweep.seeds.count > 1 { notes.append("Mean over seeds; intervals over seeds.") }
    let estimates = chosen.flatMap { ofMetric(at: $0).compactMap(\.self) }
    notes += [IntervalNote.cut(estimates.map(\.interval), of: sweep.metric)].compactMap(\.self)
    if sweep.seeds.count == 1, laps == 1 { notes.append(IntervalNote.none) }
    if case .deviation = sweep.metric.form, sweep.seeds.count == 1,
      estimates.contains(where: { $0.value != nil && $0.interval == nil })
    {
      notes.append(IntervalNote.ofDeviation)
    }
    table.notes = notes
    return table
  }
}

extension SweepStatus {
  package var report: [ReportSection] {
    let head = "\(sweep): \(Counted.number(finished)) of \(Counted.text(blocks, "block")) finished."
    return [.paragraph(head)] + (rows.isEmpty ? [] : [.table(rows, Row.figures)])
  }
}

extension SweepEstimate {
  package var report: [ReportSection] {
    [
      .table(
        [self], Self.figures,
        notes: [
          "Estimated from \(Counted.text(sampledLaps, "lap")) on one thread of this machine. Disk: journals and results."
        ])
    ]
  }
}
