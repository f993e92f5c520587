import Comparisons
import Evaluation
package import Rendering

extension EventComparison {
  /// A row for each metric of each kind of event, and what the gate makes of them.
  package var report: [ReportSection] {
    let heading =
      ["A: \(a.path), seed \(a.seed)", "B: \(b.path), seed \(b.seed)"]
      + (unpaired.isEmpty
        ? []
        : [
          "On one side only, not compared: \(Counted.list(unpaired.map { "\($0.application) \($0.event)" }))."
        ])
    let laps = min(a.laps, b.laps)
    let note =
      "[95 %]: Student's t over the differences of \(Counted.text(laps, "lap")). Tolerance: "
      + "\(FixedPoint.text(rules.tolerance.missed * 100, decimals: 1)) percentage points of missed events, "
      + "\(FixedPoint.text(rules.tolerance.relative * 100, decimals: 1)) % of A's delays and false alarms."
    return [
      .paragraphs(heading), .table(rows, Row.figures, keys: 3, notes: laps < 2 ? [] : [note]),
      .paragraph(verdict),
    ]
  }

  /// The outcome of the comparison.
  package var verdict: String {
    let lacking =
      missingLaps == 0 ? [] : ["B lacks \(missingLaps) of A's \(Counted.text(a.laps, "lap"))."]
    let worse = rows.filter { $0.verdict == .worse }
    let better = rows.filter { $0.verdict == .better }
    func names(_ rows: [Row]) -> String {
      rows.map { "\($0.metric.word) of \($0.kind.event), \($0.kind.application)" }.joined(separator: "; ")
    }
    let judged =
      worse.isEmpty
      ? (min(a.laps, b.laps) < 2
        ? "There is no verdict, since one lap gives no interval."
        : "No event is significantly worse by more than the tolerance.")
      : "\(worse.count) of \(Counted.text(rows.count, "comparison")) \(worse.count == 1 ? "is" : "are") worse by more than the "
        + "tolerance: \(names(worse))."
    return (lacking + [judged] + (better.isEmpty ? [] : ["B is better in \(names(better))."])).joined(
      separator: " ")
  }
}

extension EventComparison.Metric {
  fileprivate var word: String {
    switch self {
    case .missed: "share missed"
    case .delay: "delay"
    case .falseAlarms: "false alarms"
    }
  }
}
