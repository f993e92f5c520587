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
      scores, rangingFigure,
      .init("scenario", \.name),
      .init("laps", about: "The number of laps that were run.", \.laps),
      .init(
        "differences",
        about: "How far each pipeline lies from the first one, below; empty with fewer than two laps.",
        \.differences),
      .init(
        "verdicts",
        about:
          "Each published figure beside the same one of this run, below; empty where nothing was published.",
        \.published),
      .init(
        "advertisements",
        about: "What became of every advertisement ([results.md](results.md#what-became-of-advertisements)).",
        \.tally),
      .init(
        "notes",
        about: """
          What you must know to judge the figures: what is odd about the site or the data, rows that \
          answer by their fallback at 90 % of their fixes or more, rows with contradicted fixes, and \
          rows that are worse than always answering the room's centre (the whole 95 % interval of their \
          mean paired difference to it is above 0).
          """, \.notes),
      .init(
        "publishedOrder", isOptional: true,
        about: """
          Whether rows come in the order of their published means; only where two of these differ. An \
          element is a pair of rows whose published means follow each other; rows of equal published means \
          have no order.
          """
      ) { $0.publishedOrder.isEmpty ? nil : $0.publishedOrder },
      .init(
        "calibration", isOptional: true,
        about: "n, C, sigma and the level of each anchor, where a data set was fitted."
      ) { result in
        result.calibration.map { Calibration.figures(of: result.site).value(of: $0) }
      },
      .init(
        "bounds", isOptional: true,
        about: "With `--bounds` only: lower bounds on the RMSE of any method, below.", \.bounds),
      .init(
        "whiteNoise", isOptional: true,
        about: "With `noise: white` only: what took the place of the noise, below.", \.whiteNoise),
      .init("references", isOptional: true, about: "Rows from elsewhere, with their source.") {
        $0.references.isEmpty ? nil : $0.references
      },
    ]

  /// One element for each pipeline.
  package static let scores = Figure<StudyResult>("scores", about: "One element for each pipeline, below.") {
    result in
    result.pipelines.map(PipelineResult.figures(in: result).value)
  }

  static let rangingFigure = Figure<StudyResult>(
    "ranging",
    about: """
      How well levels tell distances and zones, below: pipelines, filter and assumes say whose levels these \
      are; byDistance has the same by true distance, from (not included, but for 0) and to (included; null \
      for the last), and byBeacon by beacon. Empty where no walk is known.
      """
  ) { result in
    result.ranging.map(RangingResult.figures(of: result.site).value)
  }
}

extension PipelineDifference: Described {
  /// Two pipelines of one study.
  package static let figures: [Figure<PipelineDifference>] = [
    .init("pipeline", "pipeline", \.pipeline), metres("difference"), p("p Holm"),
    .init(
      "verdict", "verdict",
      about: """
        `better` or `worse` than the reference: pHolm is below 0.05 and the interval lies on one side of 0; else \
        `not shown`.
        """, \.verdict.rawValue),
    .init("reference", about: "The scenario's first pipeline.", \.reference),
    .init("pairs", about: "Moments at which both were measured.", \.pairs),
    .init("laps", about: "Laps with such a moment.", \.laps),
    .init("p", about: "Wilcoxon's signed-rank test of the laps' mean differences, two-sided.", \.p),
  ]

  /// - Parameter title: in a table, where one difference alone is not corrected.
  package static func p(_ title: String) -> Figure<PipelineDifference> {
    .init(
      "pHolm", title, form: .probability,
      about: """
        p corrected after Holm for the number of differences: even one false alarm among them has a \
        chance of at most 5 % at 0.05.
        """, \.pHolm)
  }

  /// - Parameter title: in a table.
  package static func metres(_ title: String) -> Figure<PipelineDifference> {
    .init(
      "differenceMetres", title, unit: "m [95 %]", decimals: 3, better: .smaller,
      about: "The mean of the pipeline's error less the reference's: below 0 it is better.", \.metres,
      interval: \.interval
    )
  }
}

extension PublishedFigure: Described {
  /// A published figure beside the simulated one.
  package static let figures: [Figure<PublishedFigure>] = [
    .init("cell", about: "The pipeline's name, and `mean` or `std`.") {
      "\($0.pipeline) \($0.statistic.rawValue)"
    },
    .init("published", "published", unit: "m", \.published),
    .init(
      "simulated", "simulated", unit: "m [95 %]", about: "Null where too few fixes were made for it.",
      \.simulated, interval: \.interval),
    .init(
      "tolerance",
      about: "In metres: 0.3 for a mean, 0.4 for a standard deviation ([why](results.md#published-figures)).",
      \.statistic.tolerance),
    .init(
      "verdict", "verdict",
      about: """
        `inside`: the whole interval differs from the published figure by no more than the tolerance; \
        `outside`: all of it by more, or there is no figure since there were no fixes; `undecided`: it \
        reaches over the edge, or there is none.
        """, \.verdict.rawValue),
  ]
}

extension PublishedOrder: Described {
  /// Two published means and their order here.
  package static let figures: [Figure<PublishedOrder>] = [
    .init("smaller", about: "The row with the smaller published mean.", \.smaller),
    .init("larger", about: "The row with the larger one.", \.larger),
    .init(
      "verdict",
      about: "`same` if the whole interval lies above 0, `opposite` if below, else `undecided`.",
      \.verdict.rawValue),
    .init(
      "differenceMetres", about: "The larger row's error less the smaller row's at the same moments.",
      \.difference?.metres, interval: \.difference?.interval),
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
    .init("program") { _ in "beaconbench" },
    .init(
      "version",
      about: "That of the build, wherever the program lies now; `beaconbench --version` prints it."
    ) { _ in Self.version },
    .init(
      "commit",
      about: "Likewise; `unknown` if the program was built outside a checkout or without `git`."
    ) { $0.commit.hash ?? "unknown" },
    .init(
      "modified",
      about: """
        Whether a file of the checkout differed from the commit when the program was built, or a source \
        file was new; null where the commit is unknown.
        """, \.commit.isModified),
    .init("startedAt", \.startedAt), .init("machine", \.machine), .init("processor", \.processor),
    .init("operatingSystem", \.operatingSystem), .init("threads", \.threads),
    .init("wallSeconds", \.wallSeconds), .init("processorSeconds", \.processorSeconds),
    .init("costs", about: "The [computing time](metrics.md#cost) of each pipeline.", \.costs),
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
    more: [(name: String, text: String)] = [], into prepared: PreparedFolder? = nil
  ) throws(FileProblem) {
    let prepared = if let prepared { prepared } else { try prepare() }
    try prepared.write(
      scenario.texts + [
        ("summary.json", result.document.prettyJSON), (Self.marker, provenance.document.prettyJSON),
      ] + more)
    if let bounds = result.bounds {
      let csv = bounds.csv(site: result.site, directionNames: result.directionNames)
      try prepared.write([(Self.bounds, csv)])
    }
    let errors = try prepared.file(named: "errors.csv")
    try ErrorsTable.write(result) { rows throws(FileProblem) in try errors.append(Octets(rows)) }
    try errors.finish()
    try prepared.commit()
  }
}
