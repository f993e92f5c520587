import Documents
package import Propagation
package import Rendering
import Results

/// The effect of each fault on each pipeline.
package struct FaultResult: StudyOutcome, Sendable {
  /// All pipelines with one fault; the scenario without faults is A, with the fault B.
  package struct Group: Sendable {
    package let fault: Fault
    /// In the order of the scenario.
    package let rows: [SensitivityResult.Row]

    package var title: String { fault.title }
  }

  package let scenario: String
  package let seed: UInt64
  package let laps: Int
  package let groups: [Group]
}

// docs/faults.md lists the keys.

extension FaultResult: Described {
  package static let figures: [Figure<FaultResult>] = [
    .init("scenario", \.scenario), .init("seed", \.seed), .init("laps", \.laps), .init("faults", \.groups),
  ]
}

extension FaultResult.Group: Described {
  package static let figures: [Figure<FaultResult.Group>] = [
    .init("fault", \.title), .init("kind", \.fault.kind.rawValue),
    .init("beacons") { $0.fault.beacons.joined(separator: " ") }, .init("pipelines", \.rows),
  ]
}
