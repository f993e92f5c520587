import Documents
package import Propagation
import Rendering
package import Scenarios
import World

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
