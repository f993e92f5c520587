import Evaluation
package import Rendering
import Results

/// Every data set beside its simulated replicas.
package struct TwinSetsResult: StudyOutcome, Sendable {
  /// One data set.
  package struct Part: Sendable {
    package let name: String
    /// Recorded ones.
    package let walks: Int
    /// In the order of the file.
    package let lacks: [MethodsPart.Lack]
    /// Why there are no replicas, in a sentence without its first capital and full stop; nil where there are.
    package internal(set) var reason: String?
    /// Nil where there are no replicas.
    package internal(set) var twin: TwinResult?
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

// docs/columns.md lists the keys.

extension TwinSetsResult: Described {
  /// What `twin --json` prints of several data sets.
  package static let figures: [Figure<TwinSetsResult>] = [
    .init("comparison", \.name),
    .init("seed", \.seed),
    .init("replicas", about: "The number of replicas of each data set.", \.replicas),
    .init("datasets", about: "One element for each, below.", \.parts),
  ]
}

extension TwinSetsResult.Part: Described {
  /// One data set.
  package static let figures: [Figure<TwinSetsResult.Part>] =
    summary + [
      .init("noTwin", about: "Why there are no replicas.", \.reason),
      .init("findings", about: "The sentences of the page.") { $0.twin?.findings ?? [] },
      .init("twin", about: "As of one data set, above.", \.twin),
      .init("lacking", about: "Pipelines that could not run, each with the reason.", \.lacks),
    ]

  /// A row of the table that stands first.
  static let summary: [Figure<TwinSetsResult.Part>] = [
    .init("name", "data set", \.name), .init("walks", "walks", \.walks),
    .init("methods", "methods", about: "The number of methods that are ranked.") { $0.twin?.rows.count },
    .init(
      "correlation", "rank correlation", unit: "[95 %]", better: .larger,
      about: "Spearman's, of the mean errors on the recording and on the replicas.",
      { $0.twin?.ranks.correlation },
      interval: { $0.twin?.ranks.interval }),
    .init("agrees", "agrees") { $0.twin?.ranks.agrees },
    .init(
      "optimistic", "too optimistic for",
      about: """
        The number of methods with a larger mean error on the recording than on the median replica.
        """
    ) { $0.twin?.optimistic },
    .init("outside", "figures outside", about: "Figures outside the central 95 % of the replicas.") {
      $0.twin?.differing.count
    },
    .init("figures", "of", about: "Of how many.") { $0.twin?.figureCount },
    .init(
      "regretMetres", "cost of the simulated choice", unit: "m", better: .smaller,
      about: """
        The mean error, on the recording, of the method that the simulation ranks first, less that of the \
        best.
        """
    ) { $0.twin?.regret },
    .init(
      "toBound", intervalKey: "toBoundInterval95", "best RMSE / bound", unit: "[95 %]",
      about: """
        The RMSE of the best method over its bound, with an interval over stretches of 20 s.
        """,
      { $0.twin?.best?.ratio.value },
      interval: { $0.twin?.best?.ratio.ratioInterval }),
  ]
}
