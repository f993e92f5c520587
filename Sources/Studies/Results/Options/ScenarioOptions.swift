package import ArgumentParser
import Foundation
package import Rendering
package import Scenarios
import Sites
package import World

/// How a verb sets keys of the scenario that it reads.
package struct SetOption: ParsableArguments {
  /// As they were given.
  @Option(
    each: .text,
    """
    Set a key of the scenario to a value in YAML, such as channel.pathLoss.logDistance.n=2.2 or \
    pipelines[0].snap=false; may be repeated. (default: the scenario's values)
    """, name: .customLong("set"), as: "key=value")
  package var settings: [String] = []

  package init() {}

  /// - Parameters:
  ///   - pipelines: those that stay; nil for all.
  ///   - without: beacons that do not exist.
  ///   - methods: pipelines beside those of the file.
  package func changes(
    pipelines: [String]? = nil, without: [String] = [], methods: [MethodRow] = []
  ) throws(FileProblem) -> ScenarioChanges {
    var read: [ScenarioChanges.Setting] = []
    for text in settings { read.append(try ScenarioChanges.Setting(text)) }
    return ScenarioChanges(read, pipelines: pipelines, without: without, methods: methods)
  }

  /// What a report says above all, so that no figure of a changed scenario is taken for one of its file; nothing where the
  /// scenario is as the file has it.
  ///
  /// - Parameters:
  ///   - path: of the scenario.
  ///   - others: further options that change it.
  package func note(on path: String, _ others: [String] = []) -> [ReportSection] {
    let changes = settings.map { "--set \($0)" } + others
    guard !changes.isEmpty else { return [] }
    return [
      .paragraphs([
        "Changed: \(changes.joined(separator: "; ")). The names of pipelines and published figures are those of \(path)."
      ])
    ]
  }
}

/// How a verb changes the scenario that it reads, and its site.
package struct ScenarioOptions: ParsableArguments {
  /// The keys that are set.
  @OptionGroup package var keys: SetOption

  /// Lists of beacons, one for each use of the option.
  @Option(
    each: .names,
    "Leave out beacons of the site, by id or pillar, such as b05,b06; may be repeated. (default: none)")
  package var without: [[String]] = []

  package init() {}

  /// The keys that are set, as they were given.
  package var settings: [String] { keys.settings }

  /// - Parameters:
  ///   - pipelines: those that stay; nil for all.
  ///   - methods: those that join them.
  package func changes(
    pipelines: [String]? = nil, methods: [MethodRow] = []
  ) throws(FileProblem) -> ScenarioChanges {
    try keys.changes(pipelines: pipelines, without: without.flatMap(\.self), methods: methods)
  }

  /// As with ``SetOption``.
  package func note(on path: String, _ others: [String] = []) -> [ReportSection] {
    keys.note(on: path, without.map { "--without \($0.joined(separator: ","))" } + others)
  }
}

/// Methods beside the pipelines of a scenario.
package struct MethodOption: ParsableArguments {
  /// As they were given.
  @Option(
    each: .text,
    """
    Add a pipeline without filters: a built-in method, such as nearest or '{weightedCentroid: {k: 8}}', or a program of your \
    own, such as 'exec:python3 mine.py'; 'mine=exec:python3 mine.py' names the row. May be repeated. \
    docs/methods-of-your-own.md describes the protocol of programs. (default: none)
    """, name: .customLong("method"), as: "method")
  package var methods: [String] = []

  package init() {}

  /// The pipelines that the option adds.
  package var rows: [MethodRow] {
    get throws(FileProblem) {
      var rows: [MethodRow] = []
      for method in methods { rows.append(try MethodRow(method)) }
      return rows
    }
  }
}

/// Where recorded data sets lie: the option of every verb that reads them.
package struct DataOption: ParsableArguments {
  /// Nil where the option is absent.
  @Option(
    .folderToRead,
    """
    The folder of data sets whose recordings are not beside their declaration. (default: the environment variable \
    BEACONBENCH_DATASETS, else ../shared/data/datasets where there is one, else that of data fetch)
    """)
  package var data: String?

  package init() {}

  /// The folder of data sets, as given or as the environment names it.
  package var root: String { Dataset.root(given: data, environment: ProcessInfo.processInfo.environment) }

  /// The option again, for another process in the same working folder.
  package var arguments: [String] { data.map { ["--data", $0] } ?? [] }

  /// Refuses a folder of data sets where nothing would be read from it.
  package func check(for scenario: Scenario, at path: String) throws {
    guard data != nil, scenario.simulation != nil else { return }
    throw FileProblem(
      file: "--data", expected: "a scenario of recorded walks",
      found: "the simulated \(path)")
  }
}
