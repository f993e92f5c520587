import Comparisons
import Documents
import Evaluation
import Laps
import Placement
package import Rendering
package import Results
import Sites
import World

/// What a page says of one results folder, or of two that are compared.
package struct ResultsReport: Sendable {
  /// What may be asked of a report.
  package struct Options: Sendable {
    /// How its figures are drawn.
    package var plots = PlotOptions()
    /// How many laps at a time; the report does not depend on it.
    package var width = 1
    /// How many laps the player has at most, the first ones.
    package var laps = 100

    package init() {}
  }

  /// A folder and what was run, with labels.
  package struct Facts: Sendable {
    package let title: String
    package let items: [(label: String, value: String)]
  }

  package let title: String
  /// The result in one or two sentences.
  let headline: String
  /// What the scenario says of itself, or what is compared.
  package let lead: String
  /// Of each folder.
  let facts: [Facts]
  /// The tables of the results, or of the comparison.
  package let results: [ReportSection]
  /// The figures that can be drawn.
  package let plots: PlotSet
  /// More about the same laps; empty where they could not be run again.
  package let metrics: [ReportSection]
  /// Nil where no lap can be shown.
  package let player: (plan: PlayerPlan, laps: [PlayerLap])?
  /// Which laps the player has, or why there are none.
  let playerNote: String
  /// What the results do not show.
  package let limits: [String]

  /// Reads the folders, and runs their saved scenarios again for what the folders do not hold.
  ///
  /// - Parameters:
  ///   - paths: one results folder, or two.
  ///   - progress: called with the share of the work that is done.
  /// - Throws: One sentence about a folder that is none, or whose scenario does not give its errors again.
  package init(
    _ paths: [String], options: Options, progress: (_ done: Int, _ all: Int) -> Void
  ) async throws {
    if paths.count == 1, PlottedPlacement.isOne(paths[0]) {
      self = try ResultsReport(placement: paths[0])
      return
    }
    let folders = try paths.map { path in
      (
        saved: try SavedResults(contentsOf: path),
        plotted: try PlottedResults(contentsOf: path, pipelines: nil, dataRoot: options.plots.dataRoot)
      )
    }
    guard let last = folders.last, folders.count <= 2 else {
      throw PlotProblem("expected one results folder or two, found \(paths.count)")
    }
    let comparison =
      folders.count == 2
      ? try FolderComparison(
        folders[0].saved, last.saved, pipelines: nil,
        rules: FolderComparison.Rules(allowsDifferentScenarios: options.plots.allowsDifferentScenarios)) : nil
    plots = try PlotSet(PlotSubject(paths), results: folders.map(\.plotted), options: options.plots)
    facts = try folders.enumerated().map { index, folder in
      try Self.facts(
        of: folder.saved, comparison == nil ? "What was run" : index == 0 ? "A, the baseline" : "B")
    }
    let scenario = last.saved.scenario ?? last.plotted.label
    title =
      comparison == nil
      ? "Results of \(scenario)" : "Comparison of \(folders[0].plotted.label) and \(last.plotted.label)"
    headline = comparison?.verdict ?? last.plotted.headline
    let rerun = try await RunAgain(last.plotted.study, last.saved, options, progress)
    lead =
      comparison == nil
      ? rerun.about ?? "Errors of \(last.saved.pipelines.count) pipelines."
      : "Paired differences between two results folders."
    results = comparison?.report ?? rerun.result?.report() ?? [Self.scores(of: last.saved)]
    metrics = comparison == nil ? rerun.result?.metricsReport ?? [] : []
    (player, limits) = (rerun.player, rerun.limits)
    playerNote = (comparison == nil ? "" : "The laps are those of B. ") + rerun.note
  }

  private static func facts(of saved: SavedResults, _ title: String) throws -> Facts {
    var items: [(String, String)] = [("results", saved.path)]
    if let scenario = saved.scenario { items.append(("scenario", scenario)) }
    if let seed = saved.seed { items.append(("seed", "\(seed)")) }
    items.append(("laps with errors", "\(Set(saved.pipelines.flatMap { $0.errors.map(\.lap) }).count)"))
    guard FileName.all(in: saved.path)?.contains("provenance.json") == true else {
      return Facts(title: title, items: items)
    }
    let provenance = try Document(contentsOf: "\(saved.path)/provenance.json")
    for (label, key) in [
      ("version", "version"), ("commit", "commit"), ("started", "startedAt"),
      ("operating system", "operatingSystem"), ("processor", "processor"),
    ] {
      if var text = try provenance.optional(key)?.text {
        if key == "commit", try provenance.optional("modified")?.flag == true { text += ", modified" }
        items.append((label, text))
      }
    }
    return Facts(title: title, items: items)
  }

  /// Of errors that another program wrote.
  private static func scores(of saved: SavedResults) -> ReportSection {
    typealias Row = SavedResults.Pipeline
    let figures: [Figure<Row>] = [
      .init(nil, "pipeline", \.name), .init(nil, "n") { $0.errors.count { $0.metres != nil } },
      .init(nil, "missed") { $0.errors.count { $0.metres == nil } },
    ]
    let errors: [Figure<Row>] = Metric.all(for: .foreignScores).map { metric in
      .init(
        nil, metric.heading, unit: metric.sign, decimals: metric.decimals, form: metric.columnForm
      ) { row in
        metric.value(
          ofLaps: Dictionary(grouping: row.errors, by: \.lap).sorted { $0.key < $1.key }.map(\.value))
      }
    }
    return .table(ReportTable(of: saved.pipelines, figures + errors))
  }
}

