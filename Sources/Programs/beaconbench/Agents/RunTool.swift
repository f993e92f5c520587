import Documents
import Laps
import Rendering
import Results
import Scenarios
import Sites
import World

/// Runs a scenario, as the verb run does.
struct RunScenario: AgentTool {
  static let name = "run_scenario"
  static let about =
    "Runs a simulated scenario and scores its pipelines: n, missed fixes, mean error with its 95 % interval, quantiles, and paired "
    + "differences from the first pipeline. Writes a results folder, whose path compare_results, explain_results and read_table "
    + "take. The same scenario, settings and seed give the same figures. Time grows with the number of laps: begin with a few."
  static let onlyReads = false
  static let mostLaps = 2000

  var scenario = ""
  var set: [String] = []
  var seed: UInt64?
  var laps: Int?
  var pipelines: [String]?
  var without: [String] = []
  var resultsName: String?

  static let defaults = RunScenario()
  static let keys: [SettingKey<RunScenario>] = [
    .required("scenario", \.scenario, .text(), "The path of a scenario file."),
    .defaulted(
      "set", \.set, .list(of: .text(.line)),
      "Keys of the scenario and the values in YAML that they get, such as channel.pathLoss.logDistance.n=2.2."
    ),
    .optional("seed", \.seed, .seed, "The seed of all random numbers; by default the scenario's."),
    .optional(
      "laps", \.laps, .integer(.between(1, mostLaps)), "The number of laps; by default the scenario's."),
    .optional("pipelines", \.pipelines, .list(of: .text(.line)), "Run only these pipelines; by default all."),
    .defaulted("without", \.without, .list(of: .text(.line)), "Beacons of the site to leave out, by id."),
    .optional(
      "name", \.resultsName, .text(.name),
      "The name of the results folder; by default seed, laps and, where the scenario is changed, a digest. Results of that name are "
        + "replaced where they are of the same study."),
  ]

  func answer(_ surroundings: AgentSurroundings) async throws -> Document {
    var settings: [ScenarioChanges.Setting] = []
    for text in set { settings.append(try ScenarioChanges.Setting(text)) }
    let scenario = try Scenario(
      contentsOf: surroundings.checked(scenario), seed: seed, laps: laps,
      changes: ScenarioChanges(settings, pipelines: pipelines, without: without))
    try scenario.checkIsSimulated(self.scenario)
    let study = try Study(scenario, dataRoot: "")
    try study.prepare(width: surroundings.width)
    let saved = try study.saved
    let folder = try folder(of: scenario, laps: study.laps, saved)
    try surroundings.folder.check(folder.path)
    try folder.check(for: saved)
    let clock = RunClock()
    let result = try await study.run(width: surroundings.width) { surroundings.progress($0, study.laps) }
    try folder.write(
      result, scenario: saved,
      provenance: Provenance(start: clock, threads: surroundings.width))
    return Document(
      [
        .init(key: "results", value: Document(folder.path)),
        .init(key: "seed", value: Document(Int(scenario.seed))),
      ]
        + result.document.only([
          "scenario", "laps", "scores", "differences", "verdicts", "notes", "advertisements",
        ]))
  }

  /// Where the results go: with a digest behind the customary name where that holds those of others.
  private func folder(of scenario: Scenario, laps: Int, _ saved: SavedScenario) throws -> ResultsFolder {
    let customary = "seed\(scenario.seed)-laps\(laps)"
    func folder(_ name: String) -> ResultsFolder {
      ResultsFolder(root: AgentSession.results, scenario: scenario.name, name: name)
    }
    let first = folder(resultsName ?? customary)
    let isFree = resultsName != nil || first.difference(from: saved) == nil
    return isFree ? first : folder("\(customary)-\(saved.digest)")
  }
}

extension Scenario {
  /// Refuses recorded walks, whose data lie elsewhere.
  func checkIsSimulated(_ path: String) throws(FileProblem) {
    guard simulation != nil else {
      throw FileProblem(file: path, expected: "a simulated scenario", found: "one of recorded walks")
    }
  }
}
