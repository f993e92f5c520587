import Evaluation
import Rendering
import Results

/// The outcome of a comparison, in one paragraph: where B fails and why, where it is better or worse otherwise, and what nothing is
/// said of.
struct ComparisonVerdict {
  private let comparison: FolderComparison

  init(_ comparison: FolderComparison) { self.comparison = comparison }

  /// `1 of 5 comparisons is worse by more than the tolerance: feedback by 0.23 m [0.20, 0.26], tolerance 0.11 m.`
  var text: String {
    ([missingLaps, judged] + shown + [toDecide, unanswered, times]).compactMap(
      \.self
    ).joined(separator: " ")
  }

  private var missingLaps: String? {
    let missing = comparison.missingLaps
    let rows = comparison.rows.filter { $0.failures.contains(.laps) }
    guard !missing.isEmpty, !comparison.rules.allowsFewerLaps else { return nil }
    let isWhole =
      comparison.isOfFigures
      || rows.count == comparison.rows.count
        && rows.allSatisfy { $0.missingLaps == missing }
    let lacking =
      isWhole
      ? "B lacks \(missing.count) of A's \(Counted.text(comparison.lapsOfA, "lap")) (\(Self.ranges(missing)))"
      : rows.map(Self.lapsLacking).joined(separator: "; ")
    return "\(lacking); --allow-fewer-laps accepts that."
  }

  /// Whether B is worse in what it has.
  private var judged: String {
    let rows = comparison.rows
    let worse = rows.filter { !Self.faults($0).isEmpty }
    guard worse.isEmpty else {
      let counted =
        "\(worse.count) of \(rows.count) \(rows.count == 1 ? "comparison" : "comparisons") \(worse.count == 1 ? "is" : "are")"
      return "\(counted) worse by more than the tolerance: "
        + worse.map(Self.reason).joined(separator: "; ") + "."
    }
    if let none = comparison.isOfFigures ? ofFigures : ofErrors { return none }
    let counts = [String].grouped(rows.flatMap(\.conclusions), { _ in "" }) { [$0.sentence] }.map {
      "\($0.names.count) \($0.sentence)"
    }
    let gate =
      comparison.failing.isEmpty || comparison.rules.gate == .worse
      ? "" : ", which --fail-on \(comparison.rules.gate.rawValue) refuses"
    guard !counts.isEmpty else { return "No verdict is given on these metrics." }
    return
      "No \(comparison.isOfFigures ? "figure" : comparison.rules.metrics.isEmpty ? "error" : "metric") is worse by more than the tolerance "
      + "(\(counts.joined(separator: "; ")))\(gate)."
  }

  /// Why the errors have no verdict.
  private var ofErrors: String? {
    comparison.rows.contains { $0.comparison?.interval != nil }
      ? nil : "There is no verdict on the errors, since one lap gives no interval."
  }

  /// Why so few laps say little of figures.
  private var ofFigures: String? {
    switch comparison.laps {
    case ..<2: "There is no verdict, since one lap gives no interval."
    case ..<6:
      "No figure is worse in every lap by the same amount; fewer than 6 laps cannot show any other difference."
    default: nil
    }
  }

  /// That times do not agree, where that is why errors have no partner.
  private var times: String? {
    comparison.timeDifferences.map { "Note: \($0.advice)." }
  }

  /// What is better, and what is worse without failing, by what the tolerance has to do with it: `Better, within the tolerance:
  /// feedback by 0.08 m [0.05, 0.10], tolerance 0.11 m.`
  private var shown: [String] {
    let open = comparison.rows.flatMap { row in
      let conclusions = row.conclusions + (row.metrics.isEmpty ? row.rooms?.conclusions ?? [] : [])
      return [String].grouped(conclusions.filter(Self.isShown), { _ in "" }) { [$0.sentence] }.map {
        (sentence: $0.sentence, row: row)
      }
    }
    return [String].grouped(open, { Self.parts($0.row, where: $0.sentence) }) { [$0.sentence] }.map {
      "\($0.sentence.prefix(1).uppercased())\($0.sentence.dropFirst()): \($0.names.joined(separator: "; "))."
    }
  }

