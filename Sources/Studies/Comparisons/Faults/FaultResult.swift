package import Propagation
package import Rendering
import Results

/// The effect of each fault on each pipeline.
package struct FaultResult: StudyOutcome, Sendable {
  /// All pipelines with one fault; the scenario without faults is A, with the fault B.
  package struct Group: Sendable {
    /// The only one of these laps.
    package let fault: Fault
    /// In the order of the scenario.
    package let rows: [SensitivityResult.Row]

    /// The fault in words.
    package var title: String { fault.title }
  }

  /// The scenario's name.
  package let scenario: String
  /// The same with and without faults.
  package let seed: UInt64
  /// Of each condition.
  package let laps: Int
  /// One for each fault, in the order of the scenario.
  package let groups: [Group]
}

// docs/faults.md lists the keys.

extension FaultResult: Described {
  /// What `faults --json` prints.
  package static let figures: [Figure<FaultResult>] = [
    .init("scenario", \.scenario), .init("seed", \.seed), .init("laps", \.laps), .init("faults", \.groups),
  ]
}

extension FaultResult.Group: Described {
  /// One fault with all pipelines.
  package static let figures: [Figure<FaultResult.Group>] = [
    .init("fault", about: "Its title in the table.", \.title),
    .init("kind", \.fault.kind.rawValue),
    .init("beacons", about: "Separated by spaces.") { $0.fault.beacons.joined(separator: " ") },
    .init("pipelines", about: "As of `sensitivity`, without the fault and with it.", \.rows),
  ]
}
