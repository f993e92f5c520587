import Evaluation
import Laps
import Positioning
import Scenarios
import Studies
import World

/// What each row of a study is, how its callbacks ended, and why errors are missing.
struct LegendReport {
  private let result: StudyResult

  init(_ result: StudyResult) { self.result = result }

  func text(width: Int) -> String {
    var table = self.table
    table.notes = [shared] + missed + outsideTruth + unheardTruth + directions
    return table.text(width: width)
  }

  private var assumed: [String] { result.pipelines.map(\.definition.assumptions.summary) }
  private var told: [String] {
    result.pipelines.map { $0.definition.told.map(\.rawValue).joined(separator: ", ") }
  }
  private var sharesAssumptions: Bool { assumed.allSatisfy { $0 == assumed.first } }
  private var isNobodyTold: Bool { told.allSatisfy(\.isEmpty) }
  private var usesFallback: Bool { result.pipelines.contains { $0.fixes.byFallback > 0 } }

  private var table: TextTable {
    var columns = [TextTable.Column("pipeline"), TextTable.Column("filters"), TextTable.Column("method")]
    if !isNobodyTold { columns.append(TextTable.Column("told")) }
    if !sharesAssumptions { columns.append(TextTable.Column("assumes")) }
    columns.append(TextTable.Column("delay", unit: "s"))
    if usesFallback { columns.append(TextTable.Column("fallback", unit: "%", decimals: 1)) }
    columns.append(TextTable.Column("no fix", unit: "%", decimals: 1))
    var table = TextTable(columns)
    for (index, pipeline) in result.pipelines.enumerated() {
      let (definition, fixes) = (pipeline.definition, pipeline.fixes)
      var row: [TextTable.Cell] = [
        .text(definition.name), .text(definition.filterSummary), .text(pipeline.methodSummary),
      ]
      if !isNobodyTold { row.append(.text(told[index].isEmpty ? "nothing" : told[index])) }
      if !sharesAssumptions { row.append(.text(assumed[index])) }
      row.append(pipeline.hasSignal ? .number(pipeline.delay) : .empty)
      if usesFallback { row.append(.number(percent(fixes.byFallback, of: fixes.callbacks))) }
      let none = fixes.callbacks - fixes.byMethod - fixes.byFallback
      row.append(.number(percent(none, of: fixes.callbacks)))
      table.add(row)
    }
    return table
  }

  /// What holds for all rows, and what the columns mean.
  private var shared: String {
    var sentences: [String] = []
    if sharesAssumptions, let assumed = assumed.first { sentences.append("All assume \(assumed).") }
    if isNobodyTold { sentences.append("None is told more than the stream and the site.") }
    sentences.append("Delay: by how much the filters trail a steady change.")
    let all = result.pipelines.first?.fixes.callbacks ?? 0
    let shares = usesFallback ? "Fallback and no fix: shares" : "No fix: share"
    sentences.append("\(shares) of all \(Counted.text(all, "callback")), scored or not.")
    return sentences.joined(separator: " ")
  }

  /// Why errors are missing, rows with the same reasons together.
  private var missed: [String] {
    grouped { pipeline in
      let score = pipeline.score.whole
      guard score.missed > 0 else { return nil }
      return "Missed: "
        + Counted.list(score.missedByReason.map { "\(Counted.number($0.count)) with \($0.reason)" })
    }
  }

  private var directions: [String] {
    grouped { pipeline in
      guard let tally = pipeline.directions else { return nil }
      let told = tally.right + tally.wrong
      guard told > 0 else { return "Direction of travel: never told" }
      return "Direction of travel: told at \(share(told, of: told + tally.unknown)) % of callbacks, "
        + "and right at \(share(tally.right, of: told)) % of these"
    }
  }

  private var outsideTruth: [String] {
    grouped { pipeline in
      guard pipeline.outsideTruth > 0 else { return nil }
      return
        "Not scored: \(Counted.text(pipeline.outsideTruth, "callback")) before the truth begins or after it ends"
    }
  }

  private var unheardTruth: [String] {
    grouped { pipeline in
      // Less is what a callback's own second leaves.
      guard pipeline.unheardTruth >= 0.05 else { return nil }
      let seconds = FixedPoint.text(pipeline.unheardTruth, decimals: 1)
      return
        "Not scored: \(seconds) s of the known truth, before the phone began to listen or after its last callback"
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
    return lines.map { "\($0.sentence) (\(rows($0.names)))." }
  }

  /// Which rows are meant, by those that are not where these are fewer.
  private func rows(_ names: [String]) -> String {
    let others = result.pipelines.map(\.definition.name).filter { !names.contains($0) }
    if others.isEmpty { return "all rows" }
    return others.count < names.count
      ? "all rows but " + others.joined(separator: "; ") : names.joined(separator: "; ")
  }

  private func percent(_ count: Int, of all: Int) -> Double? {
    all > 0 ? 100 * Double(count) / Double(all) : nil
  }

  private func share(_ count: Int, of all: Int) -> String {
    FixedPoint.text(100 * Double(count) / Double(all), decimals: 1)
  }
}
