package import ArgumentParser
import Documents
package import Laps
package import Results
package import Scenarios
import Sites
package import World

/// Which lap of a scenario is simulated, and how the scenario differs from its file.
package struct LapOptions: ParsableArguments {
  package init() {}

  @Option(.whole(Int.min...Int.max), "The lap, counted from 0. (default: 0)")
  package var lap: Int?

  @Option(help: ArgumentHelp("The walker, where there are several. (default: the first)", valueName: "name"))
  package var walker: String?

  @Option(.seed) package var seed: UInt64?

  @OptionGroup package var changes: ScenarioOptions

  /// Refuses all of them, where there is no scenario.
  package func refuseAll(expected: String, found: String) throws(FileProblem) {
    try refuse(
      [
        "--lap": lap != nil, "--walker": walker != nil, "--seed": seed != nil,
        "--set": !changes.settings.isEmpty, "--without": !changes.without.isEmpty,
      ], expected: expected, found: found)
  }

  /// Reads the scenario with its changes, which may have applications.
  ///
  /// - Returns: also the files from which a scenario with applications can be run again; nil for others.
  /// - Throws: `FileProblem` also for one of recorded walks.
  package func simulation(of path: String) throws -> (
    scenario: Scenario, simulation: Simulation, saved: SavedScenario?
  ) {
    let recorded = FileProblem(
      file: path, place: .key("dataset"), expected: "a simulated scenario", found: "one of recorded walks")
    let file = try Document(contentsOf: path)
    let (scenario, saved): (Scenario, SavedScenario?)
    if file.has("context") {
      guard !file.has("dataset") else { throw recorded }
      let context = try ContextScenario(
        contentsOf: path, seed: seed, changes: changes.changes(), dataRoot: "")
      (scenario, saved) = (context.scenario, try context.saved)
    } else {
      (scenario, saved) = (try Scenario(contentsOf: path, seed: seed, changes: changes.changes()), nil)
    }
    try scenario.checkHasOwnNoise(in: "a stream of advertisements")
    guard let simulation = scenario.simulation else { throw recorded }
    return (scenario, simulation, saved)
  }

  /// Simulates the lap.
  package func lap(of path: String) throws -> (lap: SimulatedLap, site: Site, warnings: [String]) {
    let (scenario, simulation, _) = try simulation(of: path)
    return (try lap(of: scenario, simulation, path), simulation.site, simulation.warnings)
  }

  /// Simulates the lap of a scenario that has been read from `path`.
  package func lap(of scenario: Scenario, _ simulation: Simulation, _ path: String) throws -> SimulatedLap {
    let lap = lap ?? 0
    guard 0..<simulation.laps.count ~= lap else {
      throw FileProblem(
        file: "--lap",
        expected: "0 to \(simulation.laps.count - 1) (laps.count of \(path) is \(simulation.laps.count))",
        found: "\(lap)")
    }
    let study = try SimulatedStudy(scenario, simulation)
    return try SimulatedLap(study, lap: lap, walker: walker.map { try index(of: $0, in: study, path) } ?? 0)
  }

  private func index(of walker: String, in study: SimulatedStudy, _ path: String) throws -> Int {
    if let index = study.walkers.firstIndex(of: walker) { return index }
    throw FileProblem(
      file: "--walker",
      expected: study.walkers.isEmpty
        ? "a scenario with walkers" : "one of \(study.walkers.joined(separator: ", "))",
      found: study.walkers.isEmpty ? "\(path) without them" : walker)
  }
}
