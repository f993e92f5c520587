import Calibrating
import Comparisons
import Context
import Evaluation
import Foundation
import Laps
import Rendering
import Reproducing
import Results
import Runs
import Scenarios
import Sweeping
import TestSupport
import Testing

/// docs/columns.md: every key of the JSON documents and every column of tables, as their declarations have them.
@Suite struct DocumentedColumnsTests {
  private static let head = """
    # Keys and columns

    This page is for those who look a name up: the keys of JSON documents, the columns of CSV files and those of printed tables that belong to one
    declaration in the sources, with their units. It is generated from the declarations (`RECORD_GOLDEN=1 make test` writes it).
    What each figure means stands in [results.md](results.md), [metrics.md](metrics.md), [compare.md](compare.md),
    [calibrate.md](calibrate.md), [reproduce.md](reproduce.md), [twin.md](twin.md), [fingerprint.md](fingerprint.md), [methods.md](methods.md),
    [explain.md](explain.md), [faults.md](faults.md), [sweeps.md](sweeps.md), [context.md](context.md),
    [bounds.md](bounds.md) and [white-noise.md](white-noise.md).

    A key in JSON that is marked *optional* is absent where it has no value; every other key is then `null`.

    """

  private static func section<Subject>(_ title: String, _ figures: [Figure<Subject>]) -> String {
    let hasFields = figures.contains { $0.field != nil }
    let hasColumns = figures.contains { $0.column != nil }
    let heads = ["JSON"] + (hasFields ? ["CSV"] : []) + (hasColumns ? ["table", "unit"] : [])
    var text = "\n## \(title)\n\n| \(heads.joined(separator: " | ")) |\n"
    text += "|" + String(repeating: "---|", count: heads.count) + "\n"
    for figure in figures {
      let key = [figure.key, figure.intervalKey].compactMap { name in name.map { "`\($0)`" } }
      var cells = [key.joined(separator: ", ") + (figure.isOptional ? ", optional" : "")]
      if hasFields { cells.append(figure.field.map { "`\($0)`" } ?? "") }
      if hasColumns {
        let percent = figure.column?.form == .percent ? "%" : nil
        cells += [figure.column?.title ?? "", figure.column?.unit ?? percent ?? ""]
      }
      text += "| \(cells.joined(separator: " | ")) |\n"
    }
    return text
  }

  private static func section<Subject: Described>(_ title: String, _: Subject.Type) -> String {
    section(title, Subject.figures)
  }

  /// A table of CSV, each of whose columns says what it holds.
  private static func section(_ title: String, _ fields: [CSVField]) -> String {
    var text = "\n## \(title)\n\n| column | unit | meaning |\n|---|---|---|\n"
    for field in fields { text += "| \(field.name) | \(field.unit ?? "") | \(field.about) |\n" }
    return text
  }

