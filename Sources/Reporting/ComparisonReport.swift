import Evaluation
package import Results
import Studies

/// A comparison for people: a row for each pair, then what was left out of it.
package struct ComparisonReport: Sendable {
  private let comparison: FolderComparison

  package init(_ comparison: FolderComparison) { self.comparison = comparison }

  /// The whole report, each line ended and, where words allow, none longer than the width.
  package func text(width: Int = OutputWidth.piped) -> String {
    var table = self.table
    table.notes +=
      [counts, legend].filter { !$0.isEmpty } + comparison.rows.flatMap(missedByOne) + withoutPartner
      + comparison.notes
    return [
      heading.map { $0.paragraph(width: width) }.joined(), table.text(width: width),
      RoomComparisonReport(comparison).text(width: width),
      verdict.paragraph(width: width),
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// What the comparison comes to: where B fails, where it is better, and what nothing is said of.
  package var verdict: String { ComparisonVerdict(comparison).text }

  private var heading: [String] {
    guard !comparison.isWithinOneFolder else {
      return [described(comparison.a), "A is \(comparison.rows[0].a)."]
    }
    return ["A: \(described(comparison.a))", "B: \(described(comparison.b))"]
  }

  private func described(_ folder: SavedResults) -> String {
    let scenario = folder.scenario.map { ", \($0)" } ?? ""
    return folder.path + scenario + (folder.seed.map { ", seed \($0)" } ?? "")
  }

  /// Whether all rows have as many pairs in as many laps.
  private var sharesCounts: Bool {
    let first = comparison.rows[0].comparison
    return comparison.rows.allSatisfy {
      $0.comparison.errors.pairs.count == first.errors.pairs.count && $0.comparison.laps == first.laps
    }
  }

  private var isAnyLeftOut: Bool {
    comparison.rows.contains { row in
      let errors = row.comparison.errors
      return errors.missedA + errors.missedB + errors.unmatchedA + errors.unmatchedB > 0
    }
  }

  private var table: TextTable {
    var columns = [TextTable.Column("pipeline")]
    if !sharesCounts { columns += [TextTable.Column("pairs"), TextTable.Column("laps")] }
    columns += [
      TextTable.Column("mean A"), TextTable.Column("mean B"),
      TextTable.Column("B - A", unit: "[95 %]", decimals: 3),
      TextTable.Column("B - A", unit: "%", decimals: 1, rank: 3),
      TextTable.Column("tolerance", decimals: 3), TextTable.Column("p", rank: 5),
      TextTable.Column("p Holm"), TextTable.Column("p sign", rank: 6),
    ]
    if isAnyLeftOut {
      columns += [
        TextTable.Column("missed A"), TextTable.Column("missed B"), TextTable.Column("unmatched", rank: 4),
      ]
    }
    columns.append(TextTable.Column("verdict"))
    var table = TextTable(columns)
    for row in comparison.rows { table.add(cells(of: row)) }
    return table
  }

  private func cells(of row: FolderComparison.Row) -> [TextTable.Cell] {
    let (pair, errors) = (row.comparison, row.comparison.errors)
    let counts: [TextTable.Cell] = sharesCounts ? [] : [.count(errors.pairs.count), .count(pair.laps)]
    let leftOut: [TextTable.Cell] =
      isAnyLeftOut
      ? [
        .count(errors.missedA), .count(errors.missedB), .count(errors.unmatchedA + errors.unmatchedB),
      ] : []
    return [.text(comparison.isWithinOneFolder ? row.b : ComparisonVerdict.name(row))] + counts + [
      .number(pair.meanA), .number(pair.meanB),
      .interval(pair.difference, from: pair.interval?.lower, to: pair.interval?.upper),
      .number(pair.meanA > 0 ? 100 * pair.difference / pair.meanA : nil), .number(pair.tolerance),
      .text(Probability.text(pair.signedRankTest.p)), .text(Probability.text(row.pHolm)),
      .text(Probability.text(pair.signTest.p)),
    ] + leftOut + [.text(verdict(of: row))]
  }

  /// The verdict on the errors, and what else fails.
  private func verdict(of row: FolderComparison.Row) -> String {
    let others = row.failures.filter { $0 != .errors }.map(\.rawValue)
    return ([row.comparison.verdict.rawValue] + others).joined(separator: ", ")
  }

  private var counts: String {
    let first = comparison.rows[0].comparison
    var parts: [String] = []
    if sharesCounts {
      parts.append(
        "Each row: \(Counted.text(first.errors.pairs.count, "pair")) in \(Counted.text(first.laps, "lap")).")
    }
    if !isAnyLeftOut { parts.append("None missed, none without a partner.") }
    return parts.joined(separator: " ")
  }

  private var legend: String {
    let rows = comparison.rows.count
    return
      "Errors in metres. p: Wilcoxon's signed-rank test of the laps' mean differences; Holm: the same, corrected for "
      + "\(Counted.text(rows, "row")); sign: sign test of the same."
  }

  /// Which moments one side alone missed, the first ten of them.
  private func missedByOne(in row: FolderComparison.Row) -> [String] {
    PairedErrors.Side.allCases.compactMap { side in
      let missed = row.comparison.errors.missedByOne.filter { $0.side == side }
      guard !missed.isEmpty else { return nil }
      let shown = missed.prefix(10).map(place).joined(separator: "; ")
      let rest = missed.count > 10 ? "; and \(missed.count - 10) more" : ""
      return
        "missed by \(side == .a ? "A" : "B") alone, and in no pair: \(missed.count) (\(ComparisonVerdict.name(row))): \(shown)\(rest)"
    }
  }

  /// How many errors have no partner, rows with the same counts together.
  private var withoutPartner: [String] {
    var lines: [(sentence: String, names: [String])] = []
    for row in comparison.rows {
      let errors = row.comparison.errors
      guard errors.unmatchedA + errors.unmatchedB > 0 else { continue }
      let sentence =
        "without a partner: \(Counted.text(errors.unmatchedA, "error")) of A, \(Counted.number(errors.unmatchedB)) of B"
      if let index = lines.firstIndex(where: { $0.sentence == sentence }) {
        lines[index].names.append(ComparisonVerdict.name(row))
      } else {
        lines.append((sentence, [ComparisonVerdict.name(row)]))
      }
    }
    return lines.map { line in
      let isAll = line.names.count == comparison.rows.count
      return "\(line.sentence) (\(isAll ? "all rows" : line.names.joined(separator: "; ")))"
    }
  }

  private func place(_ missed: PairedErrors.MissedByOne) -> String {
    let time = FixedPoint.text(missed.time, decimals: 2)
    return "lap \(missed.lap)" + (missed.point.map { " point \($0)" } ?? "") + " at \(time) s"
  }
}
