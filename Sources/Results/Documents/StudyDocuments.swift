package import Documents
import Evaluation
package import Laps
package import Scenarios
package import World

// The JSON documents of a study: what `--json` prints, and what its results folder holds.

extension StudyResult {
  /// `{"scenario": …, "scores": […]}`: the same bytes for the same scenario and seed.
  package var document: Document {
    var members: [Document.Member] = [
      .init(key: "scenario", value: Document(name)),
      .init(key: "laps", value: Document(laps)),
      .init(
        key: "scores",
        value: Document(
          pipelines.map { $0.document(scoredAt: rule, directionNames: directionNames, site: site) })),
      .init(key: "differences", value: Document(differences.map(\.document))),
      .init(key: "verdicts", value: Document(published.map(\.document))),
      .init(key: "ranging", value: Document(ranging.map { $0.document(of: site) })),
      .init(key: "advertisements", value: tally.document),
      .init(key: "notes", value: Document(notes.map { Document($0) })),
    ]
    let order = publishedOrder
    if !order.isEmpty {
      members.append(.init(key: "publishedOrder", value: Document(order.map(\.document))))
    }
    if let calibration { members.append(.init(key: "calibration", value: calibration.document(of: site))) }
    if let bounds { members.append(.init(key: "bounds", value: bounds.document)) }
    if let whiteNoise { members.append(.init(key: "whiteNoise", value: whiteNoise.document)) }
    if !references.isEmpty {
      members.append(.init(key: "references", value: Document(references.map(\.document))))
    }
    return Document(members)
  }
}

extension PipelineDifference {
  package var document: Document {
    [
      "pipeline": Document(pipeline), "reference": Document(reference), "pairs": Document(pairs),
      "laps": Document(laps), "differenceMetres": Document(metres), "interval95": Document(interval),
      "p": Document(p), "pHolm": Document(pHolm), "verdict": Document(verdict.rawValue),
    ]
  }
}

extension PublishedFigure {
  var document: Document {
    [
      "cell": Document("\(pipeline) \(statistic.rawValue)"), "published": Document(published),
      "simulated": Document(simulated), "interval95": Document(interval),
      "tolerance": Document(statistic.tolerance), "verdict": Document(verdict.rawValue),
    ]
  }
}

extension PublishedOrder {
  var document: Document {
    [
      "smaller": Document(smaller), "larger": Document(larger),
      "differenceMetres": Document(difference?.metres), "interval95": Document(difference?.interval),
      "verdict": Document(verdict.rawValue),
    ]
  }
}

extension LapTally {
  var document: Document {
    var members: [Document.Member] = []
    if let simulated { members += simulated.members }
    members.append(.init(key: "delivered", value: Document(heard)))
    members += counts.map { .init(key: $0.key, value: Document($0.count)) }
    members.append(.init(key: "readings", value: Document(readings)))
    return Document(members)
  }
}

extension LapTally.Simulated {
  /// What was sent, and each reason for which some were not heard.
  var members: [Document.Member] {
    [
      .init(key: "sent", value: Document(sent)), .init(key: "lost", value: Document(lost)),
      .init(key: "belowSensitivity", value: Document(belowSensitivity)),
    ] + others.filter { $0.count > 0 }.map { .init(key: $0.key, value: Document($0.count)) }
  }
}

extension Calibration {
  /// Both laws, with the anchors named as the site names them.
  package func document(of site: Site) -> Document {
    [
      "rows": Document(rows), "n": Document(exponent), "c": Document(levelAtOneMetre.value),
      "sigma": Document(deviation.value), "nWithinAnchors": Document(exponentWithinAnchors),
      "sigmaWithinAnchors": Document(deviationWithinAnchors.value),
      "levels": Document(
        zip(site.anchors, levels).map { anchor, level in
          Document.Member(key: anchor.id, value: Document(level?.value))
        }),
    ]
  }
}

extension Scenario.Reference {
  var document: Document {
    [
      "name": Document(name), "meanMetres": Document(mean), "stdMetres": Document(deviation),
      "p75": Document(p75), "p90": Document(p90), "p95": Document(p95), "source": Document(source),
    ]
  }
}

extension Provenance {
  /// What may differ between runs with the same results.
  package var document: Document {
    [
      "program": "beaconbench", "version": Document(Self.version),
      "commit": Document(commit.hash ?? "unknown"), "modified": commit.isModified.map { Document($0) } ?? nil,
      "startedAt": Document(startedAt), "machine": Document(machine),
      "processor": processor.map { Document($0) } ?? nil, "operatingSystem": Document(operatingSystem),
      "threads": Document(threads), "wallSeconds": Document(wallSeconds),
      "processorSeconds": Document(processorSeconds),
      "costs": Document(
        costs.map {
          [
            "pipeline": Document($0.pipeline), "nanosecondsPerReading": Document($0.nanosecondsPerReading),
            "nanosecondsPerFix": Document($0.nanosecondsPerFix),
          ]
        }),
    ]
  }
}

extension ResultsFolder {
  /// Writes a study: all that it can be run again from, every error, the summary, and where it all came from.
  ///
  /// - Parameter more: further files, contents by name.
  package func write(
    _ result: StudyResult, scenario: SavedScenario, provenance: Provenance,
    more: [(name: String, contents: String)] = []
  ) throws(ResultsProblem) {
    try write(
      scenario.files.map { ($0.name, $0.document.yaml) } + scenario.tables + [
        ("summary.json", result.document.prettyJSON), (Self.marker, provenance.document.prettyJSON),
      ] + boundsTable(of: result) + more,
      inPieces: [
        (
          "errors.csv",
          { append throws(ResultsProblem) in
            try ErrorsTable.write(
              result.pipelines, site: result.site, directionNames: result.directionNames, to: append)
          }
        )
      ])
  }

  private func boundsTable(of result: StudyResult) -> [(name: String, contents: String)] {
    guard let bounds = result.bounds else { return [] }
    return [
      (
        BoundsTable.name,
        BoundsTable.csv(of: bounds, site: result.site, directionNames: result.directionNames)
      )
    ]
  }
}
