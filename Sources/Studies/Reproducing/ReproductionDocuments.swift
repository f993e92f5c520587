package import Documents
import Evaluation
import Results

// The JSON document of `reproduce`.

extension ReproductionResult {
  /// `{"reproduction": …, "presets": [{"name", "scores", "verdicts", …}], …}`.
  package var document: Document {
    var members: [Document.Member] = [
      .init(key: "reproduction", value: Document(name)), .init(key: "seed", value: Document(Int(seed))),
      .init(key: "laps", value: Document(laps)),
      .init(key: "presets", value: Document(presets.map { $0.document(of: name) })),
    ]
    if let buildings { members.append(.init(key: "buildings", value: buildings.document)) }
    if let figure { members.append(.init(key: "figure", value: figure.document)) }
    if let lags { members.append(.init(key: "lags", value: lags.document)) }
    if let changes { members.append(.init(key: "changes", value: changes.document)) }
    members.append(.init(key: "undecided", value: Document(undecided.map { Document($0) })))
    members.append(.init(key: "failures", value: Document(failures.map { Document($0) })))
    return Document(members)
  }
}

extension ReproductionResult.Preset {
  fileprivate func document(of reproduction: String) -> Document {
    let study = study.document
    return [
      "experiment": Document(reproduction), "name": Document(name), "matches": Document(matches),
      "reproduced": Document(isReproduced), "verdict": Document(verdict.rawValue),
      "scores": study.optional("scores") ?? [], "verdicts": study.optional("verdicts") ?? [],
    ]
  }
}

extension BuildingsResult {
  var document: Document {
    [
      "preset": Document(preset), "firstSeed": Document(Int(firstSeed)), "count": Document(count),
      "inOrder": inOrder.map { Document($0) } ?? nil,
      "rows": Document(
        rows.map { row in
          [
            "pipeline": Document(row.pipeline), "means": Document(row.means.map { Document($0) }),
            "meanMetres": Document(row.mean), "stdOfMeans": Document(row.deviation),
          ]
        }), "missed": Document(missed.map(\.document)),
    ]
  }
}

extension FigureResult {
  var document: Document {
    [
      "name": Document(name), "laps": Document(laps), "experiments": Document(experiments),
      "settings": Document(
        settings.map { setting in
          [
            "name": Document(setting.name),
            "means": Document(
              setting.means.map {
                [
                  "pipeline": Document($0.pipeline), "meanMetres": Document($0.mean),
                  "interval95": Document($0.interval),
                ]
              }),
            "statements": Document(
              setting.holdings.map {
                [
                  "statement": Document($0.statement.text), "times": Document($0.times),
                  "verdict": Document($0.verdict.rawValue),
                ]
              }),
          ]
        }), "missed": Document(missed.map(\.document)),
    ]
  }
}

extension LagBudget {
  var document: Document {
    func document(_ stage: Stage) -> Document {
      [
        "stage": Document(stage.name), "predictedSeconds": Document(stage.predicted),
        "measuredSeconds": Document(stage.measured),
      ]
    }
    return [
      "scenario": Document(scenario), "speed": Document(speed), "tolerance": Document(Self.tolerance),
      "phone": Document([document(average), document(waiting)]),
      "rows": Document(
        rows.map { row in
          [
            "pipeline": Document(row.pipeline), "filters": Document(row.filters.map(document)),
            "predictedMetres": Document(row.predicted), "measuredMetres": Document(row.measured),
            "interval95": Document(row.interval),
          ]
        }), "missed": Document(missed.map(\.document)),
    ]
  }
}

extension ChangesResult {
  var document: Document {
    [
      "laps": Document(laps), "lapsElsewhere": Document(lapsElsewhere), "source": Document(source),
      "limit": Document(limit),
      "without": Document(
        base.map {
          [
            "pipeline": Document($0.pipeline), "meanMetres": Document($0.mean),
            "interval95": Document($0.interval), "elsewhereMetres": Document($0.elsewhere),
          ]
        }),
      "rows": Document(
        rows.map { row in
          ["change": Document(row.name), "cells": Document(row.cells.map(\.document))]
        }), "missed": Document(missed.map(\.document)),
    ]
  }
}

extension ChangesResult.Cell {
  var document: Document {
    [
      "pipeline": Document(pipeline), "meanMetres": Document(mean), "changeMetres": Document(change),
      "interval95": Document(interval), "changeElsewhere": Document(elsewhere), "atMost": Document(bound),
      "errorsApart": Document(errorsApart), "agrees": Document(agrees), "verdict": Document(verdict.rawValue),
    ]
  }
}
