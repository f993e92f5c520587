package import ArgumentParser
import Documents
import Laps
package import Rendering
package import Results
import Scenarios

package struct NavigateCommand: SavedStudyVerb {
  package static let configuration = CommandConfiguration(
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

  @OptionGroup package var options: RunningOptions

  @OptionGroup var scenario: ScenarioOptions

  @OptionGroup var selection: PipelinesOption

  @OptionGroup var data: DataOption

  @OptionGroup package var saving: SaveOption

  package init() {}

  package var note: [ReportSection] { scenario.note(on: path) }

  package func prepared() throws -> any PreparedStudy {
    let scenario = try Scenario(
      contentsOf: path, seed: options.seed, laps: options.laps,
      changes: scenario.changes(pipelines: selection.pipelines))
    try data.check(for: scenario, at: path)
    let stops = planned.map { names in
      Document(names.map { Document($0) }).moved(to: Document.Location(file: "--planned"))
    }
    return try NavigationStudy(Study(scenario, dataRoot: data.root), planned: stops)
  }
}
