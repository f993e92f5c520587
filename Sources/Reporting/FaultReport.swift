import Figures
package import Studies

extension FaultResult {
  /// What each pipeline loses by each fault, three faults to a table.
  package var report: [ReportSection] {
    let head =
      "\(scenario), \(Counted.text(laps, "lap")): increase of the mean error (m) [95 %] with one "
      + "fault at a time; paired over the same laps."
    return [.paragraph(head)] + SensitivityResult.tables(of: groups.map { ($0.title, $0.rows) }, laps: laps)
  }
}
