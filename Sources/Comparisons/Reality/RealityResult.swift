import Documents
import Evaluation
package import Rendering
import Results

/// Every data set beside its simulated replicas.
package struct RealityResult: StudyOutcome, Sendable {
  /// Why a data set has no replicas.
  package struct NoTwin: Error, Hashable, Sendable {
    /// In a sentence without its first capital and full stop.
    package let reason: String
  }

  /// One data set.
  package struct Part: Sendable {
    package let name: String
    /// Recorded ones.
    package let walks: Int
    package let outcome: Result<TwinResult, NoTwin>
    /// In the order of the file.
    package let lacks: [MethodsPart.Lack]

    /// Nil where there are no replicas.
    package var twin: TwinResult? { try? outcome.get() }

    /// Why there are no replicas; nil where there are.
    package var reason: String? { if case .failure(let none) = outcome { none.reason } else { nil } }
  }

  /// Of the comparison's file.
  package let path: String
  package let name: String
  package let seed: UInt64
  /// Of each data set.
  package let replicas: Int
  /// In the order of the file.
  package let parts: [Part]
}

// docs/twin.md lists the keys.

extension RealityResult: Described {
  /// What `reality --json` prints.
  package static let figures: [Figure<RealityResult>] = [
    .init("comparison", \.name), .init("seed", \.seed), .init("replicas", \.replicas),
    .init("datasets", \.parts),
  ]
}

extension RealityResult.Part: Described {
  /// One data set.
  package static let figures: [Figure<RealityResult.Part>] =
    summary + [
      .init("noTwin", \.reason), .init("findings") { $0.twin?.findings ?? [] }, .init("twin", \.twin),
      .init("lacking", \.lacks),
    ]

  /// A row of the table that stands first.
  static let summary: [Figure<RealityResult.Part>] = [
    .init("name", "data set", \.name), .init("walks", "walks", \.walks),
    .init("methods", "methods") { $0.twin?.rows.count },
    .init(
      "correlation", "rank correlation", unit: "[95 %]", better: .larger, { $0.twin?.ranks.correlation },
      interval: { $0.twin?.ranks.interval }),
    .init("agrees", "agrees") { $0.twin?.ranks.agrees },
    .init("optimistic", "too optimistic for") { $0.twin?.optimistic },
    .init("outside", "figures outside") { $0.twin?.differing.count },
    .init("figures", "of") { $0.twin?.figureCount },
    .init("regretMetres", "cost of the simulated choice", unit: "m", better: .smaller) { $0.twin?.regret },
    .init(
      "toBound", intervalKey: "toBoundInterval95", "best RMSE / bound", unit: "[95 %]",
      { $0.twin?.best?.ratio.value },
      interval: { $0.twin?.best?.ratio.ratioInterval }),
  ]
}
