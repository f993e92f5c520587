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
    commandName: "twin", abstract: "Say whether methods rank alike on a recording and on its simulated twin.",
    discussion: """
      Fits a channel to the walks of a scenario's data set, simulates the same walks through it many times, and \
      runs the scenario's pipelines on both.
      """)

  @Argument(
    help: ArgumentHelp("The file of a scenario of recorded walks.", valueName: "scenario"),
    transform: OptionValue.path)
  var path: String

  @Option(
    parsing: .unconditional, help: "How often the twin is simulated.",
    transform: OptionValue.integer(20...10_000))
  var twins = 100

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long errors stay correlated, for the interval.", valueName: "seconds"),
    transform: OptionValue.number(1...3600, expected: "seconds from 1 to 3600"))
  var stretch = 20.0

  @Option(
    help: ArgumentHelp("Write the fitted channel, for `run --channel`.", valueName: "file"),
    transform: OptionValue.path)
  var channel: String?

  @OptionGroup var options: RunningOptions

  @OptionGroup var data: DataOption

  var memory: MemoryOption { options.memory }

  func run() async throws {
    try OutputFile.check([channel], apartFrom: [path])
    let scenario = try Scenario(contentsOf: path, seed: options.seed, laps: options.laps)
    let study = try TwinStudy(
      scenario, path: path, root: data.root, repetitions: twins, stretch: stretch)
    StandardStreams.warn(study.warnings)
    var progress = options.progress(of: twins, "twins")
    let result = try await study.run(width: options.width) { progress.show(done: $0) }
    progress.finish()
    if let channel { try OutputFile.write(result.fit.channelDocument.yaml, to: channel) }
    try print(
      options.json ? result.document.json : result.report.text(width: OutputWidth.ofStandardOutput),
      terminator: options.json ? "\n" : "")
  }
}
