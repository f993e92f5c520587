import Calibrating
import Comparisons
import Context
import Evaluation
import Foundation
import Laps
import Pages
import Placement
import Rendering
import Results
import Scenarios
import Sweeping
import TestSupport
import Testing
import World

/// docs/columns.md: every key of the JSON documents and every column of tables, as their declarations have them.
@Suite struct DocumentedColumnsTests {
  private static let head = """
    # Keys and columns

    This page is for those who look a name up: the keys of JSON documents, the columns of CSV files and those of printed tables, with their units
    and what they mean. It is generated from the declarations in the sources (`RECORD_GOLDEN=1 make test` writes it). A meaning is left out where
    name, unit and heading say it. How the figures are worked out stands in [metrics.md](metrics.md) and on the pages of the verbs.

    A key in JSON that is marked *optional* is absent where it has no value; every other key is then `null`. An interval is `[lower, upper]` with
    95 % confidence, over laps unless its meaning says otherwise ([metrics.md](metrics.md#intervals)), and `null` with fewer than two laps (of a
    standard deviation: 20). What is
    a list or an object has its own keys in a section below, or in its meaning. Documents that are not declared in this way stand on the pages of
    their verbs: [inspect and encode](captures.md#inspect), [air](air.md), [export](export.md), [report](report.md), [server](server.md).

    """

  /// The keys and columns of one kind of object.
  private struct Section {
    let title: String
    let table: String

    /// As GitHub names the heading.
    var anchor: String {
      title.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.replacing(" ", with: "-")
    }

    init<Subject>(_ title: String, _ figures: [Figure<Subject>]) {
      let names = [
        figures.contains { $0.key != nil } ? "JSON" : nil, figures.contains { $0.field != nil } ? "CSV" : nil,
      ]
      let hasColumns = figures.contains { $0.column != nil }
      let hasMeanings = figures.contains { $0.about != nil }
      let heads =
        names.compactMap(\.self) + (hasColumns ? ["table", "unit"] : []) + (hasMeanings ? ["meaning"] : [])
      var rows = [heads]
      for figure in figures {
        let keys = [figure.key, figure.intervalKey].compactMap { name in name.map { "`\($0)`" } }
        var cells =
          names[0] == nil ? [] : [keys.joined(separator: ", ") + (figure.isOptional ? ", optional" : "")]
        if names[1] != nil { cells.append(figure.field.map { "`\($0)`" } ?? "") }
        if hasColumns {
          let percent = figure.column?.form == .percent ? "%" : nil
          cells += [figure.column?.title ?? "", figure.column?.unit ?? percent ?? ""]
        }
        rows.append(cells + (hasMeanings ? [figure.about ?? ""] : []))
      }
      (self.title, table) = (title, Self.table(rows))
    }

    init<Subject: Described>(_ title: String, _: Subject.Type) { self.init(title, Subject.figures) }

    /// A table of CSV, each of whose columns says what it holds.
    init(_ title: String, _ fields: [CSVField]) {
      let rows = fields.map { [$0.name, $0.unit ?? "", $0.about] }
      (self.title, table) = (title, Self.table([["column", "unit", "meaning"]] + rows))
    }

    /// What becomes of advertisements: what a simulation counts, then what is left out of readings or noted.
    init(_ title: String, _ tally: LapTally) {
      let simulated =
        [
          ("sent", "sent by beacons"), ("lost", "lost to interference, whatever their level"),
          ("belowSensitivity", "below the receiver's sensitivity; the rest is received"),
        ] + LapTally.Simulated().others.map { ($0.key, "\($0.about); where it occurs") }
      let usual = Set(tally.counts.map(\.key))
      let rows =
        simulated.map { [$0, "", "Only in simulations: \($1)."] }
        + [["delivered", "", "Heard, with an identity that is wanted and a level."]]
        + tally.allCounts.map { count in
          let about = count.about.prefix(1).uppercased() + count.about.dropFirst()
          return [
            count.key, count.kind == .leftOut ? "no" : "yes",
            usual.contains(count.key) ? "\(about)." : "\(about). Only where it occurs.",
          ]
        } + [["readings", "", "Averages that the phone made: a beacon and a second in which it was heard."]]
      let heads = ["JSON", "in readings", "meaning"]
      (self.title, table) = (title, Self.table([heads] + rows.map { ["`\($0[0])`"] + $0[1...] }))
    }

    private static func table(_ rows: [[String]]) -> String {
      var lines = rows.map { "| \($0.joined(separator: " | ")) |" }
      lines.insert("|" + String(repeating: "---|", count: rows[0].count), at: 1)
      return lines.joined(separator: "\n") + "\n"
    }
  }