  /// Whether there is a difference that the first sentence does not name already.
  private static func isShown(_ conclusion: Conclusion) -> Bool {
    conclusion.verdict != .worse && [.better, .worse].contains(conclusion.direction)
  }

  /// `About 130 laps would show on which side of the tolerance the difference of feedback lies, about 900 that of proximity.`
  private var toDecide: String? {
    let parts = comparison.rows.flatMap { row -> [(name: String, laps: Int)] in
      guard row.metrics.isEmpty else {
        return row.metrics.compactMap { metric in
          metric.lapsToDecide.map { ("\(row.name) in \(metric.metric?.compared ?? "")", $0) }
        }
      }
      return row.comparison?.lapsToDecide.map { [(row.name, $0)] } ?? []
    }
    guard let first = parts.first else { return nil }
    let rest = parts.dropFirst().map { ", about \(Counted.number($0.laps)) that of \($0.name)" }
    return
      "About \(Counted.number(first.laps)) laps would show on which side of the tolerance the difference of "
      + "\(first.name) lies\(rest.joined())."
  }

  /// The parts of the baseline that B lacks, for readers who stop at the verdict.
  private var unanswered: String? {
    let errors = comparison.rows.compactMap(\.comparison?.errors)
    let unmatched = errors.reduce(0) { $0 + $1.unmatchedA }
    let missed = errors.reduce(0) { $0 + $1.missedByOne.count { $0.side == .b } }
    let parts = [
      unmatched > 0 ? "\(Counted.text(unmatched, "error")) of A not paired" : nil,
      missed > 0 ? "\(Counted.number(missed)) missed by B only" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "Not part of the verdict on errors: \(Counted.list(parts))."
  }
}

extension ComparisonVerdict {
  /// Why B fails in a row.
  static func reason(_ row: FolderComparison.Row) -> String {
    (faults(row) + (row.failures.contains(.laps) ? [lapsLacking(row)] : [])).joined(separator: ", and ")
  }

  /// Why a gate fails for a row that is not worse: everything that is not within the tolerance.
  static func open(_ row: FolderComparison.Row) -> String {
    let conclusions = row.conclusions.filter { $0.verdict != .within }
    return [String].grouped(conclusions, { _ in "" }) { [$0.sentence] }.map {
      "\($0.sentence): \(parts(row, where: $0.sentence))"
    }.joined(separator: ", and ")
  }

  /// The differences of a row of which a sentence is true.
  private static func parts(_ row: FolderComparison.Row, where sentence: String) -> String {
    func isSo(_ conclusion: Conclusion) -> Bool { conclusion.sentence == sentence }
    let parts =
      row.metrics.isEmpty
      ? [row.conclusions.contains(where: isSo) ? errors(row) : nil, rooms(row, where: isSo)].compactMap(
        \.self)
      : metrics(row, where: isSo)
    return parts.joined(separator: ", and ")
  }

  /// `feedback lacks 3 laps of A (0, 5 to 6)`
  private static func lapsLacking(_ row: FolderComparison.Row) -> String {
    "\(row.name) lacks \(Counted.text(row.missingLaps.count, "lap")) of A (\(ranges(row.missingLaps)))"
  }

  /// In what B is worse in a row.
  private static func faults(_ row: FolderComparison.Row) -> [String] {
    [
      row.failures.contains(.errors) ? errors(row) : nil, row.missesMore ? misses(row) : nil,
      row.failures.contains(.rooms) ? rooms(row) { $0.verdict == .worse } : nil,
    ].compactMap(\.self) + metrics(row) { $0.verdict == .worse }
  }

