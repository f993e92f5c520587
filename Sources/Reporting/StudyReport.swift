import Evaluation
public import Studies
import World

/// A study for people: one row a pipeline, what was published beside it, and what was counted on the way.
public struct StudyReport: Sendable {
  private let result: StudyResult
  private let showsAdvertisements: Bool

  /// - Parameter showsAdvertisements: false where the counts are shown elsewhere.
  public init(_ result: StudyResult, showsAdvertisements: Bool = true) {
    self.result = result
    self.showsAdvertisements = showsAdvertisements
  }

  /// The whole report, each line ended.
  public var text: String {
    [heading, table.description, legend, advertisements + calibration + notes].joined(separator: "\n")
  }

  private var heading: String {
    "\(result.name): \(result.laps) \(result.laps == 1 ? "lap" : "laps"), scored at \(result.rule), error on the plan\n"
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

  /// What each row is, and how its callbacks ended. What all rows share is said once.
  private var legend: String {
    let assumed = result.pipelines.map(\.definition.assumptions.summary)
    let isShared = assumed.allSatisfy { $0 == assumed.first }
    var columns = ["pipeline", "filters", "method", "told"].map { TextTable.Column($0) }
    if !isShared { columns.append(TextTable.Column("assumes")) }
    columns += [
      TextTable.Column("by fallback", unit: "%", decimals: 1),
      TextTable.Column("no fix", unit: "%", decimals: 1),
    ]
    var table = TextTable(columns)
    for pipeline in result.pipelines {
      let (definition, fixes) = (pipeline.definition, pipeline.fixes)
      let told = definition.told.map(\.rawValue).joined(separator: ", ")
      var row: [TextTable.Cell] = [
        .text(definition.name), .text(definition.filterSummary), .text(definition.methodSummary),
        .text(told.isEmpty ? "nothing" : told),
      ]
      if !isShared { row.append(.text(definition.assumptions.summary)) }
      let none = fixes.callbacks - fixes.byMethod - fixes.byFallback
      row += [
        .number(percent(fixes.byFallback, of: fixes.callbacks)), .number(percent(none, of: fixes.callbacks)),
      ]
      table.add(row)
    }
    if isShared, let assumed = assumed.first { table.notes.append("All assume \(assumed).") }
    table.notes += missed + outsideTruth + unheardTruth + directions
    return table.description
  }

  /// Why errors are missing, rows with the same reasons together.
  private var missed: [String] {
    grouped { pipeline in
      let score = pipeline.score.whole
      guard score.missed > 0 else { return nil }
      return "missed: " + score.missedByReason.map { "\($0.reason) \($0.count)" }.joined(separator: ", ")
    }
  }

  private var directions: [String] {
    grouped { pipeline in
      pipeline.directions.map {
        "direction of travel: right at \($0.right) callbacks, wrong at \($0.wrong), unknown at \($0.unknown)"
      }
    }
  }

  private var outsideTruth: [String] {
    grouped { pipeline in
      guard pipeline.outsideTruth > 0 else { return nil }
      return "not scored: \(pipeline.outsideTruth) callbacks outside the known truth"
    }
  }

  private var unheardTruth: [String] {
    grouped { pipeline in
      guard pipeline.unheardTruth > 0 else { return nil }
      return
        "not scored: \(FixedPoint.text(pipeline.unheardTruth, decimals: 1)) s of the known truth, before the phone began to "
        + "listen or after its last callback"
    }
  }

  /// A line for each different sentence, with the rows that it is about.
  private func grouped(_ sentence: (PipelineResult) -> String?) -> [String] {
    var lines: [(sentence: String, names: [String])] = []
    for pipeline in result.pipelines {
      guard let text = sentence(pipeline) else { continue }
      if let index = lines.firstIndex(where: { $0.sentence == text }) {
        lines[index].names.append(pipeline.definition.name)
      } else {
        lines.append((text, [pipeline.definition.name]))
      }
    }
    return lines.map { line in
      let isAll = line.names.count == result.pipelines.count
      return "\(line.sentence) (\(isAll ? "all rows" : line.names.joined(separator: "; ")))"
    }
  }

  private func percent(_ count: Int, of all: Int) -> Double? {
    all > 0 ? 100 * Double(count) / Double(all) : nil
  }

  private var advertisements: String { showsAdvertisements ? AdvertisementLine.text(of: result.tally) : "" }

  private var calibration: String {
    guard let fit = result.calibration else { return "" }
    return CalibrationReport.sentence(fit) + "\n"
  }

  private var notes: String {
    let sources =
      result.pipelines.compactMap(\.definition.published?.source) + result.references.map(\.source)
    var lines = result.notes.map { "Note: \($0)" }
    for source in sources where !lines.contains("Published: \(source)") {
      lines.append("Published: \(source)")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
