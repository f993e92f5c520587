package import Rendering

extension FaultResult {
  /// The effect of each fault on each pipeline, three faults to a table.
  package var report: [ReportSection] {
    let head =
      "\(scenario), \(Counted.text(laps, "lap")): increase of the mean error (m) [95 %] with one "
      + "fault at a time; paired over the same laps."
    return [.paragraph(head)] + SensitivityResult.tables(of: groups.map { ($0.title, $0.rows) }, laps: laps)
  }
}

extension FaultCheckResult {
  /// A row for each fault and number of laps.
  package var report: [ReportSection] {
    let head =
      "\(scenario): how often site check names the beacon of each fault alone, by the laps of one check together; every check is "
      + "of a building of its own."
    return [
      .paragraph(head),
      .table(
        rows, Row.figures, keys: 2,
        notes: [
          "Named: a beacon of the fault, by whatever kind. Names others: any other beacon, at a stated error rate of "
            + "\(FixedPoint.shortest(errorRate)) on a correct site. [95 %]: Wilson's interval of a share."
        ]),
    ]
  }
}
