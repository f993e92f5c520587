package import ArgumentParser
import Documents
import Laps
import Rendering
package import Results
import Sites
import Sweeping
import World

/// `reproduce motion`: the parts of a reproduction file, or its search.
package struct ReproduceMotionCommand: StudyVerb {
  /// Its name, help and example.
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

  /// How it runs, and in which form it prints.
  @OptionGroup package var options: RunningOptions<FileLaps>

  @OptionGroup var place: ResultsOptions<SearchNaming>

  /// As the argument parser makes it.
  package init() {}

  /// Refuses options that only a search listens to.
  package func validate() throws {
    let given = [
      ("--points", points != nil), ("--name", place.name != nil), ("--replace", place.replace),
      ("--results", place.results != ResultsOptions<SearchNaming>.customary),
    ]
    for (option, isGiven) in given where isGiven && !search {
      throw ValidationError("\(option) requires --search")
    }
  }

  /// Reads the file and every scenario that it names: the presets and all else, or with `--search` the search alone.
  package func prepared() throws -> any PreparedStudy {
    guard search else { return try MotionStudy(of: path, options) }
    guard let stated = try Reproduction(contentsOf: path).search else {
      throw FileProblem(file: path, expected: "the key search", found: "none")
    }
    let run = try SweepRun(
      stated.with(seed: options.seed, points: points, laps: options.laps), program: ProgramIdentity.current,
      dataRoot: "")
    return PreparedSweep(
      run, in: SweepFolder(of: run, root: place.results, name: place.name), replacing: place.replace,
      isQuiet: options.reporting.terminal.isQuiet)
  }
}

/// The studies of a reproduction file.
struct MotionStudy: PreparedStudy {
  private let reproduction: Reproduction

  init(of path: String, _ options: RunningOptions<FileLaps>) throws {
    reproduction = try Reproduction(contentsOf: path, seed: options.seed, laps: options.laps)
  }

  func run(_ runner: StudyRunner) async throws -> ReproductionResult {
    let run = ReproductionRun(reproduction, width: runner.width)
    return try await runner.stage(StudySteps(run.studies, "studies")) { try await run.result(progress: $0) }
  }
}
