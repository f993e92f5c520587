import ArgumentParser
import Calibrating
import Comparisons
import Documents
import Rendering
import Scenarios

struct MethodsCommand: AsyncParsableCommand, StudyRunning {
  static let configuration = CommandConfiguration(
    commandName: "methods",
    abstract: "Compare pipelines on several recorded data sets in one table.",
    discussion: """
      Runs every pipeline of a comparison on every one of its data sets, with n, C and radio map from other recordings than \
      those that are scored. A cell says why a pipeline cannot run on a data set.

      Example: beaconbench methods scenarios/methods/recorded.yaml --datasets uji-ble
      """)

  @Argument(
    help: ArgumentHelp("The file of the comparison.", valueName: "comparison"), completion: .file(),
    transform: OptionValue.input)
  var path: String

  @Option(
    help: ArgumentHelp(
      "Use only these data sets, by their names in the file. (default: all)", valueName: "a,b,..."),
    transform: OptionValue.names)
  var datasets: [String]?

  @OptionGroup var options: RunningOptions

  @OptionGroup var selection: PipelinesOption

  @OptionGroup var data: DataOption

  var limits: StudyLimits { options.limits }

  func run() async throws {
    let methods = try MethodsScenario(
      contentsOf: path, seed: options.seed, walks: options.laps, datasets: datasets,
      pipelines: selection.pipelines)
    let study = try MethodsStudy(methods, root: data.root)
    var progress = options.progress(of: study.cells, "cells")
    let result = try await study.run(width: options.width) { progress.show(done: $0) }
    progress.finish()
    try options.show(result.report, result.document)
  }
}
