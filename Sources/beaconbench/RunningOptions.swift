import ArgumentParser
import Documents
import Foundation
import Reporting
import SiteFiles
import Studies
import World

/// The options of every verb that runs a scenario.
struct RunningOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: "The seed, in place of the scenario's own.", transform: OptionValue.seed)
  var seed: UInt64?

  @Option(
    parsing: .unconditional,
    help: "How many laps, in place of the scenario's own number; of recorded walks, from the first on.",
    transform: OptionValue.integer(1...1_000_000))
  var laps: Int?

  @Option(
    parsing: .unconditional,
    help: "How many laps to run side by side; results do not depend on it. (default: one a core)",
    transform: OptionValue.integer(1...1024))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "Where recorded data sets lie. (default: BEACONBENCH_DATASETS, else ../shared/data/datasets)",
      valueName: "folder"), transform: OptionValue.path)
  var data: String?

  @OptionGroup var memory: MemoryOption

  @Flag(help: "Print one JSON document instead of tables.")
  var json = false

  @Flag(help: "Show no progress.")
  var quiet = false

  /// The line on the terminal that says how much is done.
  func progress(of count: Int, _ units: String = "laps") -> TerminalProgress {
    TerminalProgress(ProgressLine(of: count, units), isQuiet: quiet)
  }

  /// The folder of data sets, as given or as the environment names it.
  var dataRoot: String { Dataset.root(given: data, environment: ProcessInfo.processInfo.environment) }

  /// Refuses a folder of data sets where nothing would be read from it.
  func checkData(for scenario: Scenario, at path: String) throws {
    guard data != nil, scenario.simulation != nil else { return }
    throw FileProblem(
      file: "--data", expected: "a scenario of recorded walks, which reads data",
      found: "the simulated \(path)")
  }

  /// Refuses a folder of data sets where nothing ever is read from it.
  func refuseData(since reason: String) throws {
    guard data != nil else { return }
    throw FileProblem(file: "--data", expected: "no such option, since \(reason)", found: "it")
  }

  var width: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }
}
