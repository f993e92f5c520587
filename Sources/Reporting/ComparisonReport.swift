import Evaluation
public import Studies

/// A comparison for people: a row for each pair, then what was left out of it.
public struct ComparisonReport: Sendable {
  private let comparison: FolderComparison

  public init(_ comparison: FolderComparison) { self.comparison = comparison }

  /// The whole report, each line ended.
  public var text: String {
    var table = self.table
    table.notes +=
      [legend] + comparison.rows.flatMap(missedByOne) + withoutPartner + comparison.notes
    return heading + "\n" + table.description + "\n" + verdict + "\n"
  }

  /// `1 of 5 pairs is worse by more than the tolerance: feedback by 0.23 m [0.20, 0.26], tolerance 0.11 m`
  public var verdict: String {
    let worse = comparison.worse
    guard !worse.isEmpty else { return "Nothing is worse by more than the tolerance with confidence." }
    let rows = comparison.rows.count
    let counted =
      "\(worse.count) of \(rows) \(rows == 1 ? "pair" : "pairs") \(worse.count == 1 ? "is" : "are")"
    return "\(counted) worse by more than the tolerance: " + worse.map(Self.sentence).joined(separator: "; ")
  }

  /// `feedback by 0.23 m [0.20, 0.26], tolerance 0.11 m`
  static func sentence(_ row: FolderComparison.Row) -> String {
    let interval = row.comparison.interval.map { " [\(metres($0.lower)), \(metres($0.upper))]" } ?? ""
    return
      "\(name(row)) by \(metres(row.comparison.difference)) m\(interval), tolerance \(metres(row.comparison.tolerance)) m"
  }

  /// One name for a pipeline compared with itself, `b against a` otherwise.
  static func name(_ row: FolderComparison.Row) -> String {
    row.a == row.b ? row.a : "\(row.b) against \(row.a)"
  }

  private static func metres(_ value: Double) -> String { FixedPoint.text(value, decimals: 3) }

  private var heading: String {
    guard !comparison.isWithinOneFolder else {
      return "\(described(comparison.a))\nA is \(comparison.rows[0].a).\n"
    }
    return "A: \(described(comparison.a))\nB: \(described(comparison.b))\n"
  }

  private func described(_ folder: SavedResults) -> String {
    let scenario = folder.scenario.map { ", \($0)" } ?? ""
    return folder.path + scenario + (folder.seed.map { ", seed \($0)" } ?? "")
  }

  private var table: TextTable {
    var table = TextTable([
      TextTable.Column("pipeline"), TextTable.Column("pairs"), TextTable.Column("laps"),
      TextTable.Column("mean A", unit: "m"), TextTable.Column("mean B", unit: "m"),
      TextTable.Column("B - A", unit: "m [95 %]", decimals: 3),
      TextTable.Column("B - A", unit: "%", decimals: 1),
      TextTable.Column("tolerance", unit: "m", decimals: 3), TextTable.Column("p"),
      TextTable.Column("p Holm"),
      TextTable.Column("p sign"), TextTable.Column("missed A"), TextTable.Column("missed B"),
      TextTable.Column("unmatched"), TextTable.Column("verdict"),
    ])
    for row in comparison.rows { table.add(cells(of: row)) }
    return table
  }

  private func cells(of row: FolderComparison.Row) -> [TextTable.Cell] {
    let (pair, errors) = (row.comparison, row.comparison.errors)
    return [
      .text(comparison.isWithinOneFolder ? row.b : Self.name(row)), .count(errors.pairs.count),
      .count(pair.laps), .number(pair.meanA), .number(pair.meanB),
      .interval(pair.difference, from: pair.interval?.lower, to: pair.interval?.upper),
      .number(pair.meanA > 0 ? 100 * pair.difference / pair.meanA : nil), .number(pair.tolerance),
      probability(pair.signedRankTest.p), probability(row.pHolm), probability(pair.signTest.p),
      .count(errors.missedA), .count(errors.missedB), .count(errors.unmatchedA + errors.unmatchedB),
      .text(pair.verdict.rawValue),
    ]
  }

  private func probability(_ p: Double) -> TextTable.Cell {
    .text(p < 0.0001 ? "< 0.0001" : FixedPoint.text(p, decimals: 4))
  }

  private var legend: String {
    let rows = comparison.rows.count
    return "p: Wilcoxon's signed-rank test of the laps' mean differences"
      + (rows > 1 ? "; Holm: the same, corrected for \(rows) pairs" : "") + "; sign: sign test of the same"
  }

  /// Which moments one side alone missed, the first ten of them.
  private func missedByOne(in row: FolderComparison.Row) -> [String] {
    PairedErrors.Side.allCases.compactMap { side in
      let missed = row.comparison.errors.missedByOne.filter { $0.side == side }
      guard !missed.isEmpty else { return nil }
      let shown = missed.prefix(10).map(place).joined(separator: "; ")
      let rest = missed.count > 10 ? "; and \(missed.count - 10) more" : ""
      return
        "missed by \(side == .a ? "A" : "B") alone, and in no pair: \(missed.count) (\(Self.name(row))): \(shown)\(rest)"
    }
  }

  /// How many errors have no partner, rows with the same counts together.
  private var withoutPartner: [String] {
    var lines: [(sentence: String, names: [String])] = []
    for row in comparison.rows {
      let errors = row.comparison.errors
      guard errors.unmatchedA + errors.unmatchedB > 0 else { continue }
      let sentence = "without a partner: \(errors.unmatchedA) errors of A, \(errors.unmatchedB) of B"
      if let index = lines.firstIndex(where: { $0.sentence == sentence }) {
        lines[index].names.append(Self.name(row))
      } else {
        lines.append((sentence, [Self.name(row)]))
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