  private static let study: [Section] = [
    .init("run, replay: the document", StudyResult.self), .init("errors.csv", ErrorsTable.fields),
    .init("fixes.csv", PipelineFix.columns(walkers: true, models: true).map(\.field)),
    .init(
      "run, replay: an element of scores",
      PipelineResult.figures(rule: "", rooms: [], DirectionNames(route: nil)).filter { figure in
        !Score.figures.contains { $0.key == figure.key }
      }),
    .init("Errors of a pipeline", Score.self), .init("Ends of callbacks", FixTally.self),
    .init("Differences between pipelines", PipelineDifference.self),
    .init("Published figures", PublishedFigure.self), .init("Order of published means", PublishedOrder.self),
    .init("References", Scenario.Reference.self), .init("Distribution of errors", ErrorDistribution.self),
    .init("Mean error vector", ErrorVector.self),
    .init("Along-path and cross-path errors", SignedErrors.self),
    .init("Coverage of places", Coverage.self), .init("Lag", Lag.self),
    .init("Uncertainty", UncertaintyScore.self), .init("Uncertainty: a region", UncertaintyScore.Region.self),
    .init("Uncertainty: a tenth of probability", ReliabilityTable.Row.self), .init("Tracks", TrackTally.self),
    .init("Changes of room", TrackTally.rooms), .init("Stops", StopTally.self),
    .init("Ranging", DistanceErrors.figures), .init("Zones", RangingTally.self),
    .init("White noise", WhiteNoiseSummary.self),
    .init("Bounds", StudyBounds.self), .init("Costs", PipelineCost.self),
    .init("What became of advertisements", LapTally()),
    .init("provenance.json", Provenance.self),
  ]

  private static let recordings: [Section] = [
    .init("replay: the document", Replay.self), .init("replay: beacons", BeaconRange.self),
    .init("replay --ranges", RangeMoment.columns(lap: 0)),
    .init("replay --fixes, run --keep-fixes: fixes", PipelineFix.self),
    .init("replay, live: a line", LiveReplay.line), .init("replay, live: the last line", LiveReplay.self),
    .init("replay, live: the end of a pipeline", TrackEnding.self), .init("simulate", SimulatedLap.self),
    .init("survey", SurveySummary.self), .init("survey: a beacon", SurveySummary.Row.self),
  ]

  private static let variants: [Section] = [
    .init("run --seeds: the document", SeedSpread.self),
    .init("run --seeds: a pipeline", SeedSpread.Row.self),
    .init("White-noise twin: a pipeline", RankingComparison.Row.self),
    .init("White-noise twin: a pair", RankingComparison.Pair.self),
    .init("power: the document", PowerResult.self), .init("power: a pipeline", PowerResult.Row.found),
  ]

  private static let comparisons: [Section] = [
    .init("compare: the document", FolderComparison.self),
    .init("compare: tolerances", ComparisonTolerance.self),
    .init("compare: times without a partner", TimeDifferences.self),
    .init("compare: a difference of the scenarios", StudyDifference.self),
    .init("compare: a pair of pipelines", FolderComparison.Row.self),
    .init("compare: a metric", ComparedFigure.self), .init("compare: rooms", RoomComparison.self),
    .init("compare: right rooms", ComparedFigure.shares),
    .init("compare: fixes missed by one side", PairedErrors.MissedByOne.figures { .number($0) }),
  ]

  private static let explanations: [Section] = [
    .init("explain: the document", Explanation.self), .init("explain: a cause", Explanation.MeanShare.self),
    .init("explain: a stretch", Explanation.Stretch.figures(DirectionNames(route: nil))),
    .init("explain: a cause of a stretch", Explanation.Removal.self),
    .init("explain: the worst moment", WorstMoment.self), .init("explain: a beacon", WorstMoment.Beacon.self),
  ]

  private static let channels: [Section] = [
    .init("calibrate: the document", ChannelFit.self), .init("calibrate: an error model", ChannelLaw.self),
    .init("calibrate: an estimate", ChannelEstimate.self),
    .init("calibrate: residuals", ResidualCorrelation.self), .init("calibrate: losses", LossTable.Row.self),
    .init("calibrate --pairs: the document", PairCalibration.self),
    .init("calibrate --pairs: what is predicted", PairCalibration.Row.self),
  ]

  private static let faults: [Section] = [
    .init("sensitivity: the document", SensitivityResult.self),
    .init("sensitivity: a variation", SensitivityResult.Group.self),
    .init("site check: the document", SiteCheck.self), .init("site check: a beacon", SiteCheck.Row.self),
  ]

  private static let applications: [Section] = [
    .init("context: the document", ContextResult.self), .init("context: events", EventScore.self),
    .init("context: states", StateScore.self), .init("context: zones", ZoneScore.self),
    .init("context --replay: the document", ContextReplayResult.self),
    .init("context --replay: events by kind", ReplayedEvents.self),
    .init("context --replay: states", ReplayedState.self),
    .init("context --replay: events", EventRow.self), .init("navigate: the document", NavigationResult.self),
    .init("navigate: a pipeline", NavigationResult.Row.self),
  ]

