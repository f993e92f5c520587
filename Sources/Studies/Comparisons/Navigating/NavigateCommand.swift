package import ArgumentParser
import Documents
import Laps
package import Rendering
package import Results
import Scenarios

/// The verb `navigate`.
package struct NavigateCommand: SavedStudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "navigate",
    abstract: "Score how each pipeline's fixes guide the walkers of a scenario along a planned route.",
    discussion: """
      Scores whether instructions are in time, wrong turns, how soon a walker who leaves the route is noticed, false \
      alarms, arrival and the direction of travel.

      Example: beaconbench navigate scenarios/navigation.yaml
      """)

  @Argument(.input, "The scenario file.", as: "scenario")
  var path: String

  @Option(
    .names,
    """
    The nodes of the path that the planned route passes, such as west,s5; it is the shortest between them. \
    (default: the scenario's walk.planned)
    """)
  var planned: [String]?

  /// How it runs and prints.
  @OptionGroup package var options: RunningOptions<ScenarioLaps>

  @OptionGroup var scenario: ScenarioOptions

  @Option(.pipelines) var pipelines: [String]?

  @OptionGroup var data: DataOption

  /// Where its results are kept.
  @OptionGroup package var saving: SaveOption

  package init() {}

  /// How the scenario differs from its file.
  package var note: [ReportSection] { scenario.note(on: path) }

  /// Reads and checks what the options name.
  package func prepared() throws -> any PreparedStudy {
    let scenario = try Scenario(
      contentsOf: path, seed: options.seed, laps: options.laps,
      changes: scenario.changes(pipelines: pipelines))
    try data.check(for: scenario, at: path)
    let stops = planned.map { names in
      Document(names.map { Document($0) }).moved(to: Document.Location(file: "--planned"))
    }
    return try NavigationStudy(Study(scenario, dataRoot: data.root), planned: stops)
  }
}
