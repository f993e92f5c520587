import Evaluation
package import Laps
import Scenarios
import World

/// A study for people: one row a pipeline, how far the rows lie apart, what was published, what each row is, and
/// what was counted on the way.
package struct StudyReport: Sendable {
  let result: StudyResult
  private let showsAdvertisements: Bool

  /// - Parameter showsAdvertisements: false where the counts are shown elsewhere.
  package init(_ result: StudyResult, showsAdvertisements: Bool = true) {
    self.result = result
    self.showsAdvertisements = showsAdvertisements
  }

  /// The whole report, each line ended and, where words allow, none longer than the width.
  package func text(width: Int = OutputWidth.piped) -> String {
    let sections = [
      heading.paragraph(width: width), table.text(width: width),
      DifferencesReport(result).text(width: width), PublishedReport(result).text(width: width),
      LegendReport(result).text(width: width),
      ([advertisements, calibration] + notes).filter { !$0.isEmpty }.map { $0.paragraph(width: width) }
        .joined(),
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var heading: String {
    "\(result.name): \(Counted.text(result.laps, "lap")), scored \(moment); errors in metres \(measure)."
  }

  private var moment: String {
    switch result.rule.moment {
    case .presses(.last): "at presses by the last fix before"
    case .presses(.next): "at presses by the first fix after"
    case .presses(.latency(let seconds)):
      "at presses by the last fix at least \(FixedPoint.shortest(seconds)) s before"
    case .callbacks: "at every callback"
    }
  }

  private var measure: String {
    result.rule.measure == .straight ? "on the plan" : "along the path"
  }

  private var hasFloors: Bool { result.site.floors.count > 1 }
  private var hasPublished: Bool { result.pipelines.contains { $0.definition.published != nil } }

  /// How many errors each row has and missed, when that is the same for all.
  private var sharedCounts: (measured: Int, missed: Int)? {
    guard let first = result.pipelines.first?.score.whole else { return nil }
    let areShared = result.pipelines.allSatisfy {
      $0.score.whole.count == first.count && $0.score.whole.missed == first.missed
    }
    return areShared ? (first.count, first.missed) : nil
  }

  private var table: TextTable {
    var columns = [TextTable.Column("pipeline")]
    if sharedCounts == nil { columns += [TextTable.Column("n"), TextTable.Column("missed")] }
    columns += [
      TextTable.Column("mean", unit: "[95 %]"), TextTable.Column("std"), TextTable.Column("P50", rank: 1),
      TextTable.Column("P75", rank: 2), TextTable.Column("P90", rank: 4), TextTable.Column("P95"),
      TextTable.Column("RMSE", rank: 5), TextTable.Column("max", rank: 3),
    ]
    if hasFloors { columns.append(TextTable.Column("wrong floor", unit: "%", decimals: 1)) }
    if hasPublished { columns.append(TextTable.Column("published")) }
    var table = TextTable(columns)
    for pipeline in result.pipelines { table.add(row(of: pipeline)) }
    for reference in result.references { table.add(row(of: reference)) }
    table.notes = tableNotes
    return table
  }

  private func row(of pipeline: PipelineResult) -> [TextTable.Cell] {
    let score = pipeline.score.whole
    let figures = score.statistics
    let counts: [TextTable.Cell] = sharedCounts == nil ? [.count(score.count), .count(score.missed)] : []
    return [.text(pipeline.definition.name)] + counts + [
      .interval(figures?.mean, from: score.meanInterval?.lower, to: score.meanInterval?.upper),
      .number(figures?.standardDeviation), .number(figures?.median), .number(figures?.p75),
      .number(figures?.p90), .number(figures?.p95), .number(figures?.rootMeanSquare),
      .number(figures?.largest),
    ] + (hasFloors ? [.number(score.wrongFloorShare.map { 100 * $0 })] : [])
      + (hasPublished ? [published(pipeline.definition.published)] : [])
  }

  private func published(_ published: PipelineDefinition.Published?) -> TextTable.Cell {
    guard let published else { return .empty }
    let mean = FixedPoint.text(published.mean, decimals: 2)
    return .text(published.deviation.map { "\(mean) / \(FixedPoint.text($0, decimals: 2))" } ?? mean)
  }

  private func row(of reference: Scenario.Reference) -> [TextTable.Cell] {
    func figure(_ value: Double?) -> TextTable.Cell { value.map { .number($0) } ?? .empty }
    let counts: [TextTable.Cell] = sharedCounts == nil ? [.empty, .empty] : []
    return [.text(reference.name)] + counts + [
      reference.mean.map { .interval($0, from: nil, to: nil) } ?? .empty, figure(reference.deviation),
      .empty, figure(reference.p75), figure(reference.p90), figure(reference.p95), .empty, .empty,
    ] + (hasFloors ? [.empty] : []) + (hasPublished ? [.empty] : [])
  }

  private var tableNotes: [String] {
    var sentences: [String] = []
    if let shared = sharedCounts {
      let missed = shared.missed == 0 ? "none missed" : "\(Counted.number(shared.missed)) missed"
      sentences.append("Each row: \(Counted.text(shared.measured, "error")), \(missed).")
    }
    switch result.laps {
    case 1: sentences.append("One lap: there are no intervals, and no row can be told from another.")
    default: sentences.append("[95 %]: Student's t over laps.")
    }
    if hasFloors {
      sentences.append("Wrong floor: of the fixes; errors are on the plan, whatever the floor.")
    }
    if hasPublished { sentences.append("Published: mean / standard deviation.") }
    var notes = [sentences.joined(separator: " ")]
    for source in result.references.map(\.source).inOrder {
      let names = result.references.filter { $0.source == source }.map(\.name)
      let more = names.count > 1 ? " and \(Counted.text(names.count - 1, "row")) below it" : ""
      notes.append("Not of this run: \(names[0])\(more). Source: \(source).")
    }
    return notes
  }

  private var advertisements: String { showsAdvertisements ? AdvertisementLine.text(of: result.tally) : "" }

  private var calibration: String { result.calibration.map { CalibrationReport.sentence($0) } ?? "" }

  private var notes: [String] { result.notes.map { "Note: \($0)" } }
}

extension [String] {
  /// Each once, in the order of first appearance.
  var inOrder: [String] {
    reduce(into: []) { kept, text in if !kept.contains(text) { kept.append(text) } }
  }
}
