import Evaluation
import Results
package import Studies
import World

/// A fingerprint scenario for people: what each row came to, what was published and whether one experiment might have
/// given it, what the rows are, and what follows from the published numbers alone.
package struct FingerprintReport: Sendable {
  private let result: FingerprintResult

  package init(_ result: FingerprintResult) { self.result = result }

  /// The whole report, each line ended.
  package func text(width: Int = OutputWidth.piped) -> String {
    let sections = [
      heading.paragraph(width: width), table.text(width: width), publishedTable?.text(width: width) ?? "",
      legend.text(width: width), PublishedArithmeticReport(result.arithmetic).text(width: width),
      FailureLines.text(of: result.failures, width: width),
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var scenario: FingerprintScenario { result.scenario }

  private var heading: String {
    let points = Counted.text(scenario.site.testPoints.count, "point")
    let others =
      scenario.unlisted.isEmpty
      ? "" : " and then \(Counted.text(scenario.unlisted.count, "place")) that are not in the map"
    return "\(scenario.name): \(Counted.text(scenario.laps, "lap")). In each, \(points) "
      + "\(FixedPoint.shortest(scenario.spacing)) m apart are surveyed with "
      + "\(Counted.text(scenario.surveyReadings, "reading")) each, and \(Counted.number(scenario.visitedPoints)) of them"
      + "\(others) visited for \(Counted.number(scenario.visitReadings)). "
      + "Hits: fixes at the very point. Means of all laps [95 %]."
  }

  private var hasUnlisted: Bool { !scenario.unlisted.isEmpty }
  private var hasMissed: Bool { result.rows.contains { $0.score.missed > 0 } }

  private var table: TextTable {
    var columns: [TextTable.Column] = [
      .init("row"), .init("hits", unit: "%", decimals: 1), .init("mean", unit: "m"),
      .init("largest of a lap", unit: "m"),
    ]
    if hasUnlisted { columns.append(.init("mean with unlisted", unit: "m")) }
    if hasMissed { columns.append(.init("no fix", unit: "%", decimals: 1)) }
    var table = TextTable(columns)
    for row in result.rows {
      var cells: [TextTable.Cell] = [
        .text(row.row.name), cell(row[.hitRate], times: 100), cell(row[.mean]), .number(row[.largest]?.value),
      ]
      if hasUnlisted { cells.append(cell(row[.meanWithUnlisted])) }
      if hasMissed {
        cells.append(.number(100 * Double(row.score.missed) / Double(row.score.missed + row.score.count)))
      }
      table.add(cells)
    }
    return table
  }

  private func cell(_ figure: FingerprintRowResult.Figure?, times factor: Double = 1) -> TextTable.Cell {
    .interval(
      figure.map { $0.value * factor }, from: figure?.interval.map { $0.lower * factor },
      to: figure?.interval.map { $0.upper * factor })
  }

  /// Nil where nothing was published.
  private var publishedTable: TextTable? {
    guard !result.verdicts.isEmpty else { return nil }
    var table = TextTable([
      .init("published"), .init("there"), .init("here"), .init("95 % of single laps"), .init("verdict"),
    ])
    for verdict in result.verdicts {
      let (statistic, range) = (verdict.statistic, verdict.lapRange)
      table.add([
        .text("\(verdict.row): \(name(statistic))"), .text(text(verdict.published, statistic)),
        .text(verdict.simulated.map { text($0, statistic) } ?? "–"),
        .text(range.map { "\(text($0.lower, statistic)) to \(text($0.upper, statistic))" } ?? "–"),
        .text(verdict.verdict.rawValue + (verdict.isChecked ? ", checked" : "")),
      ])
    }
    let sources = result.rows.compactMap(\.row.published?.source).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    table.notes = [
      "Inside: one lap, which is an experiment as large as the published one, might have given the figure: more than "
        + "2.5 % of laps lie on either side of it. A match shows that such a channel is sufficient, never that it was "
        + "theirs. Source: \(sources.joined(separator: "; "))."
    ]
    table.notes += gains
    return table
  }

  /// On which row each gain is.
  private var gains: [String] {
    let pairs = scenario.rows.compactMap { row in
      row.published?.against.map { "of \"\(row.name)\" on \"\($0)\"" }
    }
    return pairs.isEmpty ? [] : ["Gained: in the same lap, \(Counted.list(pairs))."]
  }

  private func name(_ statistic: FingerprintStatistic) -> String {
    switch statistic {
    case .hitRate: "hits"
    case .mean: "mean"
    case .largest: "largest"
    case .meanWithUnlisted: "mean with unlisted"
    case .hitRateGain: "hits gained"
    case .meanGain: "mean gained"
    }
  }

  private func text(_ value: Double, _ statistic: FingerprintStatistic) -> String {
    statistic == .hitRate || statistic == .hitRateGain
      ? FixedPoint.text(value * 100, decimals: 1) + " %" : FixedPoint.text(value, decimals: 2) + " m"
  }

  private var legend: TextTable {
    var table = TextTable([
      .init("row"), .init("map"), .init("readings"), .init("compared"), .init("least beacons"),
    ])
    for row in scenario.rows {
      let every = row.listening.fixes == .each ? ", a fix at each" : ""
      table.add([
        .text(row.name), .text(row.map.summary), .text(row.listening.summary + every),
        .text(row.methodSummary), .count(row.leastBeacons),
      ])
    }
    table.notes = ["All use the map."]
    return table
  }
}