  private static var page: String {
    head
      + [
        section("run, replay: the document", StudyResult.self), section("errors.csv", ErrorsTable.fields),
        section("fixes.csv", PipelineFix.columns(walkers: true).map(\.field)),
        section("Errors of a pipeline", Score.self),
        section("Ends of callbacks", FixTally.self),
        section("Differences between pipelines", PipelineDifference.self),
        section("Published figures", PublishedFigure.self),
        section("Order of published means", PublishedOrder.self),
        section("References", Scenario.Reference.self),
        section("Distribution of errors", ErrorDistribution.self),
        section("Mean error vector", ErrorVector.self),
        section("Along-path and cross-path errors", SignedErrors.self),
        section("Coverage of places", Coverage.self), section("Lag", Lag.self),
        section("Uncertainty", UncertaintyScore.self),
        section("Uncertainty: a region", UncertaintyScore.Region.self),
        section("Uncertainty: a tenth of probability", ReliabilityTable.Row.self),
        section("Tracks", TrackTally.self),
        section("Changes of room", TrackTally.rooms), section("Stops", StopTally.self),
        section("Zones", RangingTally.self), section("White noise", WhiteNoiseSummary.self),
        section("Bounds", StudyBounds.self), section("Costs", PipelineCost.self),
        section("provenance.json", Provenance.self), section("replay: beacons", BeaconRange.self),
        section("replay: ranges", RangeMoment.self),
        section("replay --fixes, run --keep-fixes: fixes", PipelineFix.self),
        section("simulate", SimulatedLap.self), section("compare: the document", FolderComparison.self),
        section("compare: a pair of pipelines", FolderComparison.Row.self),
        section("compare: right rooms", RoomComparison.Share.self),
        section("compare: fixes missed by one side", PairedErrors.MissedByOne.self),
        section("calibrate: the document", ChannelFit.self),
        section("calibrate: an error model", ChannelLaw.self),
        section("calibrate: an estimate", ChannelEstimate.self),
        section("calibrate: residuals", ResidualCorrelation.self),
        section("calibrate: losses", LossTable.Row.self),
        section("sensitivity: a pipeline", SensitivityResult.Row.self),
        section("explain: the document", Explanation.self),
        section("explain: a stretch", Explanation.Stretch.figures(DirectionNames(route: nil))),
        section("explain: the worst moment", WorstMoment.self),
        section("explain: a beacon", WorstMoment.Beacon.self),
        section("faults: a fault", FaultResult.Group.self),
        section("site check: the document", SiteCheck.self),
        section("site check: a beacon", SiteCheck.Row.self),
        section("context: the document", ContextResult.self),
        section("context: events", EventScore.self), section("context: states", StateScore.self),
        section("context: zones", ZoneScore.self),
        section("context --replay: the document", ContextReplayResult.self),
        section("context --replay: events by kind", ReplayedEvents.self),
        section("context --replay: states", ReplayedState.self),
        section("context --replay: agreement", ReplayedAgreement.self),
        section("context --replay: events", EventRow.self),
        section("methods: the document", MethodsResult.self),
        section("methods: a data set", MethodsResult.Part.self),
        section("methods: a cell", MethodsResult.Row.self),
        section("twin: the document", TwinResult.self),
        section("twin: a pipeline", TwinResult.Row.self),
        section("twin: the signal", SignalAgreement.self),
        section("reality: the document", RealityResult.self),
        section("reality: a data set", RealityResult.Part.self),
        section("reality --counts: a number of beacons", MeasuredLayoutResult.Run.self),
        section("reality --counts: a pipeline", MeasuredLayoutResult.Row.self),
        section("reproduce: the document", ReproductionResult.self),
        section("reproduce: lags", LagBudget.Row.self),
        section("reproduce: changes", ChangesResult.Cell.self),
        section("reproduce fingerprint: the document", FingerprintResult.self),
        section("reproduce fingerprint: verdicts", FingerprintVerdict.self),
        section("sweep: the document", SweepResult.self),
        section("sweep: Sobol indices", SweepIndex.self), section("sweep: effects", SweepEffect.self),
        section("sweep: ranking", RankingStability.Row.self),
        section("sweep --estimate", SweepEstimate.self),
        section("sweep status: a shard", SweepStatus.Row.self),
        section("White-noise twin: a pipeline", RankingComparison.Row.self),
        section("White-noise twin: a pair", RankingComparison.Pair.self),
      ].joined()
  }

  @Test func `the page has the keys and columns of the declarations`() throws {
    let file = URL(filePath: Checkout.path("docs/columns.md"))
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data(Self.page.utf8).write(to: file)
      Issue.record("wrote docs/columns.md; run again without RECORD_GOLDEN")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.page)
  }

  @Test func `docs/results.md has the columns of errors.csv in their order`() throws {
    let page = try String(contentsOf: URL(filePath: Checkout.path("docs/results.md")), encoding: .utf8)
    let names = ErrorsTable.fields.map(\.name)
    #expect(page.contains("\n`\(names.filter { $0 != "walker" }.joined(separator: ","))`\n"))
  }
}
