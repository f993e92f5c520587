import ArgumentParser
import Comparisons
import Documents
import Laps
import Rendering
import Scenarios

struct NavigateCommand: AsyncParsableCommand, StudyRunning {
  static let configuration = CommandConfiguration(
    commandName: "navigate",
    abstract: "Score how each pipeline's fixes guide the walkers of a scenario along a planned route.",
    discussion: """
      Scores whether instructions are in time, wrong turns, how soon a walker who leaves the route is noticed, false \
      alarms, arrival and the direction of travel.

      Example: beaconbench navigate scenarios/navigation.yaml
      """)

  @Argument(
    help: ArgumentHelp("The scenario file.", valueName: "scenario"), completion: .file(),
    transform: OptionValue.input)
  var path: String

  @Option(
    help: ArgumentHelp(
      """
      The nodes of the path that the planned route passes, such as west,s5; it is the shortest between them. \
      (default: the scenario's walk.planned)
      """,
      valueName: "a,b,..."),
    transform: OptionValue.names)
  var planned: [String]?

  @OptionGroup var options: RunningOptions

  @OptionGroup var scenario: ScenarioOptions

  @OptionGroup var selection: PipelinesOption

  @OptionGroup var data: DataOption

  var limits: StudyLimits { options.limits }

  func run() async throws {
    let scenario = try Scenario(
      contentsOf: path, seed: options.seed, laps: options.laps,
      changes: scenario.changes(pipelines: selection.pipelines))
    try data.check(for: scenario, at: path)
    let stops = planned.map { names in
      Document(names.map { Document($0) }).moved(to: Document.Location(file: "--planned"))
    }
    let study = try NavigationStudy(Study(scenario, dataRoot: data.root), planned: stops)
    StandardStreams.warn(scenario.simulation?.warnings ?? [])
    var progress = options.progress(of: study.laps)
    let result = try await study.run(width: options.width) { progress.show(done: $0) }
    progress.finish()
    try options.show(self.scenario.note(on: path) + result.report, result.document)
  }
}
