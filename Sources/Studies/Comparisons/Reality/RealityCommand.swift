package import ArgumentParser
import Documents
import Laps
import Rendering
package import Results
import Scenarios

/// The verb `reality`.
package struct RealityCommand: SavedStudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "reality",
    abstract: "Say how well simulation predicts recorded data sets.",
    discussion: """
      Fits a channel to each data set of a comparison of methods, runs the pipelines on simulated replicas of its walks, and says \
      how the recording differs: the ranking of the methods, their errors, lower bounds, and what is received. With --counts it \
      says how good layouts are that simulation chooses among the real beacons.

      Example: beaconbench reality scenarios/methods/reality.yaml --datasets rriesebos
      """)

  @Argument(.input, "The file of the comparison.", as: "comparison")
  var path: String

  @Option(.names, "Use only these data sets, by their names in the file. (default: all)")
  var datasets: [String]?

  @Option(.whole(20...10_000), "The number of simulated replicas of each data set. (default: 100)")
  var replicas: Int?

  @Option(
    .read(Self.numbers),
    "Instead choose these numbers of the real beacons by simulation, and compare with random layouts on the recorded walks.",
    as: "a,b,...")
  var counts: [Int]?

  @Option(
    .whole(20...10_000),
    "The number of random layouts of each number of beacons; all, where there are fewer. (default: 200)")
  var layouts: Int?

  @Option(.file, "Write the report as a page in Markdown, with headings. (default: none)")
  var output: String?

  /// How it runs and prints.
  @OptionGroup package var options: RunningOptions<DatasetLaps>

  @OptionGroup var selection: PipelinesOption

  @OptionGroup var data: DataOption

  /// Where its results are kept.
  @OptionGroup package var saving: SaveOption

  package init() {}

  private static func numbers(_ text: String) throws -> [Int] {
    try OptionValue.names(text).map(OptionValue.integer(1...1000))
  }

  /// Refuses options that do not go together.
  package func validate() throws {
    if counts == nil, layouts != nil { throw ValidationError("--layouts requires --counts") }
    guard counts != nil else { return }
    for (option, isGiven) in [("--replicas", replicas != nil), ("--output", output != nil)] where isGiven {
      throw ValidationError("--counts cannot be combined with \(option)")
    }
  }

  /// Refuses files that cannot be written, before anything is read.
  package func checkOutputs() throws {
    try OutputFile.check([output], apartFrom: [path], others: saving.replacing.others(isSlow: true))
    try saving.check()
  }

  /// Reads and checks what the options name.
  package func prepared() throws -> any PreparedStudy {
    let methods = try MethodsScenario(
      contentsOf: path, seed: options.seed, walks: options.laps, datasets: datasets,
      changes: ScenarioChanges(pipelines: selection.pipelines))
    guard let counts else {
      return try RealityStudy(methods, path: path, root: data.root, replicas: replicas ?? 100)
    }
    return try MeasuredLayoutStudy(methods, root: data.root, counts: counts, subsets: layouts ?? 200)
  }

  /// Writes the page, and the folder that `--save` names.
  package func save(_ outcome: any StudyOutcome, provenance: Provenance) throws -> [String] {
    if let output, let result = outcome as? RealityResult { try OutputFile.write(result.page, to: output) }
    return try saving.write(outcome, note: note, provenance: provenance)
  }
}
