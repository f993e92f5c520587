package import ArgumentParser
package import Results

/// `reproduce motion`: the parts of a reproduction file.
package struct ReproduceMotionCommand: StudyVerb {
  /// Its name, help and example.
  package static let configuration = CommandConfiguration(
    commandName: "motion",
    abstract: "Reproduce a walking experiment: published and simulated figures side by side.",
    discussion: """
      Runs the presets, buildings, changes of settings and lag budgets of a reproduction file. The exit status is 1 when \
      a preset that was tuned to match does not, or when a change or a lag differs from what the file expects.

      Example: beaconbench reproduce motion --laps 20
      """)

  /// The one of this project.
  static let file = "scenarios/reproductions/motion.yaml"

  @Argument(.input, "The reproduction file. (default: \(ReproduceMotionCommand.file))", as: "file")
  var path = ShippedFile.path(ReproduceMotionCommand.file)

  /// How it runs, and in which form it prints.
  @OptionGroup package var options: RunningOptions<FileLaps>

  /// As the argument parser makes it.
  package init() {}

  /// Reads the file and every scenario that it names.
  package func prepared() throws -> any PreparedStudy { try Self.study(of: path, options) }

  static func study(of path: String, _ options: RunningOptions<FileLaps>) throws -> ReproductionRun {
    ReproductionRun(try Reproduction(contentsOf: path, seed: options.seed, laps: options.laps))
  }
}
