import Documents
package import Evaluation
import Laps
package import Rendering
package import Results
package import Scenarios
import World

/// The cost of losing each single beacon of a scenario's site, by the scenario's own pipelines on the same laps.
package struct BeaconLossStudy: SteppedStudy, Sendable {
  private let scenarios: [(beacon: String?, study: SimulatedStudy)]

  /// - Parameters:
  ///   - seed: takes the place of the file's own.
  ///   - laps: takes the place of the file's own.
  /// - Throws: for a scenario of recorded walks, and for one whose site has a single beacon.
  package init(contentsOf path: String, seed: UInt64?, laps: Int?, changes: ScenarioChanges) throws {
    func study(without beacon: String?) throws -> SimulatedStudy {
      let scenario = try Scenario(
        contentsOf: path, seed: seed, laps: laps,
        changes: ScenarioChanges(
          changes.settings, pipelines: changes.pipelines,
          without: changes.without + (beacon.map { [$0] } ?? [])))
      guard let simulation = scenario.simulation else {
        throw FileProblem(file: path, expected: "a simulated scenario", found: "one of recorded walks")
      }
      try scenario.checkHasOwnNoise(in: "the loss of beacons")
      return try SimulatedStudy(scenario, simulation)
    }
    let whole = try study(without: nil)
    let beacons = whole.simulation.site.anchors.map(\.id)
    guard beacons.count > 1 else {
      throw FileProblem(file: path, expected: "a site with two beacons or more", found: "one")
    }
    scenarios = [(nil, whole)] + (try beacons.map { ($0, try study(without: $0)) })
  }

  /// Laps, with all beacons and without each.
  package var steps: StudySteps { StudySteps(scenarios.count * scenarios[0].study.laps) }

  /// Runs all laps with all beacons, and with each one missing.
  package func run(width: Int, progress: (Int) -> Void) async throws -> BeaconLossResult {
    let (scenarios, laps) = (scenarios, scenarios[0].study.laps)
    let parts = try await inParallel(scenarios.count * laps, width: width, progress: progress) { index in
      let study = scenarios[index / laps].study
      return try study.heard(lap: index % laps).map { study.errors(of: $0) }
    }
    func errors(_ number: Int, _ pipeline: Int) -> [PositionError] {
      parts[number * laps..<(number + 1) * laps].flatMap { $0.flatMap { $0[pipeline] } }
    }
    let whole = scenarios[0].study
    let names = whole.pipelines.definitions.map(\.name)
    let rows = scenarios.indices.dropFirst().flatMap { number in
      names.indices.map { pipeline in
        BeaconLossResult.Row(
          beacon: scenarios[number].beacon ?? "", pipeline: names[pipeline],
          comparison: PairedComparison(PairedErrors(errors(0, pipeline), errors(number, pipeline))))
      }
    }
    return BeaconLossResult(
      scenario: whole.scenario.name, seed: whole.scenario.seed, laps: laps, pipelines: names, rows: rows)
  }
}

/// Errors without each beacon, beside those with all.
package struct BeaconLossResult: StudyOutcome, Sendable {
  /// One pipeline without one beacon.
  package struct Row: Sendable {
    /// The id of the beacon that is missing.
    package let beacon: String
    /// The name of the pipeline.
    package let pipeline: String
    /// All beacons are A, without the one B; nil when no error was measured on both sides.
    package let comparison: PairedComparison?
  }

  /// The scenario's name.
  package let scenario: String
  /// Of all laps.
  package let seed: UInt64
  /// The number of laps.
  package let laps: Int
  /// The names of all, in the order of the scenario.
  package let pipelines: [String]
  /// By beacon of the site, then by pipeline.
  package let rows: [Row]

  /// The rows of the pipeline with the least mean error, the most harmful loss first.
  package var ofBestPipeline: [Row] {
    let first = rows.prefix(pipelines.count)
    let best = first.min { ($0.comparison?.a ?? .infinity) < ($1.comparison?.a ?? .infinity) }
    return rows.filter { $0.pipeline == best?.pipeline }.enumerated().sorted {
      ($0.element.comparison?.difference ?? 0, $1.offset) > (
        $1.element.comparison?.difference ?? 0, $0.offset
      )
    }.map(\.element)
  }
}

// docs/columns.md lists the keys.

extension BeaconLossResult: Described {
  /// The top of the JSON.
  package static let figures: [Figure<BeaconLossResult>] = [
    .init("scenario", \.scenario), .init("seed", \.seed), .init("laps", \.laps), .init("losses", \.rows),
  ]
}

extension BeaconLossResult.Row: Described {
  /// The columns of the table of losses.
  package static let figures: [Figure<BeaconLossResult.Row>] = [
    .init("beacon", "without") { $0.beacon }, .init("pipeline") { $0.pipeline },
    .init("meanMetres", "mean error", unit: "m") { $0.comparison?.b },
    .init(
      "differenceMetres", "increase", unit: "m", \.comparison?.difference, interval: \.comparison?.interval),
    .init("verdict") { $0.comparison?.verdict.word },
    .init("direction") { $0.comparison?.conclusion.direction?.rawValue },
    .init(nil, "verdict") { $0.comparison?.conclusion.words },
  ]
}
