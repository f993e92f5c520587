import Documents
import Laps
import Rendering
import Scenarios
import Sites
import World

/// A scenario that can run, and a place for its results.
struct ScenarioRun {
  let study: Study
  let saved: SavedScenario
  let folder: ResultsFolder

  var scenario: Scenario { study.source.scenario }

  /// Runs all laps.
  func finished(
    keepingFixes keepsFixes: Bool, width: Int, progress: (Int) -> Void
  ) async throws -> FinishedRun {
    guard keepsFixes else {
      return FinishedRun(run: self, result: try await study.run(width: width, progress: progress), place: nil)
    }
    let place = try folder.prepare()
    let file = try FixesFile(in: place, of: study)
    let result = try await study.run(
      width: width, fixes: { fixes in try file.append(fixes) }, progress: progress)
    try file.finish()
    return FinishedRun(run: self, result: result, place: place)
  }
}

/// A scenario that has run.
struct FinishedRun {
  let run: ScenarioRun
  @Shared var result: StudyResult
  /// Where the fixes are; nil where they are not kept.
  let place: PreparedFolder?

  /// Writes the folder of the results, and returns its path.
  func write(_ provenance: Provenance, more: [(name: String, text: String)] = []) throws -> String {
    try run.folder.write(result, scenario: run.saved, provenance: provenance, more: more, into: place)
    return run.folder.path + "/"
  }
}

/// A scenario, with its white-noise twin where that is asked for.
struct PreparedRun: PreparedStudy {
  let runs: [ScenarioRun]
  /// Which says what is printed beside the scores, and kept beside the errors.
  let command: RunCommand

  private var plain: ScenarioRun { runs[0] }
  var warnings: [String] { plain.study.warnings }

  func run(_ runner: StudyRunner) async throws -> RunOutcome {
    var finished: [FinishedRun] = []
    try await runner.stage(StudySteps(runs.reduce(0) { $0 + $1.study.laps })) { progress in
      var done = 0
      for run in runs {
        finished.append(
          try await run.finished(keepingFixes: command.keepFixes, width: runner.width) { progress(done + $0) }
        )
        done += run.study.laps
      }
    }
    if command.bounds {
      let plainResult = finished[0].result
      finished[0].result.bounds = try await runner.stage(
        StudySteps(plain.study.boundedLaps, "laps of bounds")
      ) {
        try await plain.study.bounds(beside: plainResult, width: runner.width, progress: $0)
      }
    }
    return try RunOutcome(finished, costs: plain.study.costs(), command)
  }

  func keep(_ outcome: RunOutcome, provenance: Provenance) throws -> [String] {
    let provenance = provenance.with(costs: outcome.costs, dataFolders: plain.study.dataFolders)
    return try outcome.runs.enumerated().map { index, run in
      let ranking = index == 0 ? nil : outcome.ranking
      return try run.write(
        provenance, more: ranking.map { [("ranking.json", $0.ranking.document.prettyJSON)] } ?? [])
    }
  }
}

/// The results of a scenario, and of its white-noise twin.
struct RunOutcome: StudyOutcome {
  let runs: [FinishedRun]
  let costs: [PipelineCost]
  /// Nil without a twin.
  let ranking: RankingComparison?
  let report: [ReportSection]
  private let path: String

  private var result: StudyResult { runs[0].result }

  init(_ runs: [FinishedRun], costs: [PipelineCost], _ command: RunCommand) throws {
    let (study, result) = (runs[0].run.study, runs[0].result)
    (self.runs, self.costs, path) = (runs, costs, command.path)
    ranking = runs.count > 1 ? RankingComparison(structured: result, white: runs[1].result) : nil
    var sections = result.report() + (result.bounds?.report ?? [])
    if command.metrics { sections += result.metricsReport }
    if command.cost { sections += result.costReport(costs) }
    if command.overview { sections += result.overview(costs, survey: try study.surveyEffort()) }
    report = sections + (ranking?.report ?? [])
  }

  var document: Document { ranking?.document ?? result.document }

  /// Where something is better than can be, or where there is nothing at all.
  var failure: String? { result.unscored(of: path) ?? result.bounds?.failure }
}

extension PreparedRun {
  /// What would run.
  var check: Answer {
    let folders = runs.map { $0.folder.path + "/" }
    let (study, seed) = (plain.study, plain.scenario.seed)
    let names = study.source.pipelines.definitions.map(\.name)
    let sentence =
      "\(command.path) can run: \(Counted.text(study.laps, "lap")) of \(study.scenarioName) with seed \(seed). Pipelines: "
      + "\(names.joined(separator: "; ")). Results would go to \(folders.joined(separator: " and "))."
    return Answer(
      [.paragraphs([sentence])],
      [
        "scenario": Document(study.scenarioName), "seed": Document(Int(seed)), "laps": Document(study.laps),
        "pipelines": Document(names.map { Document($0) }), "folders": Document(folders.map { Document($0) }),
      ], warnings: warnings)
  }
}

extension StudyResult {
  /// Why nothing could be scored, where every error is missing, as on a site in centimetres.
  func unscored(of path: String) -> String? {
    guard isEmpty else { return nil }
    let unit = site.unitWarnings.first.map { "; \($0)" } ?? ""
    return "\(path): no pipeline has a single fix that could be scored\(unit)"
  }

  /// Ends with status 1 where there is nothing at all.
  package func checkIsScored(of path: String) throws(CheckFailed) {
    if let sentence = unscored(of: path) { throw CheckFailed(sentence: sentence) }
  }
}