extension PlottedResults {
  /// The result in one or two sentences: the pipeline with the smallest mean error, how sure its first rank
  /// is, and what the constant baseline has. Empty without errors.
  var headline: String {
    let varying = withoutConstants
    let means = varying.pipelines.compactMap { pipeline in pipeline.mean.map { (pipeline.name, $0) } }
    guard let best = means.min(by: { $0.1.value < $1.1.value }) else { return "" }
    let mean = "\(FixedPoint.text(best.1.value, decimals: 2)) m"
    let interval = best.1.interval.text(decimals: 2)
    let extent = " over \(Counted.text(laps, "lap"))"
    let sentence =
      means.count == 1
      ? "Mean error of \(best.0): \(mean)\(interval)\(extent)."
      : "Smallest mean error: \(best.0), \(mean)\(interval)\(extent)\(varying.firstRank(of: best.0))."
    let baselines = varying.leftOut.compactMap { pipeline in
      pipeline.mean.map {
        " The constant baseline \(pipeline.name) has \(FixedPoint.text($0.value, decimals: 2)) m."
      }
    }
    return sentence + baselines.joined()
  }

  /// How often the best one ranks first, and from which others it is not shown to differ; empty where there are too few laps to
  /// say it.
  private func firstRank(of best: String) -> String {
    guard let share = (try? rankShares())?.shares.first?.first,
      let rows = pipelines.first(where: { $0.name == best })?.rows
    else { return "" }
    let others = pipelines.filter { $0.name != best && !$0.measured.isEmpty }
    let differences = others.map { PairedComparison(PairedErrors(rows, $0.rows)) }
    let adjusted = HolmCorrection.adjusted(differences.map { $0?.signedRankTest.p ?? 1 })
    let open = others.indices.filter { index in
      adjusted[index] >= PipelineDifference.level || (differences[index]?.interval?.lower ?? 0) <= 0
    }
    return
      "; it ranks first in \(FixedPoint.text(100 * share, decimals: 0)) % of resamples of the laps, and paired differences show it to be "
      + (open.isEmpty
        ? "better than all others"
        : open.count == others.count
          ? "better than no other"
          : "better than all others but \(Counted.list(open.map { others[$0].name }))")
  }
}

extension ResultsReport {
  /// A folder of `place`, which has no laps to show.
  package init(placement path: String) throws {
    let placement = try PlottedPlacement(contentsOf: path)
    let document = placement.document
    let saved = try SavedPlacementReport(document)
    title = "Placement of \(placement.title)"
    headline = saved.sentences.first ?? ""
    lead = "Layouts of searches and rules, judged by the pipelines of the scenario on simulated walks."
    facts = [
      Facts(
        title: "What was run",
        items: [
          ("folder", path), ("study", placement.title), ("seed", "\(try document["seed"].integer)"),
          ("objective", try document.text("objective")),
          ("candidates", "\(try document["candidates"].integer)"),
          ("walks that judge", "\(try document["walks"].integer), and as many fresh ones"),
        ])
    ]
    results = saved.sections
    plots = try PlotSet(.placement(placement), results: [], options: PlotOptions())
    (metrics, player, playerNote) = ([], nil, "")
    limits =
      [
        "A layout is best for the walks, the channel and the pipelines of its scenario; other habits of walking and other walls need a "
          + "study of their own."
      ] + (try document.elements("notes").map { try $0.text })
  }
}