  private static func misses(_ row: FolderComparison.Row) -> String? {
    row.comparison.map { pair in
      "\(row.name) misses \(Counted.text(pair.errors.missedB, "fix", "fixes")) where A misses \(Counted.number(pair.errors.missedA))"
    }
  }

  /// Each figure that was asked for with such a conclusion.
  private static func metrics(_ row: FolderComparison.Row, where isSo: (Conclusion) -> Bool) -> [String] {
    row.metrics.filter { $0.isJudged && isSo($0.conclusion) }.map { $0.text(in: row.name) }
  }

  private static let metres = DifferenceText(unit: " m", decimals: 3)
  private static let points = DifferenceText(unit: " points", scale: 100, decimals: 1)

  /// `feedback by 0.23 m [0.20, 0.26], tolerance 0.11 m`
  static func errors(_ row: FolderComparison.Row) -> String? {
    row.comparison.map {
      "\(row.name) by \(metres.size(of: $0.mean)), tolerance \(metres.amount($0.tolerance))"
    }
  }

  /// `the right room of feedback by 4.1 points [2.2, 6.0] (pooled), tolerance 2.0`; nil where no share has such a conclusion.
  private static func rooms(_ row: FolderComparison.Row, where isSo: (Conclusion) -> Bool) -> String? {
    guard let rooms = row.rooms else { return nil }
    let shares = [("pooled", rooms.pooled), ("macro", rooms.macro)].filter { isSo($0.1.conclusion) }
    guard !shares.isEmpty else { return nil }
    let parts = shares.map { label, share in "\(points.size(of: share)) (\(label))" }
    return
      "the right room of \(row.name) by \(Counted.list(parts)), tolerance \(points.number(rooms.tolerance))"
  }

  /// `0, 3 to 7, 21 to 49`; of many runs the first ones.
  static func ranges(_ numbers: [Int]) -> String {
    let runs = numbers.runs { $0 + 1 == $1 }
    let shown = runs.prefix(6).map { run in
      run.count == 1 ? "\(run[run.startIndex])" : "\(run[run.startIndex]) to \(run[run.endIndex - 1])"
    }
    let rest = runs.dropFirst(6).reduce(0) { $0 + $1.count }
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension FolderComparison {
  /// One test for each row, failed when B is worse or lacks laps, and one for the laps of figures.
  package var junit: JUnitReport {
    let laps = JUnitReport.Case(
      name: "laps", output: Counted.text(laps, "lap"),
      failure: lacksLaps ? ("laps missing", "B lacks \(missingLaps.count) of A's laps") : nil)
    return JUnitReport(
      group: "compare." + (a.scenario ?? a.path), cases: (isOfFigures ? [laps] : []) + rows.map(Self.test))
  }

  private static func test(_ row: Row) -> JUnitReport.Case {
    guard let pair = row.comparison else {
      let text = row.metrics.map { "\($0.conclusion.sentence): \($0.text(in: row.name))" }.joined()
      return JUnitReport.Case(
        name: row.name, output: text,
        failure: row.fails ? (row.metrics.map(\.verdict.rawValue).joined(), text) : nil)
    }
    let counts =
      "\(Counted.text(pair.errors.pairs.count, "pair")) in \(Counted.text(pair.laps, "lap")), missed \(pair.errors.missedA) by A and \(pair.errors.missedB) by B, not paired \(pair.errors.unmatchedA + pair.errors.unmatchedB)"
    guard row.fails else {
      return JUnitReport.Case(
        name: row.name,
        output: "B - A: \(pair.conclusion.sentence): \(ComparisonVerdict.errors(row) ?? ""); \(counts)",
        failure: nil)
    }
    let types = row.isWorse ? row.failures.map(\.rawValue) : row.conclusions.map(\.verdict.rawValue)
    return JUnitReport.Case(
      name: row.name, output: counts,
      failure: (
        types.joined(separator: ", "),
        row.isWorse ? ComparisonVerdict.reason(row) : ComparisonVerdict.open(row)
      ))
  }
}
