import Evaluation
import Studies

/// The lag budget: seconds by stage, and metres from end to end.
struct LagReport {
  private let budget: LagBudget

  init(_ budget: LagBudget) { self.budget = budget }

  func text(width: Int) -> String {
    var table = TextTable([
      .init("lags without noise"), .init("filters predicted", unit: "s"), .init("measured", unit: "s"),
      .init("behind predicted", unit: "m"), .init("measured [95 %]", unit: "m"),
    ])
    for row in budget.rows {
      table.add([
        .text(row.pipeline), .number(row.filterSeconds),
        .number(row.filters.reduce(0) { $0 + $1.measured }), .number(row.predicted),
        .interval(row.measured, from: row.interval?.lower, to: row.interval?.upper),
      ])
    }
    func seconds(_ stage: LagBudget.Stage) -> String {
      "\(stage.name) \(FixedPoint.text(stage.predicted, decimals: 2)) s predicted, "
        + "\(FixedPoint.text(stage.measured, decimals: 2)) s measured"
    }
    table.notes = [
      "Filters: on a ramp of level without end. To them come, for all: \(seconds(budget.average)); "
        + "\(seconds(budget.waiting)). Behind: along the way at presses in \(budget.scenario), at "
        + "\(FixedPoint.shortest(budget.speed, decimals: 2)) m/s; predicted is speed times all seconds, of the wait those measured.",
      budget.rows.isEmpty
        ? "No row was judged, since none has a filter that could lag."
        : budget.wrong.isEmpty
          ? "All stages exact, and all rows within \(FixedPoint.text(LagBudget.tolerance, decimals: 1)) m: the measured figure is judged, not its interval."
          : "Not as predicted: \(Counted.list(budget.wrong)).",
    ]
    table.notes += MissedNote.sentences(of: budget.missed)
    return table.text(width: width)
  }
}
