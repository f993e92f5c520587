import Evaluation
import Rendering
import Results

extension FolderComparison {
  /// One test for each pair, failed when B is worse or lacks laps.
  package var junit: JUnitReport {
    JUnitReport(group: "compare." + (a.scenario ?? a.path), cases: rows.map(Self.test))
  }

  private static func test(_ row: Row) -> JUnitReport.Case {
    let pair = row.comparison
    let counts =
      "\(Counted.text(pair.errors.pairs.count, "pair")) in \(Counted.text(pair.laps, "lap")), missed \(pair.errors.missedA) by A and \(pair.errors.missedB) by B, not paired \(pair.errors.unmatchedA + pair.errors.unmatchedB)"
    guard row.fails else {
      return JUnitReport.Case(
        name: ComparisonVerdict.name(row),
        output: "B - A: \(pair.conclusion.sentence): \(ComparisonVerdict.errors(row)); \(counts)",
        failure: nil)
    }
    let types = row.isWorse ? row.failures.map(\.rawValue) : row.conclusions.map(\.verdict.rawValue)
    return JUnitReport.Case(
      name: ComparisonVerdict.name(row), output: counts,
      failure: (
        types.joined(separator: ", "),
        row.isWorse ? ComparisonVerdict.reason(row) : ComparisonVerdict.open(row)
      ))
  }
}
