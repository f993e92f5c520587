import Documents
package import Evaluation
package import Laps
import NumericalMethods
import Rendering
import Results

/// The result of a search.
package struct SearchResult: Sendable {
  /// A point and its outcome.
  package struct Row: Hashable, Sendable {
    /// Its values.
    package let point: SweepPoint
    /// With both seeds.
    package let cell: SearchCell

    /// With the seed of the search.
    package var outcome: SearchOutcome { cell.outcome }
  }

  /// What was run.
  package let sweep: Sweep
  /// The figures to be reproduced.
  package let targets: [PublishedFigure]
  /// By point.
  package let rows: [Row]
  /// The point nearest to all published figures together, among the points inside or, if there are none, among those
  /// undecided. Of equally near ones it is the first.
  package let best: Row?
  /// By parameter.
  package let region: [SearchRange]
  /// By parameter, for being inside and for each target after the first stage.
  package let sensitivity: RegionalSensitivity

  /// - Parameter all: the blocks of the search, in their order.
  package init(_ run: SweepRun, _ all: [SearchCell]) {
    let (parameters, targets) = (run.sweep.parameters, run.targets)
    let rows = zip(run.points, run.blocksOfCells).map { Row(point: $0, cell: all[$1[0]]) }
    let best = Self.best(of: rows, targets: targets)
    (sweep, self.targets, self.rows, self.best) = (run.sweep, targets, rows, best)
    let values = parameters.indices.map { index in rows.map { $0.point.values[index] ?? nil } }
    let verdicts = rows.map(\.outcome.verdict)
    region = zip(parameters, values).enumerated().map { index, pair in
      SearchRange(pair.0, pair.1, verdicts.map { $0 == .inside }, best: best?.point.values[index])
    }
    sensitivity = RegionalSensitivity(
      of: zip(parameters, values).map { parameter, values in
        .init(values.map { parameter.size(of: $0) }, isOrdered: parameter.listed == nil)
      },
      labels: verdicts.map { $0 == .undecided ? nil : $0 == .inside },
      figures: targets.indices.map { target in rows.map { $0.outcome.cells[target].first } },
      seed: Seed(run.sweep.seed).derived("search"))
  }

  private static func best(of rows: [Row], targets: [PublishedFigure]) -> Row? {
    [SearchOutcome.Verdict.inside, .undecided].lazy.compactMap { verdict in
      rows.filter { $0.outcome.verdict == verdict }
        .compactMap { row in row.outcome.misfit(to: targets).map { (row, $0) } }
        .min { ($0.1, $0.0.point.index) < ($1.1, $1.0.point.index) }?.0
    }.first
  }

  /// How many points have a verdict.
  package func count(_ verdict: SearchOutcome.Verdict) -> Int {
    rows.count { $0.outcome.verdict == verdict }
  }

  /// How many points were stopped after a number of laps.
  package func stopped(after laps: Int) -> Int {
    rows.count { $0.outcome.verdict == .stopped && $0.outcome.laps == laps }
  }

  /// Of the points that are inside, how many have a given verdict on other laps.
  package func again(_ verdict: SearchOutcome.Verdict) -> Int {
    rows.count { $0.cell.again?.verdict == verdict }
  }

  /// How many points have all figures inside.
  package var whollyInside: Int {
    rows.count { $0.outcome.verdict == .inside && $0.outcome.isWhollyInside }
  }

  /// The number of laps that were simulated, those with the second seed included.
  package var laps: Int { rows.reduce(0) { $0 + $1.outcome.laps + ($1.cell.again?.laps ?? 0) } }

  /// What stands beside the report in a results folder: points, both tables, and the best point as a preset.
  package var files: [(name: String, text: String)] {
    [
      ("points.csv", pointsTable), ("region.csv", regionTable), ("importance.csv", importanceTable),
      ("search.json", document.prettyJSON),
    ] + (best.map { [("best.yaml", sweep.reproduction(ofBest: $0.point).yaml)] } ?? [])
  }
}
