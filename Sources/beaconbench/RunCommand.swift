import ArgumentParser
import Foundation
import Reporting
import SiteFiles
import Studies
import World

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a scenario: simulate, filter, position, score.",
    discussion: """
      Prints a table of the scenario's pipelines and writes results/<scenario>/<name>/ with the resolved \
      scenario, every error, the summary and where they came from. The same scenario and seed give the same \
      bytes on any number of threads.
      """)

  @Argument(help: ArgumentHelp("The scenario file.", valueName: "scenario"))
  var path: String

  @OptionGroup var options: RunningOptions

  @Option(
    help: ArgumentHelp(
      "Where recorded data sets lie. (default: BEACONBENCH_DATASETS, else ../shared/data/datasets)",
      valueName: "folder"))
  var data: String?

  @Option(
    help: ArgumentHelp(
      "A channel to take in place of the scenario's, as `calibrate --channel` writes it.", valueName: "file"))
  var channel: String?

  func run() async throws {
    let clock = RunClock()
    let scenario = try Scenario(
      contentsOf: path, channel: try channel.map { path in try ChannelFile(contentsOf: path) },
      seed: options.seed, laps: options.laps)
    if data != nil, scenario.simulation != nil {
      throw FileProblem(
        file: "--data", expected: "a scenario of recorded walks, which reads data",
        found: "the simulated \(path)")
    }
    let study = try Study(scenario, dataRoot: options.dataRoot(data))
    let folder = ResultsFolder(
      root: options.results, scenario: scenario.name,
      name: options.name ?? "seed\(scenario.seed)-laps\(study.laps)")
    let saved = try study.saved
    if options.replace { try folder.check() } else { try folder.check(for: saved) }
    var progress = options.progress(of: study.laps)
    let result = try await study.run(width: options.width) { progress.show(done: $0) }
    progress.finish()
    try folder.write(
      result, scenario: saved, provenance: Provenance(start: clock, threads: options.width))
    if options.json {
      try print(result.document.json)
    } else {
      try print(StudyReport(result).text(width: OutputWidth.ofStandardOutput))
      try print("Results: \(folder.path)/")
    }
  }
}
