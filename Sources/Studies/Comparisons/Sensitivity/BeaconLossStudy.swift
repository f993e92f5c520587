import Documents
import Evaluation
import Laps
package import Propagation
package import Rendering
package import Results
package import Scenarios
import World

/// The cost of losing each single beacon of a scenario's site, by the scenario's own pipelines on the same laps.
package struct BeaconLossStudy: SteppedStudy, Sendable {
  private let study: SensitivityStudy

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
    self.study = SensitivityStudy(
      [whole] + (try beacons.map(study)), beacons.map(Variation.without), warnings: [])
  }

  /// Laps, each with all beacons and without each.
  package var steps: StudySteps { study.steps }

  /// Runs all laps with all beacons, and with each one missing.
  package func run(width: Int, progress: (Int) -> Void) async throws -> BeaconLossResult {
    BeaconLossResult(try await study.run(width: width, progress: progress))
  }
}

/// Errors without each beacon, beside those with all.
package struct BeaconLossResult: StudyOutcome, Sendable {
  /// One pipeline without one beacon.
  package struct Row: Sendable {
    /// The id of the beacon that is missing.
    package let beacon: String
    /// All beacons are A, without the one B.
    package let effect: SensitivityResult.Row
  }

  /// A group for each beacon of the site.
  private let effects: SensitivityResult

  fileprivate init(_ effects: SensitivityResult) { self.effects = effects }

  /// By beacon of the site, then by pipeline.
  package var rows: [Row] {
    effects.groups.flatMap { group in group.rows.map { Row(beacon: group.variation.title, effect: $0) } }
  }

  /// The rows of the pipeline with the least mean error, the most harmful loss first.
  package var ofBestPipeline: [Row] {
    let best = effects.groups[0].rows.min {
      ($0.comparison?.a ?? .infinity) < ($1.comparison?.a ?? .infinity)
    }
    return rows.filter { $0.effect.pipeline == best?.pipeline }.enumerated().sorted {
      ($0.element.effect.comparison?.difference ?? 0, $1.offset) > (
        $1.element.effect.comparison?.difference ?? 0, $0.offset
      )
    }.map(\.element)
  }
}

// docs/columns.md lists the keys.

extension BeaconLossResult: Described {
  /// The top of the JSON.
  package static let figures: [Figure<BeaconLossResult>] = [
    .init("scenario", \.effects.scenario), .init("seed", \.effects.seed), .init("laps", \.effects.laps),
    .init("losses", \.rows),
  ]
}

extension BeaconLossResult.Row: Described {
  /// The columns of the table of losses.
  package static let figures: [Figure<BeaconLossResult.Row>] = [
    .init("beacon", "without") { $0.beacon }, .init("pipeline") { $0.effect.pipeline },
    .init("meanMetres", "mean error", unit: "m") { $0.effect.comparison?.b },
    .init(
      "differenceMetres", "increase", unit: "m", \.effect.comparison?.difference,
      interval: \.effect.comparison?.interval),
    .init("verdict") { $0.effect.comparison?.verdict.rawValue },
    .init("direction") { $0.effect.comparison?.conclusion.direction?.rawValue },
    .init(nil, "verdict") { $0.effect.comparison?.conclusion.words },
  ]
}

extension BeaconLossResult {
  /// Which loss hurts most.
  package var report: [ReportSection] {
    let rows = ofBestPipeline
    let head =
      "\(effects.scenario), \(Counted.text(effects.laps, "lap")): mean error of \(rows.first?.effect.pipeline ?? "") without each one of "
      + "\(Counted.text(rows.count, "beacon")), beside that with all of "
      + "\(rows.first?.effect.comparison.map { FixedPoint.text($0.a, decimals: 2) } ?? "–") m; paired over the same laps."
    let tolerance =
      rows.first?.effect.comparison.map { "\(FixedPoint.text($0.tolerance, decimals: 3)) m" }
      ?? "none without paired errors"
    return [
      .paragraph(head),
      .table(
        rows, Row.figures,
        notes: [
          "The pipeline with the least mean error; --json has all. [95 %]: Student's t over laps. Worse: the error grows without "
            + "the beacon. \(Conclusion.legend) Tolerance: \(tolerance)."
        ]),
    ]
  }
}

/// One thing that is otherwise than a scenario's pipelines take it to be.
package enum Variation: Sendable {
  /// A number that pipelines assume, or the receiver, is off.
  case misspecified(MisSetting)
  /// A difference between the simulation and the site.
  case fault(Fault)
  /// The beacon with this id is missing.
  case without(String)

  /// What a table calls it, such as `C -3 dB` or `dead b15`.
  package var title: String {
    switch self {
    case .fault(let fault): fault.title
    case .without(let beacon): beacon
    case .misspecified(let setting):
      "\(setting.parameter.title) \(setting.shift < 0 ? "-" : "+")"
        + FixedPoint.shortest(setting.shift.magnitude, decimals: 2)
        + (setting.parameter.unit.map { " \($0)" } ?? "")
    }
  }

  /// The number, or the kind of fault.
  package var parameter: String {
    switch self {
    case .misspecified(let setting): setting.parameter.rawValue
    case .fault(let fault): fault.kind.rawValue
    case .without: "without"
    }
  }

  /// By how much the number is off; nil for a fault.
  var shift: Double? { if case .misspecified(let setting) = self { setting.shift } else { nil } }

  /// The beacons that have the fault; nil for a number.
  var beacons: [String]? { if case .fault(let fault) = self { fault.beacons } else { nil } }
}

extension Scenario {
  /// The simulation without its faults, and then with each of them alone.
  ///
  /// - Throws: `FileProblem` for recorded walks, a scenario without faults, and white noise.
  var simulationsByFault: [Simulation] {
    get throws(FileProblem) {
      guard let simulation else {
        throw try resolved["dataset"].problem(
          expected: "a simulated scenario", found: "recorded walks, whose faults are unknown")
      }
      guard !simulation.faults.isEmpty else {
        throw resolved.problem(expected: "the key faults with at least one fault", found: "none")
      }
      try checkHasOwnNoise(in: "a study of faults")
      return [simulation.with(faults: [])] + simulation.faults.map { simulation.with(faults: [$0]) }
    }
  }
}
