import Documents
import Laps
import Rendering
import Scenarios
import Sites

/// A scenario that can run, and a place for its results.
struct ScenarioRun {
  let scenario: Scenario
  let study: Study
  let saved: SavedScenario
  let suffix: String
  var folder: ResultsFolder

  /// - Parameter place: where the fixes go; nil where they are not kept.
  func run(
    keepingFixesIn place: PreparedResults?, width: Int, progress: (Int) -> Void
  ) async throws -> StudyResult {
    guard let place else { return try await study.run(width: width, progress: progress) }
    let file = try FixesFile(in: place, of: study)
    let result = try await study.run(
      width: width, fixes: { fixes in try file.append(fixes) }, progress: progress)
    try file.finish()
    return result
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
    var (results, places) = ([StudyResult](), [PreparedResults?]())
    try await runner.stage(StudySteps(runs.reduce(0) { $0 + $1.study.laps })) { progress in
      var done = 0
      for run in runs {
        let place = command.keepFixes ? try run.folder.prepare() : nil
        places.append(place)
        results.append(
          try await run.run(keepingFixesIn: place, width: runner.width) { progress(done + $0) })
        done += run.study.laps
      }
    }
    if command.bounds {
      results[0].bounds = try await runner.stage(StudySteps(plain.study.boundedLaps, "laps of bounds")) {
        try await plain.study.bounds(beside: results[0], width: runner.width, progress: $0)
      }
    }
    return try RunOutcome(results, places: places, costs: plain.study.costs(), of: plain.study, command)
  }

  func keep(_ outcome: RunOutcome, provenance: Provenance) throws -> [String] {
    let provenance = provenance.with(costs: outcome.costs, dataFolders: plain.study.dataFolders)
    for (index, run) in runs.enumerated() {
      let ranking = index == 0 ? nil : outcome.ranking
      try run.folder.write(
        outcome.results[index], scenario: run.saved, provenance: provenance,
        more: ranking.map { [("ranking.json", $0.ranking.document.prettyJSON)] } ?? [],
        into: outcome.places[index])
    }
    return runs.map { $0.folder.path + "/" }
  }
}

/// The results of a scenario, and of its white-noise twin.
struct RunOutcome: StudyOutcome {
  let results: [StudyResult]
  /// Where the fixes are, of each; nil where they are not kept.
  let places: [PreparedResults?]
  let costs: [PipelineCost]
  /// Nil without a twin.
  let ranking: RankingComparison?
  let report: [ReportSection]
  private let path: String

  init(
    _ results: [StudyResult], places: [PreparedResults?], costs: [PipelineCost], of study: Study,
    _ command: RunCommand
  ) throws {
    let result = results[0]
    (self.results, self.places, self.costs, path) = (results, places, costs, command.path)
    ranking = results.count > 1 ? RankingComparison(structured: result, white: results[1]) : nil
    var sections = result.report() + (result.bounds?.report ?? [])
    if command.metrics { sections += result.metricsReport }
    if command.cost { sections += result.costReport(costs) }
    if command.overview { sections += result.overview(costs, survey: try study.surveyEffort()) }
    report = sections + (ranking?.report ?? [])
  }

  var document: Document { ranking?.document ?? results[0].document }

  /// Where something is better than can be, or where there is nothing at all.
  var failure: String? { results[0].unscored(of: path) ?? results[0].bounds?.failure }
}

/// What would run.
struct RunCheck: PreparedStudy {
  struct Outcome: StudyOutcome {
    let report: [ReportSection]
    let document: Document
  }

  let path: String
  let runs: [ScenarioRun]

  var warnings: [String] { runs[0].study.warnings }

  func run(_ runner: StudyRunner) -> Outcome {
    let folders = runs.map { $0.folder.path + "/" }
    let (study, seed) = (runs[0].study, runs[0].scenario.seed)
    let names = study.source.pipelines.definitions.map(\.name)
    let sentence =
      "\(path) can run: \(Counted.text(study.laps, "lap")) of \(study.scenarioName) with seed \(seed). Pipelines: "
      + "\(names.joined(separator: "; ")). Results would go to \(folders.joined(separator: " and "))."
    return Outcome(
      report: [.paragraphs([sentence])],
      document: [
        "scenario": Document(study.scenarioName), "seed": Document(Int(seed)), "laps": Document(study.laps),
        "pipelines": Document(names.map { Document($0) }), "folders": Document(folders.map { Document($0) }),
      ])
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
