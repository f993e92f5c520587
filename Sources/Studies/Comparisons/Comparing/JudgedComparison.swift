package import Documents
package import Rendering

/// Two results side by side, of positions or of other figures, and whether B fails.
package protocol JudgedComparison: Sendable {
  var report: [ReportSection] { get }
  var document: Document { get }
  /// One test for each comparison.
  var junit: JUnitReport { get }
  /// The outcome in one paragraph.
  var verdict: String { get }
  /// Which comparisons make the exit status 1, for those who have the verdict too; nil where none does.
  var failure: String? { get }
}

extension FolderComparison: JudgedComparison {
  package var failure: String? {
    let names = failing.map(ComparisonVerdict.name)
    guard !names.isEmpty else { return nil }
    return
      "\(names.count) of \(Counted.text(rows.count, "comparison")) \(names.count == 1 ? "fails" : "fail"): "
      + names.joined(separator: "; ")
  }
}
