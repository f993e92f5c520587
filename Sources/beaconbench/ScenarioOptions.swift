import ArgumentParser
import Scenarios
import World

/// How a verb changes the scenario that it reads.
struct ScenarioOptions: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Set a key of the scenario to a value in YAML, such as channel.pathLoss.logDistance.n=2.2 or \
      pipelines[0].snap=false; may be repeated. (default: the scenario's values)
      """, valueName: "key=value"))
  var settings: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Leave out beacons of the site, by id or pillar, such as b05,b06; may be repeated. (default: none)",
      valueName: "a,b,..."),
    transform: OptionValue.names)
  var without: [[String]] = []

  var isGiven: Bool { !settings.isEmpty || !without.isEmpty }

  /// - Parameter pipelines: those that stay; nil for all.
  func changes(pipelines: [String]? = nil) throws(FileProblem) -> ScenarioChanges {
    var read: [ScenarioChanges.Setting] = []
    for text in settings { read.append(try ScenarioChanges.Setting(text)) }
    return ScenarioChanges(read, pipelines: pipelines, without: without.flatMap(\.self))
  }
}

/// Which of a scenario's pipelines run.
struct PipelinesOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run only these pipelines, such as 'Kalman,feedback', and the room centre. (default: all)",
      valueName: "a,b,..."),
    transform: OptionValue.names)
  var pipelines: [String]?
}
