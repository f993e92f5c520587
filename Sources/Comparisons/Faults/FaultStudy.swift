import Documents
import Evaluation
import Laps
import Propagation
package import Results
package import Scenarios
import World

/// A simulated scenario without its faults, and with each of them alone, on common random numbers.
package struct FaultStudy: SteppedStudy, Sendable {
  let faults: [Fault]
  /// Without faults, and then with each.
  private let sources: [SimulatedStudy]

  /// - Throws: `FileProblem` for recorded walks, a scenario without faults, and white noise.
  package init(_ scenario: Scenario) throws {
    guard let simulation = scenario.simulation else {
      throw try scenario.resolved["dataset"].problem(
        expected: "a simulated scenario", found: "recorded walks, whose faults are unknown")
    }
    guard !simulation.faults.isEmpty else {
      throw scenario.resolved.problem(expected: "the key faults with at least one fault", found: "none")
    }
    try scenario.checkHasOwnNoise(in: "a study of faults")
    faults = simulation.faults
    sources = try ([[]] + faults.map { [$0] }).map {
      try SimulatedStudy(scenario, simulation.with(faults: $0))
    }
  }

  var laps: Int { sources[0].laps }
  /// Laps, each of which runs under every condition.
  package var steps: StudySteps { StudySteps(laps) }
  /// About the simulated scenario.
  package var warnings: [String] { sources[0].simulation.warnings }
  var site: Site { sources[0].simulation.site }

  /// Runs all laps.
  ///
  /// - Parameters:
  ///   - width: how many laps at a time; results do not depend on it.
  ///   - progress: called with how many laps are done.
  package func run(width: Int, progress: (Int) -> Void) async throws -> FaultResult {
    try MemoryNeed(of: sources[0], width: width).check()
    // By lap and walker, source and pipeline.
    let laps = try await inParallel(laps, width: width, progress: progress) { lap in
      let heard = try sources.map { source in
        try source.heard(lap: lap).map { heard in
          source.errors(of: heard)
        }
      }
      return heard[0].indices.map { walker in heard.map { $0[walker] } }
    }
    let names = sources[0].pipelines.definitions.map(\.name)
    let groups = faults.enumerated().map { index, fault in
      FaultResult.Group(fault: fault, rows: SensitivityResult.rows(of: laps, under: index + 1, names))
    }
    let scenario = sources[0].scenario
    return FaultResult(scenario: scenario.name, seed: scenario.seed, laps: laps.count, groups: groups)
  }
}
