import ArgumentParser
import Foundation
import Reporting
import SiteFiles
import Studies

struct TwinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "twin", abstract: "Say whether methods rank alike on a recording and on its simulated twin.",
    discussion: """
      Fits a channel to the walks of a scenario's data set, simulates the same walks through it many times, and \
      runs the scenario's pipelines on both.
      """)

  @Argument(help: ArgumentHelp("The file of a scenario of recorded walks.", valueName: "scenario"))
  var path: String

  @Option(
    parsing: .unconditional, help: "How often the twin is simulated.",
    transform: OptionValue.integer(20...10_000))
  var twins = 100

  @Option(
    parsing: .unconditional, help: "The seed, in place of the scenario's own.", transform: OptionValue.seed)
  var seed: UInt64?

  @Option(
    parsing: .unconditional, help: "How many walks, from the first on. (default: the scenario's)",
    transform: OptionValue.integer(1...1_000_000))
  var laps: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long errors hang together, for the interval.", valueName: "seconds"),
    transform: OptionValue.number(1...3600, expected: "seconds from 1 to 3600"))
  var stretch = 20.0

  @Option(
    parsing: .unconditional,
    help: "How many twins to run side by side; results do not depend on it. (default: one a core)",
    transform: OptionValue.integer(1...1024))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "Where data sets lie. (default: BEACONBENCH_DATASETS, else ../shared/data/datasets)",
      valueName: "folder"))
  var data: String?

  @Option(help: ArgumentHelp("Write the fitted channel, for `run --channel`.", valueName: "file"))
  var channel: String?

  @Flag(help: "Show no progress.")
  var quiet = false

  @Flag(help: "Print one JSON document instead of tables.")
  var json = false

  func run() async throws {
    let scenario = try Scenario(contentsOf: path, seed: seed, laps: laps)
    let root = Dataset.root(given: data, environment: ProcessInfo.processInfo.environment)
    let study = try TwinStudy(scenario, path: path, root: root, repetitions: twins, stretch: stretch)
    var progress = TerminalProgress(ProgressLine(of: twins, "twins"), isQuiet: quiet)
    let width = threads ?? ProcessInfo.processInfo.activeProcessorCount
    let result = try await study.run(width: width) { progress.show(done: $0) }
    progress.finish()
    if let channel { try OutputFile.write(result.fit.channelDocument.yaml, to: channel) }
    try print(
      json ? result.document.json : TwinReport(result).text(width: OutputWidth.ofStandardOutput),
      terminator: json ? "\n" : "")
  }
}
