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

  /// - Parameters:
  ///   - pipelines: those that stay; nil for all.
  ///   - programs: those that join them.
  func changes(
    pipelines: [String]? = nil, programs: [ScenarioChanges.ProgramRow] = []
  ) throws(FileProblem) -> ScenarioChanges {
    var read: [ScenarioChanges.Setting] = []
    for text in settings { read.append(try ScenarioChanges.Setting(text)) }
    return ScenarioChanges(
      read, pipelines: pipelines, without: without.flatMap(\.self), programs: programs)
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

/// Methods of your own beside the pipelines of a scenario.
struct MethodOption: ParsableArguments {
  @Option(
    name: .customLong("method"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Add a pipeline whose method is a program of your own, such as 'exec:python3 mine.py'; may be repeated. \
      docs/methods-of-your-own.md describes the protocol. (default: none)
      """, valueName: "exec:command"))
  var methods: [String] = []

  var programs: [ScenarioChanges.ProgramRow] {
    get throws(FileProblem) {
      var programs: [ScenarioChanges.ProgramRow] = []
      for method in methods { programs.append(try ScenarioChanges.ProgramRow(method)) }
      return programs
    }
  }
}
