import Evaluation
import Laps
import Studies

/// What single changes do here and elsewhere.
struct ChangesReport {
  private let result: ChangesResult

  init(_ result: ChangesResult) { self.result = result }

  func text(width: Int) -> String {
    let pipelines = result.base.map(\.pipeline)
    var table = TextTable([.init("one change")] + pipelines.map { .init($0, unit: "m") })
    table.add(
      [.text("none: mean (elsewhere)")]
        + result.base.map { base in
          .text("\(base.mean.map(metres) ?? "–") (\(metres(base.elsewhere)))")
        })
    for row in result.rows {
      table.add(
        [.text(row.name)]
          + pipelines.map { pipeline in
            .text(row.cells.first { $0.pipeline == pipeline }.map(text) ?? "")
          })
    }
    let cells = result.cells
    let usual = cells.count(where: isUsual)
    table.notes = [
      "By how much the mean changes: here ± half the 95 % interval over \(Counted.text(result.laps, "lap")) (elsewhere: "
        + "\(result.source), over \(Counted.number(result.lapsElsewhere))). *: further apart than the two intervals explain in nineteen of twenty cells; !: than they "
        + "explain in nineteen of twenty tables.",
      cells.isEmpty
        ? "No cell was judged: no pipeline of the scenario has a mean from elsewhere."
        : "\(usual) of \(cells.count) cells within the first, where chance leaves about "
          + "\(Int((0.95 * Double(cells.count)).rounded())); \(cells.count { $0.agrees }) within the second.",
    ]
    table.notes += MissedNote.sentences(of: result.missed)
    return table.text(width: width)
  }

  private func text(_ cell: ChangesResult.Cell) -> String {
    let half = cell.interval.map { " ± " + metres(($0.upper - $0.lower) / 2) } ?? ""
    let there = cell.elsewhere.map(signed) ?? cell.bound.map { "≤ \(metres($0))" } ?? ""
    let mark =
      switch cell.verdict {
      case .disagrees: " !"
      case .agrees where !isUsual(cell): " *"
      case .agrees, .undecided: ""
      }
    return "\(cell.change.map(signed) ?? "–")\(half) (\(there))\(mark)"
  }

  private func isUsual(_ cell: ChangesResult.Cell) -> Bool {
    cell.errorsApart.map { $0 <= result.usual } ?? false
  }

  private func signed(_ value: Double) -> String { (value < 0 ? "-" : "+") + metres(value.magnitude) }
  private func metres(_ value: Double) -> String { FixedPoint.text(value, decimals: 2) }
}
