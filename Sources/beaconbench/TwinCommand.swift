import ArgumentParser
import Calibrating
import Documents
import Figures
import Foundation
import Reporting
import Scenarios
import SiteFiles
import Studies

struct TwinCommand: AsyncParsableCommand, MemoryLimited {
  static let configuration = CommandConfiguration(
    commandName: "twin",
    abstract: "Test whether pipelines rank equally on recorded walks and on simulated replicas of them.",
    discussion: """
      Fits a channel to the walks of a scenario's data set, simulates replicas of the same walks through it, and runs the \
      scenario's pipelines on the recording and on every replica.

      Example: beaconbench twin scenarios/danis-walks.yaml --twins 20
      """)

  @Argument(
    help: ArgumentHelp("The file of a scenario with recorded walks.", valueName: "scenario"),
    transform: OptionValue.input)
  var path: String

  @Option(
    parsing: .unconditional, help: "The number of simulated replicas. (default: 100)",
    transform: OptionValue.integer(20...10_000))
  var twins = 100

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The block length of the block bootstrap, in seconds. (default: 20)", valueName: "seconds"),
    transform: OptionValue.number(1...3600, expected: "seconds from 1 to 3600"))
  var stretch = 20.0

  @Option(
    help: ArgumentHelp("Write the fitted channel, for `run --channel`.", valueName: "file"),
    transform: OptionValue.path)
  var channel: String?

  @OptionGroup var options: RunningOptions

  @OptionGroup var scenario: SetOption

  @OptionGroup var selection: PipelinesOption

  @OptionGroup var data: DataOption

  var memory: MemoryOption { options.memory }

  func run() async throws {
    try OutputFile.check([channel], apartFrom: [path])
    let scenario = try Scenario(
      contentsOf: path, seed: options.seed, laps: options.laps,
      changes: scenario.changes(pipelines: selection.pipelines))
    let study = try TwinStudy(
      scenario, path: path, root: data.root, repetitions: twins, stretch: stretch)
    StandardStreams.warn(study.warnings)
    var progress = options.progress(of: twins, "twins")
    let result = try await study.run(width: options.width) { progress.show(done: $0) }
    progress.finish()
    if let channel { try OutputFile.write(result.fit.channelDocument.yaml, to: channel) }
    try options.show(self.scenario.note(on: path) + result.report, result.document)
  }
}
