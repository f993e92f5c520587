import Documents
import Evaluation
package import Laps
package import Rendering
import Results

// The figures of a search. docs/columns.md lists the keys.

extension SearchResult: Described {
  /// The document of `--json`.
  package static let figures: [Figure<SearchResult>] = [
    .init("reproduction", \.sweep.name),
    .init("seed", about: "Of the search.", \.sweep.seed),
    .init("secondSeed", about: "The seed with which points inside are run again.", \.sweep.stopping.again),
    .init("points", about: "The number of points.", \.rows.count),
    .init("stages", about: "As in the file.", \.sweep.stages),
    .init("falseStops", about: "As in the file.", \.sweep.stopping.falseStops),
    .init("laps", about: "All simulated laps.", \.laps),
    .init(
      "counts",
      about: """
        stopped: the number of points stopped after each number of laps; outside, undecided, inside; \
        whollyInside: with every figure inside.
        """
    ) { result in
      let stopped = result.sweep.looks.map {
        FigureValue.counts([("laps", $0), ("points", result.stopped(after: $0))])
      }
      return result.counts { result.count($0) }.with(
        .object([("stopped", stopped.figureValue), ("whollyInside", .count(result.whollyInside))]))
    },
    .init(
      "again",
      about: """
        Of the points inside, how many are inside, undecided and outside with the second seed.
        """
    ) { result in result.counts { result.again($0) } },
    .init(
      "region",
      about: """
        For each parameter: parameter, unit, scale; searched: the ends of the range, quartilesInside: \
        smallest, p25, median, p75 and largest of the points inside; or shares: value, inside, points, \
        share, interval95; best.
        """, \.region),
    .init(
      "importance",
      about: """
        distanceLevel, correlationLevel; rows: parameter, distance, correlations with cell and correlation.
        """, \.importance),
    .init(
      "best",
      about: """
        point, verdict, misfit, and cells: cell, published, simulated, interval95, verdict, \
        simulatedAgain; null if no point is inside or undecided.
        """
    ) { result in result.best.map(result.figures) },
  ]

  private func counts(_ count: (SearchOutcome.Verdict) -> Int) -> FigureValue {
    .counts([SearchOutcome.Verdict.outside, .undecided, .inside].map { ($0.rawValue, count($0)) })
  }

  private var importance: FigureValue {
    let rows = zip(sweep.parameters, sensitivity.rows).map { parameter, row in
      let correlations = zip(targets, row.correlations).map {
        FigureValue.object([("cell", .text($0.name)), ("correlation", .number($1))])
      }
      return FigureValue.object([
        ("parameter", .text(parameter.name)), ("distance", .number(row.distance)),
        ("correlations", correlations.figureValue),
      ])
    }
    return .object([
      ("distanceLevel", .number(sensitivity.distanceLevel)),
      ("correlationLevel", .number(sensitivity.correlationLevel)), ("rows", rows.figureValue),
    ])
  }

  /// A published figure, and what a point has of it with both seeds.
  package typealias Target = (
    published: PublishedFigure, cell: SearchOutcome.Cell, again: SearchOutcome.Cell?
  )

  /// In JSON and in a table.
  package static let target: [Figure<Target>] = [
    .init("cell", "best point") { $0.published.name },
    .init("published", "published", unit: "m") { $0.published.published },
    .init("simulated", "simulated", unit: "m [95 %]", { $0.cell.simulated }, interval: { $0.cell.interval }),
    .init("verdict", "verdict") { $0.cell.verdict.rawValue },
  ]
  /// Of a point that was run again.
  package static let again = Figure<Target>("simulatedAgain", "again", unit: "m") { $0.again?.simulated }

  /// By target.
  package func targets(of row: Row) -> [Target] {
    targets.indices.map { (targets[$0], row.outcome.cells[$0], row.cell.again?.cells[$0]) }
  }

  private func figures(of row: Row) -> FigureValue {
    .object([
      ("point", .count(row.point.index)), ("verdict", .text(row.outcome.verdict.rawValue)),
      ("misfit", .number(row.outcome.misfit(to: targets))),
      ("cells", targets(of: row).map((Self.target + [Self.again]).value).figureValue),
    ])
  }
}
