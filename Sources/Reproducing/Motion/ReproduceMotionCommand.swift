package import ArgumentParser
import Documents
import Laps
import Rendering
package import Results

/// `reproduce motion`: the walking experiment, and with `--search` settings that reproduce it.
package struct ReproduceMotionCommand: StudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
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

  /// Seed, laps, threads and output.
  @OptionGroup package var options: RunningOptions

  @OptionGroup var place: ResultsOptions<SearchNaming>

  /// Before its arguments are parsed.
  package init() {}

  /// Refuses options of a search without one.
  package func validate() throws { try checkSearchOptions() }

  /// Runs the search, or the reproduction.
  package func run() async throws {
    if search { try await runSearch(of: path) } else { try await runStudy() }
  }

  /// Reads the reproduction and its scenarios.
  package func prepared() throws -> any PreparedStudy { try MotionStudy(of: path, options) }
}

/// The studies of a reproduction file.
struct MotionStudy: PreparedStudy {
  private let reproduction: Reproduction

  init(of path: String, _ options: RunningOptions) throws {
    reproduction = try Reproduction(contentsOf: path, seed: options.seed, laps: options.laps)
  }

  func run(_ runner: StudyRunner) async throws -> ReproductionResult {
    let run = ReproductionRun(reproduction, width: runner.width)
    return try await runner.stage(StudySteps(run.studies, "studies")) { try await run.result(progress: $0) }
  }
}
