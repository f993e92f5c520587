import ArgumentParser
import Foundation
import Reporting
import SiteFiles
import World

/// The options that every running verb takes.
struct RunningOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: "The seed, in place of the scenario's own.", transform: OptionValue.seed)
  var seed: UInt64?

  @Option(
    parsing: .unconditional, help: "How many laps, in place of the scenario's own number.",
    transform: OptionValue.integer(1...1_000_000))
  var laps: Int?

  @Option(
    parsing: .unconditional,
    help: "How many laps to run side by side; results do not depend on it. (default: one a core)",
    transform: OptionValue.integer(1...1024))
  var threads: Int?

  @Flag(help: "Print one JSON document instead of tables.")
  var json = false

  @Flag(help: "Show no progress.")
  var quiet = false

  @Option(help: "The name of the results folder. (default: seed<S>-laps<N>)")
  var name: String?

  @Option(help: ArgumentHelp("The folder of all results.", valueName: "folder"))
  var results = "results"

  @Flag(help: "Replace results of another scenario or seed that have the same name.")
  var replace = false

  func validate() throws {
    if let name, name.isEmpty || name.hasPrefix(".") || name.contains("/") || name.utf8.count > 200 {
      throw ValidationError(
        "--name: expected 1 to 200 letters without / that do not begin with a dot, found '\(name)'")
    }
    if results.isEmpty { throw ValidationError("--results: expected a folder, found nothing") }
  }

  /// The line on the terminal that says how many laps are done.
  func progress(of laps: Int) -> TerminalProgress {
    TerminalProgress(ProgressLine(of: laps, "laps"), isQuiet: quiet)
  }

  /// The folder of data sets, as given or as the environment names it.
  func dataRoot(_ given: String?) -> String {
    Dataset.root(given: given, environment: ProcessInfo.processInfo.environment)
  }

  var width: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }
}
