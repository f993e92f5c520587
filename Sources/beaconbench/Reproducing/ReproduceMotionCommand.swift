import ArgumentParser
import Documents
import Laps
import Rendering
import Reproducing

struct ReproduceMotionCommand: AsyncParsableCommand, StudyRunning {
  static let configuration = CommandConfiguration(
    commandName: "motion",
    abstract: "Reproduce a walking experiment: published and simulated figures side by side.",
    discussion: """
      Runs the presets, buildings, changes of settings and lag budgets of a reproduction file. The exit status is 1 when \
      a preset that was tuned to match does not, or when a change or a lag differs from what the file expects. --search \
      looks for settings that reproduce the published figures instead, and writes them to \
      results/<reproduction>-search/<name>/; an interrupted search continues where it stopped.

      Example: beaconbench reproduce motion --search --points 255 --laps 20
      """)

  /// The one of this project.
  static let file = "scenarios/reproductions/motion.yaml"

  @Argument(
    help: ArgumentHelp(
      "The reproduction file. (default: \(ReproduceMotionCommand.file))", valueName: "file"),
    completion: .file(), transform: OptionValue.input)
  var path = ShippedFile.path(ReproduceMotionCommand.file)

  @Flag(help: "Only search the settings that the file lists under search.")
  var search = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of points to search. (default: the file's)", valueName: "points"),
    transform: OptionValue.integer(1...1_000_000))
  var points: Int?

  @OptionGroup var options: RunningOptions

  var limits: StudyLimits { options.limits }

  @OptionGroup var place: ResultsOptions<SearchNaming>

  func validate() throws { try checkSearchOptions() }

  func run() async throws {
    guard !search else { return try await runSearch(of: path) }
    let result = try await Self.result(of: path, options)
    try options.show(result.report, result.document)
    try ReproduceCommand.check(result.name, result.failures)
  }

  static func result(of path: String, _ options: RunningOptions) async throws -> ReproductionResult {
    let reproduction = try Reproduction(contentsOf: path, seed: options.seed, laps: options.laps)
    let run = ReproductionRun(reproduction, width: options.width)
    var progress = options.progress(of: run.studies, "studies")
    defer { progress.finish() }
    return try await run.result { progress.show(done: $0) }
  }
}
