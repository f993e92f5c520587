import Documents
import Evaluation
import Laps
package import Rendering
package import Results
import Scenarios

// The figures of a search, and its results folder. `docs/reproduce.md` lists the keys.

extension SearchResult: Described {
  package static let figures: [Figure<SearchResult>] = [
    .init("reproduction", \.reproduction), .init("seed", \.search.seed), .init("secondSeed", \.secondSeed),
    .init("points", \.rows.count), .init("stages", \.search.stages),
    .init("falseStops", \.search.falseStops), .init("laps", \.laps),
    .init("counts") { result in
      FigureValue.object([
        (
          "stopped",
          result.search.looks.map {
            FigureValue.counts([("laps", $0), ("points", result.stopped(after: $0))])
          }.figureValue
        ), ("outside", .count(result.count(.outside))), ("undecided", .count(result.count(.undecided))),
        ("inside", .count(result.count(.inside))), ("whollyInside", .count(result.whollyInside)),
      ])
    },
    .init("again") { result in
      FigureValue.counts([
        ("inside", result.again(.inside)), ("undecided", result.again(.undecided)),
        ("outside", result.again(.outside)),
      ])
    },
    .init("region") { result in
      result.region.enumerated().map {
        $1.figures.with(.object([("best", (result.best?.point.values[$0]).figureValue)]))
      }
    },
    .init("importance", \.importance), .init("best") { result in result.best.map(result.figures) },
  ]

  private var importance: FigureValue {
    let rows = zip(search.parameters, sensitivity.rows).map { parameter, row in
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

  /// A figure of a point, with its target.
  package typealias Target = (target: SearchTarget, cell: SearchOutcome.Cell, again: SearchOutcome.Cell?)

  package static let target: [Figure<Target>] = [
    .init("cell", "best point") { $0.target.name },
    .init("published", "published", unit: "m") { $0.target.published },
    .init("simulated", "simulated", unit: "m [95 %]", { $0.cell.simulated }, interval: { $0.cell.interval }),
    .init("verdict", "verdict") { $0.cell.verdict.rawValue },
  ]
  package static let again = Figure<Target>("simulatedAgain", "again", unit: "m") { $0.again?.simulated }

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

extension SearchRange {
  fileprivate var figures: FigureValue {
    let own: FigureValue = .object([
      ("parameter", .text(parameter.name)), ("unit", parameter.unit.figureValue),
      ("scale", .text(parameter.scale)),
    ])
    guard let (from, to) = parameter.range else { return own.with(.object([("shares", shares.figureValue)])) }
    return own.with(
      .object([("searched", [from, to].figureValue), ("quartilesInside", quartiles.figureValue)]))
  }
}

extension SearchRange.Quartiles: FigureConvertible {
  /// From the smallest to the largest.
  package var figureValue: FigureValue { [smallest, lower, median, upper, largest].figureValue }
}

extension SearchRange.Share: Described {
  package static let figures: [Figure<SearchRange.Share>] = [
    .init("inside", "inside", \.inside), .init("points", "of", \.points),
    .init(
      "share", "share", unit: "% [95 %]", decimals: 2, form: .percent, \.share,
      interval: { $0.bounds.map { ConfidenceInterval(lower: $0.lowerBound, upper: $0.upperBound) } }),
    .init("value", \.value),
  ]
}

extension ResultsFolder {
  /// Writes a search: the files to run it again, every point, both tables, and the best point as a preset.
  package func write(
    _ result: SearchResult, of run: SearchRun, provenance: Provenance
  ) throws {
    var files = run.saved.files.map { ($0.name, $0.document.yaml) } + run.saved.tables
    if let best = result.best {
      let preset = try SavedSearch.document(
        ofBest: best.point, of: run.search, reproduction: run.reproduction, seed: run.secondSeed)
      files.append(("best.yaml", preset.yaml))
    }
    files += [
      ("points.csv", SearchTables.points(of: result)), ("region.csv", SearchTables.region(of: result)),
      ("importance.csv", SearchTables.importance(of: result)), ("search.json", result.document.prettyJSON),
      (Self.marker, provenance.document.prettyJSON),
    ]
    try write(files)
  }
}
