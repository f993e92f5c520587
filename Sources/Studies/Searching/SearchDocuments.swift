package import Documents
import Evaluation
import Laps
package import Results
import Scenarios

// The JSON document of a search, and its results folder. `docs/reproduce.md` lists the keys.

extension SearchResult {
  package var document: Document {
    [
      "reproduction": Document(reproduction), "seed": Document(Int(search.seed)),
      "secondSeed": Document(Int(secondSeed)), "points": Document(rows.count),
      "stages": Document(search.stages.map { Document($0) }), "falseStops": Document(search.falseStops),
      "laps": Document(laps), "counts": counts,
      "again": [
        "inside": Document(again(.inside)), "undecided": Document(again(.undecided)),
        "outside": Document(again(.outside)),
      ],
      "region": Document(region.enumerated().map { document(of: $1, best: best?.point.values[$0]) }),
      "importance": importance, "best": best.map(document) ?? nil,
    ]
  }

  private var counts: Document {
    [
      "stopped": Document(
        search.looks.map { ["laps": Document($0), "points": Document(stopped(after: $0))] }),
      "outside": Document(count(.outside)), "undecided": Document(count(.undecided)),
      "inside": Document(count(.inside)), "whollyInside": Document(whollyInside),
    ]
  }

  private func document(of range: SearchRange, best: Document?) -> Document {
    let parameter = range.parameter
    var members: [Document.Member] = [
      .init(key: "parameter", value: Document(parameter.name)),
      .init(key: "unit", value: parameter.unit.map { Document($0) } ?? nil),
      .init(key: "scale", value: Document(parameter.scale)),
    ]
    if let (from, to) = parameter.range {
      members.append(.init(key: "searched", value: [Document(from), Document(to)]))
      members.append(.init(key: "quartilesInside", value: range.quartiles?.document ?? nil))
    } else {
      members.append(.init(key: "shares", value: Document(range.shares.map(\.document))))
    }
    return Document(members + [.init(key: "best", value: best ?? nil)])
  }

  private var importance: Document {
    [
      "distanceLevel": Document(sensitivity.distanceLevel),
      "correlationLevel": Document(sensitivity.correlationLevel),
      "rows": Document(
        zip(search.parameters, sensitivity.rows).map { parameter, row in
          [
            "parameter": Document(parameter.name), "distance": Document(row.distance),
            "correlations": Document(
              zip(targets, row.correlations).map {
                ["cell": Document($0.name), "correlation": Document($1)]
              }),
          ]
        }),
    ]
  }

  private func document(of row: Row) -> Document {
    [
      "point": Document(row.point.index), "verdict": Document(row.outcome.verdict.rawValue),
      "misfit": Document(row.outcome.misfit(to: targets)),
      "cells": Document(
        targets.enumerated().map { index, target in
          let cell = row.outcome.cells[index]
          return [
            "cell": Document(target.name), "published": Document(target.published),
            "simulated": Document(cell.simulated), "interval95": Document(cell.interval),
            "verdict": Document(cell.verdict.rawValue),
            "simulatedAgain": Document(row.cell.again?.cells[index].simulated),
          ]
        }),
    ]
  }
}

extension SearchRange.Quartiles {
  /// From the smallest to the largest.
  fileprivate var document: Document {
    Document([smallest, lower, median, upper, largest].map { Document($0) })
  }
}

extension SearchRange.Share {
  fileprivate var document: Document {
    [
      "value": value, "inside": Document(inside), "points": Document(points), "share": Document(share),
      "interval95": bounds.map { [Document($0.lowerBound), Document($0.upperBound)] } ?? nil,
    ]
  }
}

extension SearchParameter {
  /// As a file calls it.
  package var scale: String {
    switch values {
    case .linear: "linear"
    case .logarithmic: "logarithmic"
    case .listed: "values"
    }
  }

  /// Nil for a list.
  package var range: (from: Double, to: Double)? {
    switch values {
    case .linear(let from, let to), .logarithmic(let from, let to): (from, to)
    case .listed: nil
    }
  }
}

extension ResultsFolder {
  /// Writes a search: what it can be run again from, every point, both tables, and the best point as a preset.
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