  private static let recorded: [Section] = [
    .init("methods: the document", MethodsResult.self), .init("methods: a row", MethodsResult.Summary.self),
    .init("methods: a data set", MethodsResult.Part.self),
    .init("methods: a cell", MethodsResult.Row.self), .init("choose: the document", ChoiceResult.self),
    .init("choose: a class", ChoiceResult.Class.self), .init("choose: a site", ChoiceResult.Row.self),
    .init("choose: a rival", ChoiceResult.Rival.self), .init("choose: constants", ChoiceResult.Choice.self),
    .init("twin: the document", TwinResult.self),
    .init("twin: a pipeline", TwinResult.Row.self), .init("twin: a figure", QuantileAgreement.Row.self),
    .init("twin: the signal", SignalAgreement.self),
    .init("twin of several data sets: the document", TwinSetsResult.self),
    .init("twin of several data sets: one of them", TwinSetsResult.Part.self),
  ]

  private static let placement: [Section] = [
    .init("place: the document", PlacementResult.self), .init("place: the verdict", PlacementVerdict.self),
    .init("place: a judged layout", JudgedPipeline.self),
    .init("place: beacons.csv", InstallationPlan.Beacon.self),
    .init("place: curve.csv", PlacementResult.Step.self),
    .init("place: map.csv", PlacementResult.MapPoint.self),
  ]

  private static let reproductions: [Section] = [
    .init("reproduce: the document", ReproductionResult.self),
    .init("reproduce: buildings", BuildingsResult.self),
    .init("reproduce: the figure", FigureResult.self), .init("reproduce: lags", LagBudget.self),
    .init("reproduce: a pipeline's lag", LagBudget.Row.self), .init("reproduce: changes", ChangesResult.self),
    .init("reproduce: a changed pipeline", ChangesResult.Cell.self),
    .init("reproduce: missed fixes", MissedFixes.self),
    .init("reproduce recorded: the document", RecordedOrders.self),
    .init("reproduce recorded: a pair of rows", RecordedOrders.Pair.self),
    .init("reproduce fingerprint: a preset", FingerprintResult.self),
    .init("reproduce fingerprint: a row", Array(FingerprintRowResult.figures.dropFirst(Score.figures.count))),
    .init("reproduce fingerprint: figures of a row", FingerprintRowResult.Figure.self),
    .init("reproduce fingerprint: verdicts", FingerprintVerdict.self),
    .init("reproduce fingerprint: arithmetic", PublishedArithmetic.self),
  ]

  private static let sweeps: [Section] = [
    .init("sweep: the document", SweepResult.self), .init("sweep: Sobol indices", SweepIndex.self),
    .init("sweep: effects", SweepEffect.self), .init("sweep: ranking", RankingStability.Row.self),
    .init("sweep --estimate", SweepEstimate.self), .init("sweep status: the document", SweepStatus.self),
    .init("sweep status: a shard", SweepStatus.Row.self),
  ]

  /// By what a reader has before them.
  private static let chapters: [(title: String, sections: [Section])] = [
    ("Scores of run and replay", study), ("Recordings and simulated laps", recordings),
    ("Seeds, white noise and power", variants), ("compare", comparisons), ("explain", explanations),
    ("calibrate", channels), ("sensitivity and site check", faults),
    ("context and navigate", applications), ("methods and twin", recorded), ("place", placement),
    ("reproduce", reproductions), ("sweep", sweeps),
  ]

  private static var page: String {
    var page = head + "\n"
    for (title, sections) in chapters {
      let links = sections.map { "[\($0.title)](#\($0.anchor))" }
      page += "- **\(title)**: \(links.joined(separator: ", "))\n"
    }
    for (title, sections) in chapters {
      page += "\n## \(title)\n"
      for section in sections { page += "\n### \(section.title)\n\n\(section.table)" }
    }
    return page
  }

  @Test func `the page has the keys and columns of the declarations`() throws {
    let file = URL(filePath: Checkout.path("docs/columns.md"))
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data(Self.page.utf8).write(to: file)
      Issue.record("wrote docs/columns.md; run again without RECORD_GOLDEN")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.page)
  }

  @Test func `its sections have names of their own`() {
    let anchors = Self.chapters.flatMap(\.sections).map(\.anchor)
    #expect(Set(anchors).count == anchors.count)
  }

  @Test func `docs/results.md has the columns of errors.csv in their order`() throws {
    let page = try String(contentsOf: URL(filePath: Checkout.path("docs/results.md")), encoding: .utf8)
    let names = ErrorsTable.fields.map(\.name)
    #expect(page.contains("\n`\(names.filter { $0 != "walker" }.joined(separator: ","))`\n"))
  }
}
