import ArgumentParser
import Documents
import Foundation
import Laps
import Rendering
import Results
import Runs
import Scenarios
import Sites
import World

struct RunCommand: AsyncParsableCommand, StudyRunning {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a scenario: simulate, filter, position and score.",
    discussion: """
      Prints the scores of the scenario's pipelines and writes the resolved scenario, every error, the scores and their \
      provenance to results/<scenario>/<name>/. The same scenario and seed give the same bytes with any number of \
      threads.

      Example: beaconbench run scenarios/floor35.yaml --laps 20
      """)

  @Argument(
    help: ArgumentHelp("The scenario file.", valueName: "scenario"), completion: .file(),
    transform: OptionValue.input)
  var path: String

  @Flag(
    help: """
      Run the scenario again with the channel's variation replaced by white noise of equal variance, and test whether \
      the ranking of the pipelines changes. The results of the white-noise twin go to <name>-white.
      """)
  var whiteNoiseTwin = false

  @Flag(help: "Print all applicable metrics below the tables; summary.json always has them.")
  var metrics = false

  @Flag(
    help: "Print the computing time of each pipeline on this machine; provenance.json always has it.")
  var cost = false

  @Flag(
    help: """
      Print all pipelines in one table with error, lag, computing time, prior information and the effort of a survey; \
      with --bounds, the lower bound too.
      """)
  var overview = false

  @Flag(help: "Print a map of the site with the first lap of the first pipeline below the tables.")
  var map = false

  @Flag(help: "Only check the scenario, its site and its data, and print what would run.")
  var check = false

  @Flag(help: "Keep every fix with the results, as fixes.csv.")
  var keepFixes = false

  @Flag(
    help: """
      Print Cramér-Rao and van Trees lower bounds and each pipeline's RMSE as a multiple of them. The exit status is 1 \
      if a pipeline's RMSE is below its bound.
      """)
  var bounds = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Run the scenario once with each of these seeds, such as 1-10 or 1,4,9, and print one table over all of them. \
      (default: one seed)
      """, valueName: "seeds"),
    transform: OptionValue.seeds)
  var seeds: [UInt64]?

  @OptionGroup var options: RunningOptions

  @OptionGroup var scenario: ScenarioOptions

  @OptionGroup var selection: PipelinesOption

  @OptionGroup var method: MethodOption

  @OptionGroup var data: DataOption

  var limits: StudyLimits { options.limits }

  @OptionGroup var place: ResultsOptions<RunNaming>

  @Option(
    help: ArgumentHelp(
      "A channel file, as `calibrate --channel` writes it. (default: the scenario's channel)",
      valueName: "file"),
    completion: .file(), transform: OptionValue.path)
  var channel: String?

  func validate() throws {
    if seeds != nil { try checkSeedOptions() }
    if check, seeds != nil { throw ValidationError("--check cannot be combined with --seeds") }
    guard options.json else { return }
    if metrics { throw ValidationError("--metrics cannot be combined with --json, which has all metrics") }
    if map { throw ValidationError("--map cannot be combined with --json, which has results only") }
    if overview { throw ValidationError("--overview cannot be combined with --json, which has results only") }
    if cost { throw ValidationError("--cost cannot be combined with --json, which has results only") }
  }

  func run() async throws {
    if let seeds { return try await run(seeds: seeds) }
    let clock = RunClock()
    var studies = [try prepared()]
    if map { try studies[0].scenario.checkHasOwnNoise(in: "a study with --map") }
    if whiteNoiseTwin {
      try studies[0].scenario.checkHasOwnNoise(in: "the twin's original")
      studies.append(try prepared(noise: .white, suffix: "-white"))
    }
    if bounds { try studies[0].study.checkBounds() }
    for prepared in studies { try prepared.study.prepare(width: options.width) }
    try choosePlaces(for: &studies)
    let plain = studies[0]
    let twin = studies.dropFirst().first
    StandardStreams.warn(plain.study.warnings)
    if check { return try showCheck(studies) }
    var progress = options.progress(of: studies.reduce(0) { $0 + $1.study.laps })
    var done = 0
    var results: [StudyResult] = []
    var places: [PreparedResults?] = []
    for prepared in studies {
      let place = keepFixes ? try prepared.folder.prepare() : nil
      places.append(place)
      results.append(
        try await prepared.run(keepingFixesIn: place, width: options.width) { progress.show(done: done + $0) }
      )
      done += prepared.study.laps
    }
    progress.finish()
    if bounds {
      var progress = options.progress(of: plain.study.boundedLaps, "laps of bounds")
      results[0].bounds = try await plain.study.bounds(beside: results[0], width: options.width) {
        progress.show(done: $0)
      }
      progress.finish()
    }
    let costs = try plain.study.costs()
    let provenance = Provenance(
      start: clock, threads: options.width, costs: costs,
      dataFolders: plain.study.dataFolders)
    try plain.folder.write(results[0], scenario: plain.saved, provenance: provenance, into: places[0])
    let report = try report(of: results[0], costs, plain.study) + (try mapSections(of: plain.study))
    guard let twin else {
      try show(results[0].document, report, plain)
      return try fail(results[0])
    }
    let ranking = RankingComparison(structured: results[0], white: results[1])
    try twin.folder.write(
      results[1], scenario: twin.saved, provenance: provenance,
      more: [("ranking.json", ranking.ranking.document.prettyJSON)], into: places[1])
    try show(ranking.document, report + ranking.report, plain, twin)
    try fail(results[0])
  }

  /// What would run.
  private func showCheck(_ studies: [Prepared]) throws {
    let folders = studies.map { $0.folder.path + "/" }
    let study = studies[0].study
    let names = study.source.pipelines.definitions.map(\.name)
    let sentence =
      "\(path) can run: \(Counted.text(study.laps, "lap")) of \(study.scenarioName) with seed \(studies[0].scenario.seed). Pipelines: "
      + "\(names.joined(separator: "; ")). Results would go to \(folders.joined(separator: " and "))."
    try options.show(
      note + [.paragraphs([sentence])],
      [
        "scenario": Document(study.scenarioName), "seed": Document(Int(studies[0].scenario.seed)),
        "laps": Document(study.laps), "pipelines": Document(names.map { Document($0) }),
        "folders": Document(folders.map { Document($0) }),
      ])
  }

  /// Ends with status 1 where something is better than can be, or where there is nothing at all.
  private func fail(_ result: StudyResult) throws {
    try result.checkIsScored(of: path)
    if let failure = result.bounds?.failure {
      throw CheckFailed(sentence: failure)
    }
  }

  /// How the scenario differs from its file.
  var note: [ReportSection] {
    scenario.note(on: path, channel.map { ["--channel \($0)"] } ?? [])
  }

  private func report(
    of result: StudyResult, _ costs: [PipelineCost], _ study: Study
  ) throws -> [ReportSection] {
    var sections = note + result.report() + (result.bounds?.report ?? [])
    if metrics { sections += result.metricsReport }
    if cost { sections += result.costReport(costs) }
    if overview { sections += result.overview(costs, survey: try study.surveyEffort()) }
    return sections
  }

  private func mapSections(of study: Study) throws -> [ReportSection] {
    guard map, let record = try study.records(ofLap: 0).first else { return [] }
    let pipelines = study.source.pipelines
    return [.map(of: record, on: pipelines.site, pipeline: 0, named: pipelines.definitions[0].name)]
  }

  /// A study that can begin, and a place for its results.
  struct Prepared {
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

  /// - Parameter seed: one of several; nil for the only one.
  func prepared(noise: Scenario.Noise? = nil, seed: UInt64? = nil, suffix: String = "") throws -> Prepared {
    let scenario = try Scenario(
      contentsOf: path, channel: try channel.map { path in try ChannelFile(contentsOf: path) },
      seed: seed ?? options.seed, laps: options.laps, noise: noise,
      changes: scenario.changes(pipelines: selection.pipelines, methods: method.rows))
    try data.check(for: scenario, at: path)
    let study = try Study(scenario, dataRoot: data.root)
    let own = place.name.map { name in seed.map { "\(name)-seed\($0)" } ?? name }
    let name = own ?? "seed\(scenario.seed)-laps\(study.laps)"
    return Prepared(
      scenario: scenario, study: study, saved: try study.saved, suffix: suffix,
      folder: folder(name + suffix, of: scenario))
  }

  private func folder(_ name: String, of scenario: Scenario) -> ResultsFolder {
    ResultsFolder(root: place.results, scenario: scenario.name, name: name)
  }

  /// Gives studies that are not named a digest behind the customary name where that holds the results of others, and
  /// says whether the folders can be written.
  func choosePlaces(for studies: inout [Prepared]) throws {
    let isTaken = studies.contains { $0.folder.difference(from: $0.saved) != nil }
    if isTaken, place.name == nil, !place.replace {
      let (first, laps) = (studies[0], studies[0].study.laps)
      let name = "seed\(first.scenario.seed)-laps\(laps)-\(first.saved.digest)"
      for index in studies.indices {
        studies[index].folder = folder(name + studies[index].suffix, of: studies[index].scenario)
      }
    }
    for study in studies {
      if place.replace { try study.folder.check() } else { try study.folder.check(for: study.saved) }
    }
  }

  private func show(_ document: Document, _ report: [ReportSection], _ studies: Prepared...) throws {
    try show(document, report, in: studies.map { $0.folder.path + "/" })
  }

  func show(_ document: Document, _ report: [ReportSection], in folders: [String]) throws {
    do {
      try options.show(report + [.folders(folders)], document)
    } catch let error as FileProblem {
      // What took so long to compute is there, and stays.
      let places = folders.joined(separator: ", ")
      throw FileProblem(file: error.file, sentence: "\(error.found); the results are in \(places)")
    }
  }
}

extension StudyResult {
  /// Ends with status 1 where every error is missing, as on a site in centimetres.
  func checkIsScored(of path: String) throws(CheckFailed) {
    guard isEmpty else { return }
    let unit = site.unitWarnings.first.map { "; \($0)" } ?? ""
    throw CheckFailed(sentence: "\(path): no pipeline has a single fix that could be scored\(unit)")
  }
}
