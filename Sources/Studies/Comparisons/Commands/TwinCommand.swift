package import ArgumentParser
import Calibrating
import Captures
import Documents
import Laps
package import Rendering
package import Results
import Scenarios
import Sites

/// The verb `twin`.
package struct TwinCommand: SavedStudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "twin",
    abstract: "Test whether pipelines rank equally on recorded walks and on simulated replicas of them.",
    discussion: """
      Fits a channel to the walks of a scenario's data set, simulates replicas of the same walks through it, and runs the \
      scenario's pipelines on the recording and on every replica. With --site and --truth the input is a recording; its \
      pipelines are those of --scenario, or else those of replay. For each data set of a comparison of methods it says \
      besides how the recording differs: errors, lower bounds, and what is received.

      Example: beaconbench twin scenarios/danis-walks.yaml --replicas 20
      Example: beaconbench twin scenarios/methods/reality.yaml --datasets rriesebos
      """)

  @Argument(
    .input, "The file of a scenario with recorded walks or of a comparison, or a capture or readings table.",
    as: "scenario|comparison|recording")
  var path: String

  @Option(.site) var site: String?

  @Option(.truth) var truth: String?

  @Option(
    .input,
    "The scenario whose phone, assumptions and pipelines are used for a recording. (default: those of replay)",
    name: .customLong("scenario"))
  var listening: String?

  @Option(.oneLap) var lap: Int?

  @Option(.averaged) var averaged: Double?

  @Option(.clockOffset) var clockOffset: Double?

  @Option(.names, "Use only these data sets, by their names in the file. (default: all)")
  var datasets: [String]?

  @Option(.whole(20...10_000), "The number of simulated replicas, of each data set. (default: 100)")
  var replicas: Int?

  @Option(.file, "Write the report of a comparison as a page in Markdown, with headings. (default: none)")
  var output: String?

  @Option(.number(1...3600, "seconds"), "The block length of the block bootstrap, in seconds. (default: 20)")
  var stretch: Double?

  @Option(.fittedChannel) var channel: String?

  /// Where its results are kept.
  @OptionGroup package var saving: SaveOption

  /// How it runs and prints.
  @OptionGroup package var options: RunningOptions<ScenarioLaps>

  @OptionGroup var scenario: SetOption

  @Option(.pipelines) var pipelines: [String]?

  @OptionGroup var data: DataOption

  package init() {}

  /// What has a meaning for a comparison alone.
  private var ofSets: KeyValuePairs<String, Bool> {
    ["--datasets": datasets != nil, "--output": output != nil]
  }

  /// Refuses options that do not go together.
  package func validate() throws {
    guard site == nil, truth == nil else {
      if site == nil { throw ValidationError("--truth requires --site") }
      if truth == nil { throw ValidationError("--site requires --truth") }
      if options.laps != nil {
        throw ValidationError("--laps cannot be combined with --site: a recording is one walk")
      }
      if data.data != nil { throw ValidationError("--data cannot be combined with --site") }
      return try refuse(ofSets, "cannot be combined with --site")
    }
    try refuse(
      [
        "--scenario": listening != nil, "--lap": lap != nil, "--averaged": averaged != nil,
        "--clock-offset": clockOffset != nil,
      ], "requires --site and --truth")
    let kinds = [".yaml", ".yml", ".json"]
    if !kinds.contains(where: path.hasSuffix) {
      throw ValidationError("\(path): a recording requires --site and --truth")
    }
  }

  /// Refuses files that cannot be written, before anything is read.
  package func checkOutputs() throws {
    try OutputFile.check(
      [channel, output], apartFrom: [path, site, truth, listening],
      others: saving.replacing.others(isSlow: true))
    try saving.check()
  }

  /// How the scenario differs from its file.
  package var note: [ReportSection] { scenario.note(on: path) }

  /// Reads and checks what the options name.
  package func prepared() throws -> any PreparedStudy {
    let changes = try scenario.changes(pipelines: pipelines)
    if let site, let truth { return try study(on: site, truth: truth, changes) }
    if try Document(contentsOf: path).has("datasets") { return try studyOfSets() }
    try refuse(ofSets, expected: "a comparison of methods, with several data sets", found: path)
    return try TwinStudy(
      Scenario(contentsOf: path, seed: options.seed, laps: options.laps, changes: changes), path: path,
      root: data.root, replicas: replicas ?? 100, stretch: stretch ?? MethodsStudy.stretch)
  }

  /// That of a comparison.
  private func studyOfSets() throws -> any PreparedStudy {
    try refuse(
      ["--set": !scenario.settings.isEmpty, "--channel": channel != nil],
      expected: "a scenario of one data set", found: "\(path) with several")
    let methods = try MethodsScenario(
      contentsOf: path, seed: options.seed, walks: options.laps, datasets: datasets,
      changes: ScenarioChanges(pipelines: pipelines))
    return try TwinSetsStudy(
      methods, path: path, root: data.root, replicas: replicas ?? 100,
      stretch: stretch ?? MethodsStudy.stretch)
  }

  /// That of a recording.
  private func study(on site: String, truth: String, _ changes: ScenarioChanges) throws -> TwinStudy {
    let file = try SiteFile(contentsOf: site)
    let given = try listening.map { try Scenario(contentsOf: $0) }
    let table = try TruthTable(contentsOf: truth, site: file.site, clockOffset: clockOffset ?? 0)
    var input = try RecordedInput(
      contentsOf: path, site: file.site, averageSeconds: averaged, lap: lap,
      options: ReplayOptions(policy: given?.identifiedBy ?? .identity))
    let recording = try input.dataset(on: file, truth: table.walk(lap: lap), of: table)
    let scenario = try Listening.scenario(
      given, of: path, on: file.site, seed: options.seed, changes: changes)
    return try TwinStudy(
      scenario, [RecordedStudy(scenario, recording)], of: recording, path: path, replicas: replicas ?? 100,
      stretch: stretch ?? MethodsStudy.stretch, warnings: input.warnings)
  }

  /// Writes the files that the options name.
  package func save(_ outcome: any StudyOutcome, provenance: Provenance) throws -> [String] {
    if let channel, let result = outcome as? TwinResult {
      try OutputFile.write(result.fit.channelDocument.yaml, to: channel)
    }
    if let output, let result = outcome as? TwinSetsResult { try OutputFile.write(result.page, to: output) }
    return try saving.write(outcome, note: note, provenance: provenance)
  }
}
