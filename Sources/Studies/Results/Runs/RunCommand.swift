package import ArgumentParser
import Laps
package import Rendering
import Scenarios

/// The verb `run`.
package struct RunCommand: StudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a scenario: simulate, filter, position and score.",
    discussion: """
      Prints the scores of the scenario's pipelines and writes the resolved scenario, every error, the scores and their \
      provenance to results/<scenario>/<name>/. The same scenario and seed give the same bytes with any number of \
      threads.

      Example: beaconbench run floor35 --laps 20
      """)

  @Argument(.input, "The scenario file, or the name of a shipped one.", as: "scenario")
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
    .seeds,
    """
    Run the scenario once with each of these seeds, such as 1-10 or 1,4,9, and print one table over all of them. \
    (default: one seed)
    """)
  var seeds: [UInt64]?

  /// How it runs and prints.
  @OptionGroup package var options: RunningOptions<ScenarioLaps>

  @OptionGroup var scenario: ScenarioOptions

  @Option(.pipelines) var pipelines: [String]?

  @OptionGroup var method: MethodOption

  @OptionGroup var data: DataOption

  @OptionGroup var place: ResultsOptions<RunNaming>

  @Option(.input, "A channel file, as `calibrate --channel` writes it. (default: the scenario's channel)")
  var channel: String?

  package init() {}

  /// Refuses options that do not go together.
  package func validate() throws {
    if seeds != nil {
      for (option, isGiven) in ofOneSeed where isGiven {
        throw ValidationError("--seeds cannot be combined with \(option)")
      }
      try refuse(["--check": check], "cannot be combined with --seeds")
    }
    guard options.json else { return }
    if metrics { throw ValidationError("--metrics cannot be combined with --json, which has all metrics") }
    try refuse(
      ["--overview": overview, "--cost": cost], "cannot be combined with --json, which has results only")
  }

  /// What a table over seeds does not have.
  private var ofOneSeed: KeyValuePairs<String, Bool> {
    [
      "--seed": options.seed != nil, "--white-noise-twin": whiteNoiseTwin, "--bounds": bounds,
      "--metrics": metrics, "--cost": cost, "--overview": overview,
    ]
  }

  /// How the scenario differs from its file.
  package var note: [ReportSection] {
    scenario.note(on: path, channel.map { ["--channel \($0)"] } ?? [])
  }

  /// A page of the results, and an explanation of their largest errors.
  package func next(_ folders: [String]) -> [String] {
    folders.prefix(1).flatMap { folder in
      ["report", "explain"].map { "beaconbench \($0) \(String(folder.dropLast()).shellWord)" }
    }
  }

  /// Reads and checks the scenario, and chooses the folders of the results.
  package func prepared() throws -> any PreparedStudy {
    if let seeds { return try SeededRuns(seeds, of: self) }
    var studies = [try study()]
    if whiteNoiseTwin {
      try studies[0].source.scenario.checkHasOwnNoise(in: "the twin's original")
      studies.append(try study(noise: .white))
    }
    if bounds { try studies[0].checkBounds() }
    for study in studies { try study.prepare(width: options.width) }
    let run = PreparedRun(runs: try placed(studies), command: self)
    return check ? run.check : run
  }

  /// - Parameter seed: one of several; nil for the only one.
  func study(noise: Scenario.Noise? = nil, seed: UInt64? = nil) throws -> Study {
    let scenario = try Scenario(
      contentsOf: path, channel: try channel.map { path in try ChannelFile(contentsOf: path) },
      seed: seed ?? options.seed, laps: options.laps, noise: noise,
      changes: scenario.changes(pipelines: pipelines, methods: method.rows))
    try data.check(for: scenario, at: path)
    return try Study(scenario, dataRoot: data.root)
  }

  /// A study, and perhaps its white-noise twin, with the folders of their results, which can be written.
  ///
  /// - Parameter seed: one of several; nil for the only one.
  func placed(_ studies: [Study], seed: UInt64? = nil) throws -> [ScenarioRun] {
    let saved = try studies.map { try $0.saved }
    let folders = try place.folders(
      of: zip(saved, ["", "-white"]).map { (studies[0].scenarioName, $0, $1) },
      customary: "seed\(studies[0].source.scenario.seed)-laps\(studies[0].laps)",
      named: place.name.flatMap { name in seed.map { "\(name)-seed\($0)" } })
    return studies.indices.map { ScenarioRun(study: studies[$0], saved: saved[$0], folder: folders[$0]) }
  }
}
