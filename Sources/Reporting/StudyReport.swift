import Evaluation
public import Studies
import World

/// A study for people: one row a pipeline, what was published beside it, and what was counted on the way.
public struct StudyReport: Sendable {
  private let result: StudyResult

  public init(_ result: StudyResult) { self.result = result }

  /// The whole report, each line ended.
  public var text: String {
    ([heading, table.description, legend, advertisements] + calibration + notes).filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  private var heading: String {
    "\(result.name): \(result.laps) laps, scored at \(result.rule), error on the plan\n"
  }

  private var hasPublished: Bool { result.pipelines.contains { $0.definition.published != nil } }

  private var table: TextTable {
    var columns = [
      TextTable.Column("pipeline"), TextTable.Column("n"), TextTable.Column("missed"),
      TextTable.Column("mean", unit: "m [95 %]"),
    ]
    columns += ["std", "P50", "P75", "P90", "P95", "RMSE", "max"].map { TextTable.Column($0, unit: "m") }
    if hasPublished { columns.append(TextTable.Column("published mean / std", unit: "m")) }
    var table = TextTable(columns)
    for pipeline in result.pipelines { table.add(row(of: pipeline)) }
    for reference in result.references { table.add(row(of: reference)) }
    return table
  }

  private func row(of pipeline: PipelineResult) -> [TextTable.Cell] {
    let score = pipeline.score.whole
    let figures = score.statistics
    return [
      .text(pipeline.definition.name), .count(score.count), .count(score.missed),
      .interval(figures?.mean, from: score.meanInterval?.lower, to: score.meanInterval?.upper),
      .number(figures?.standardDeviation), .number(figures?.median), .number(figures?.p75),
      .number(figures?.p90), .number(figures?.p95), .number(figures?.rootMeanSquare),
      .number(figures?.largest),
    ] + (hasPublished ? [published(pipeline.definition.published)] : [])
  }

  private func published(_ published: PipelineDefinition.Published?) -> TextTable.Cell {
    guard let published else { return .empty }
    let mean = FixedPoint.text(published.mean, decimals: 2)
    return .text(published.deviation.map { "\(mean) / \(FixedPoint.text($0, decimals: 2))" } ?? mean)
  }

  private func row(of reference: Scenario.Reference) -> [TextTable.Cell] {
    [
      .text(reference.name), .empty, .empty, .interval(reference.mean, from: nil, to: nil),
      .number(reference.deviation), .empty, .number(reference.p75), .empty, .number(reference.p95), .empty,
      .empty,
    ] + (hasPublished ? [.empty] : [])
  }

  /// What each row is, and how its callbacks ended.
  private var legend: String {
    var table = TextTable([
      TextTable.Column("pipeline"), TextTable.Column("filters"), TextTable.Column("method"),
      TextTable.Column("assumes"), TextTable.Column("told"), TextTable.Column("by fallback"),
      TextTable.Column("no fix"),
    ])
    for pipeline in result.pipelines {
      let (definition, fixes) = (pipeline.definition, pipeline.fixes)
      table.add([
        .text(definition.name), .text(definition.filterSummary), .text(definition.methodSummary),
        .text(definition.assumptions.summary),
        .text(definition.told.isEmpty ? "nothing" : definition.told.map(\.rawValue).joined(separator: ", ")),
        .text(share(fixes.byFallback, of: fixes.callbacks)),
        .text(share(fixes.callbacks - fixes.byMethod - fixes.byFallback, of: fixes.callbacks)),
      ])
    }
    for pipeline in result.pipelines where pipeline.score.whole.missed > 0 {
      let reasons = pipeline.score.whole.missedByReason.map { "\($0.reason) \($0.count)" }
      table.notes.append("missed by \(pipeline.definition.name): \(reasons.joined(separator: ", "))")
    }
    for pipeline in result.pipelines where pipeline.outsideTruth > 0 {
      table.notes.append(
        "\(pipeline.definition.name): \(pipeline.outsideTruth) callbacks outside the known truth, not scored")
    }
    return table.description
  }

  private func share(_ count: Int, of all: Int) -> String {
    guard all > 0 else { return "–" }
    return FixedPoint.text(100 * Double(count) / Double(all), decimals: 1) + " %"
  }

  private var advertisements: String { AdvertisementLine.text(of: result.tally) }

  private var calibration: [String] {
    guard let fit = result.calibration else { return [] }
    func text(_ value: Double) -> String { FixedPoint.text(value, decimals: 3) }
    return [
      "Fitted to \(fit.rows) calibration rows: n \(text(fit.exponent)), C \(text(fit.levelAtOneMetre.value)) dBm, "
        + "sigma \(text(fit.deviation.value)) dB; with a C per anchor n \(text(fit.exponentWithinAnchors)), "
        + "sigma \(text(fit.deviationWithinAnchors.value)) dB\n"
    ]
  }

  private var notes: [String] {
    let sources =
      result.pipelines.compactMap(\.definition.published?.source) + result.references.map(\.source)
    var seen: [String] = []
    for source in sources where !seen.contains(source) { seen.append(source) }
    return result.notes.map { "note: \($0)\n" } + seen.map { "source: \($0)\n" }
  }
}
