import Evaluation
import Rendering
import Results

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
