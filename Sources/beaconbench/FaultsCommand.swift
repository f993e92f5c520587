import ArgumentParser
import Documents
import Figures
import Reporting
import Scenarios
import Studies

struct FaultsCommand: AsyncParsableCommand, StudyRunning {
  static let configuration = CommandConfiguration(
    commandName: "faults",
    abstract: "Measure the effect of each fault of a scenario on each pipeline's error.",
    discussion: """
      Runs a simulated scenario without the faults of its key `faults`, and again with each of them alone, on the same \
      random numbers. Prints the paired differences of the errors.

      Example: beaconbench faults scenarios/faults.yaml --laps 20
      """)

  @Argument(
    help: ArgumentHelp("The scenario file.", valueName: "scenario"), completion: .file(),
    transform: OptionValue.input)
  var path: String

  @OptionGroup var options: RunningOptions

  @OptionGroup var scenario: ScenarioOptions

  @OptionGroup var selection: PipelinesOption

  var limits: StudyLimits { options.limits }

  func run() async throws {
    let scenario = try Scenario(
      contentsOf: path, seed: options.seed, laps: options.laps,
      changes: scenario.changes(pipelines: selection.pipelines))
    let study = try FaultStudy(scenario)
    StandardStreams.warn(scenario.simulation?.warnings ?? [])
    var progress = options.progress(of: study.laps)
    let result = try await study.run(width: options.width) { progress.show(done: $0) }
    progress.finish()
    try options.show(self.scenario.note(on: path) + result.report, result.document)
  }
}
