package import Evaluation
import Laps
import NumericalMethods

/// The result of a search.
package struct SearchResult: Sendable {
  /// A point and its outcome.
  package struct Row: Hashable, Sendable {
    package let point: SearchPoint
    package let cell: SearchCell

    package var outcome: SearchOutcome { cell.outcome }
  }

  package let reproduction: String
  package let search: Search
  /// The seed of the laps with which points that are inside were run again.
  package let secondSeed: UInt64
  package let targets: [SearchTarget]
  /// By point.
  package let rows: [Row]
  /// The point nearest to all published figures together, among the points inside or, if there are none, among those
  /// undecided. Of equally near ones it is the first.
  package let best: Row?
  /// By parameter.
  package let region: [SearchRange]
  /// By parameter, for being inside and for each target after the first stage.
  package let sensitivity: RegionalSensitivity

  init(_ run: SearchRun, points: [SearchPoint], cells: [SearchCell]) {
    (reproduction, search, secondSeed, targets) = (run.reproduction, run.search, run.secondSeed, run.targets)
    let rows = zip(points, cells).map { Row(point: $0, cell: $1) }
    self.rows = rows
    best = Self.best(of: rows, targets: targets)
    region = SearchRange.all(of: run.search.parameters, rows)
    sensitivity = RegionalSensitivity(
      of: run.search.parameters.enumerated().map { index, parameter in
        RegionalSensitivity.Parameter(
          rows.map { parameter.size(at: $0.point.coordinates[index]) }, isOrdered: parameter.isNumber)
      },
      labels: rows.map { $0.outcome.verdict.label },
      figures: run.targets.indices.map { target in rows.map { $0.outcome.cells[target].first } },
      seed: Seed(run.search.seed).derived("search"))
  }

  private static func best(of rows: [Row], targets: [SearchTarget]) -> Row? {
    for verdict in [SearchOutcome.Verdict.inside, .undecided] {
      let candidates = rows.filter { $0.outcome.verdict == verdict }
      let misfits = candidates.compactMap { row in row.outcome.misfit(to: targets).map { (row, $0) } }
      if let best = misfits.min(by: { ($0.1, $0.0.point.index) < ($1.1, $1.0.point.index) }) {
        return best.0
      }
    }
    return nil
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
}

extension SearchOutcome.Verdict {
  /// On which side of the region's edge a point certainly lies.
  fileprivate var label: Bool? {
    switch self {
    case .inside: true
    case .undecided: nil
    case .outside, .stopped: false
    }
  }
}
