import Documents
import Evaluation
package import Laps
package import Rendering
package import Scenarios
package import World

// The figures of a study: what `--json` prints, and what its results folder holds.

extension StudyResult: Described {
  /// The same bytes for the same scenario and seed.
  package static let figures: [Figure<StudyResult>] =
    [
      scores, ranging, .init("scenario", \.name), .init("laps", \.laps), .init("differences", \.differences),
      .init("verdicts", \.published), .init("advertisements", \.tally), .init("notes", \.notes),
      .init("publishedOrder", isOptional: true) { $0.publishedOrder.isEmpty ? nil : $0.publishedOrder },
      .init("calibration", isOptional: true) { result in
        result.calibration.map { Calibration.figures(of: result.site).value(of: $0) }
      },
      .init("bounds", isOptional: true, \.bounds), .init("whiteNoise", isOptional: true, \.whiteNoise),
      .init("references", isOptional: true) { $0.references.isEmpty ? nil : $0.references },
    ]

  /// One element for each pipeline.
  package static let scores = Figure<StudyResult>("scores") { result in
    result.pipelines.map(PipelineResult.figures(in: result).value)
  }

  static let ranging = Figure<StudyResult>("ranging") { result in
    result.ranging.map(RangingResult.figures(of: result.site).value)
  }
}

extension PipelineDifference: Described {
  /// Two pipelines of one study.
  package static let figures: [Figure<PipelineDifference>] = [
    .init("pipeline", "pipeline", \.pipeline), metres("difference"), p("p Holm"),
    .init("verdict", \.verdict.rawValue), .init(nil, "verdict", \.verdict.word),
    .init("reference", \.reference),
    .init("pairs", \.pairs), .init("laps", \.laps), .init("p", \.p),
  ]

  /// - Parameter title: in a table, where one difference alone is not corrected.
  package static func p(_ title: String) -> Figure<PipelineDifference> {
    .init("pHolm", title, form: .probability, \.pHolm)
  }

  /// - Parameter title: in a table.
  package static func metres(_ title: String) -> Figure<PipelineDifference> {
    .init(
      "differenceMetres", title, unit: "m [95 %]", decimals: 3, better: .smaller, \.metres,
      interval: \.interval
    )
  }
}

extension PublishedFigure: Described {
  /// A published figure beside the simulated one.
  package static let figures: [Figure<PublishedFigure>] = [
    .init("cell") { "\($0.pipeline) \($0.statistic.rawValue)" },
    .init("published", "published", unit: "m", \.published),
    .init("simulated", "simulated", unit: "m [95 %]", \.simulated, interval: \.interval),
    .init("tolerance", \.statistic.tolerance), .init("verdict", "verdict", \.verdict.rawValue),
  ]
}

extension PublishedOrder: Described {
  /// Two published means and their order here.
  package static let figures: [Figure<PublishedOrder>] = [
    .init("smaller", \.smaller), .init("larger", \.larger), .init("verdict", \.verdict.rawValue),
    .init("differenceMetres", \.difference?.metres, interval: \.difference?.interval),
  ]
}

extension LapTally: FigureConvertible {
  package var figureValue: FigureValue {
    let counts = counts.map { ($0.key, $0.count) } + [("delivered", heard), ("readings", readings)]
    return .counts((simulated?.counts ?? []) + counts)
  }
}

extension LapTally.Simulated {
  /// The number of advertisements sent, and the numbers lost for each reason.
  fileprivate var counts: [(String, Int)] {
    [("sent", sent), ("lost", lost), ("belowSensitivity", belowSensitivity)]
      + others.filter { $0.count > 0 }.map { ($0.key, $0.count) }
  }
}

extension SimulatedLap: Described {
  /// Of its walk.
  package static let figures: [Figure<SimulatedLap>] = [
    .init("lap", \.lap), .init("walker", \.walker), .init("direction", \.direction),
    .init("hand", \.hand.rawValue), .init("seconds", \.seconds), .init("heard", \.stream.count),
    .init("presses", \.presses.count),
  ]

  /// With the outcomes of its advertisements.
  package var figureValue: FigureValue { Self.figures.value(of: self).with(.counts(counts.counts)) }
}

extension Calibration {
  /// Both laws, with the anchors named as the site names them.
  package static func figures(of site: Site) -> [Figure<Calibration>] {
    [
      .init("rows", \.rows), .init("n", \.exponent), .init("c", \.levelAtOneMetre.value),
      .init("sigma", \.deviation.value), .init("nWithinAnchors", \.exponentWithinAnchors),
      .init("sigmaWithinAnchors", \.deviationWithinAnchors.value),
      .init("levels") {
        FigureValue.object(zip(site.anchors, $0.levels).map { ($0.id, .number($1?.value)) })
      },
    ]
  }
}

extension Scenario.Reference: Described {
  /// Titles are those of a score.
  package static var figures: [Figure<Scenario.Reference>] {
    [.init("name", "pipeline", \.name)]
      + Metric.all(for: .references).map { metric in
        .init(metric.key(for: .scores), metric.heading) { $0.errors[metric] }
      } + [.init("source", \.source)]
  }
}

extension Provenance: Described {
  /// Data that may differ between runs with the same results.
  package static let figures: [Figure<Provenance>] = [
    .init("program") { _ in "beaconbench" }, .init("version") { _ in Self.version },
    .init("commit") { $0.commit.hash ?? "unknown" }, .init("modified", \.commit.isModified),
    .init("startedAt", \.startedAt), .init("machine", \.machine), .init("processor", \.processor),
    .init("operatingSystem", \.operatingSystem), .init("threads", \.threads),
    .init("wallSeconds", \.wallSeconds), .init("processorSeconds", \.processorSeconds),
    .init("costs", \.costs),
    .init("dataFolders", isOptional: true) { provenance -> FigureValue in
      let folders = provenance.dataFolders
      return folders.isEmpty ? .empty : .nested(Document(folders.map { Document($0) }))
    },
  ]
}

extension PipelineCost: Described {
  /// Computing time, for provenance.json.
  package static let figures: [Figure<PipelineCost>] = [
    .init("pipeline", \.pipeline),
    .init(
      "nanosecondsPerReading", "filters", unit: "ns/reading", decimals: 1, better: .smaller,
      \.nanosecondsPerReading),
    .init(
      "nanosecondsPerFix", "method", unit: "ns/fix", decimals: 0, better: .smaller, \.nanosecondsPerFix),
  ]
}

extension ResultsFolder {
  /// Writes a study: the files to run it again, every error, the summary, and the provenance.
  ///
  /// - Parameters:
  ///   - more: further files, contents by name.
  ///   - prepared: results of which some files have already been written.
  package func write(
    _ result: StudyResult, scenario: SavedScenario, provenance: Provenance,
    more: [(name: String, contents: String)] = [], into prepared: PreparedResults? = nil
  ) throws(ResultsProblem) {
    let prepared = if let prepared { prepared } else { try prepare() }
    try prepared.write(
      scenario.files.map { ($0.name, $0.document.yaml) } + scenario.tables + [
        ("summary.json", result.document.prettyJSON), (Self.marker, provenance.document.prettyJSON),
      ] + more)
    if let bounds = result.bounds {
      let csv = bounds.csv(site: result.site, directionNames: result.directionNames)
      try prepared.write([(Self.bounds, csv)])
    }
    let errors = try prepared.file(named: "errors.csv")
    try ErrorsTable.write(result) { rows throws(ResultsProblem) in try errors.append(rows) }
    try errors.finish()
    try prepared.commit()
  }
}
