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
  /// Sentences about data sets whose files are not there.
  let absent: [String]
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
    .init("absent", about: "Sentences about data sets whose files are not there.", \.absent),
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

extension TwinSetsResult {
  /// A table of all data sets, then each of them.
  package var report: [ReportSection] { overview + parts.flatMap(\.sections) }

  /// The page docs/reality.md: the report with a heading for each data set.
  package var page: String {
    let head = """
      # How well simulation predicts recordings

      This page is for those who ask how far simulation can be trusted. It is made by a command, and its sentences follow from the figures by fixed rules:

          beaconbench twin \(path) --replicas \(replicas) --output docs/reality.md --replace

      A channel is fitted to each recording, and \(Counted.text(replicas, "replica")) of its walks are simulated through it, as
      [twin.md](twin.md) explains. All methods make the same assumptions on the replicas as on the recording. What is *outside* lies outside the
      central 95 % of the replicas. *Too optimistic* means that the mean error on the recording is larger than on the median
      replica. The *cost of the simulated choice* is the mean error, on the recording, of the method that the simulation ranks
      first, less that of the best one. The *bound* is that of [bounds.md](bounds.md) for the fitted channel. It holds for methods that
      know the route and the speed at each moment, and seek only the place along the route: a large ratio does not mean that a method without
      this knowledge can gain as much. No method here uses a survey: one of the real building does not hold in a simulated one.


      """
    let parts = self.parts.map { "\n## \($0.name)\n\n" + $0.sections.text(as: .markdown, width: 0) }
    return head + overview.text(as: .markdown, width: 0) + parts.joined()
  }

  private var overview: [ReportSection] {
    let twins = parts.compactMap(\.twin)
    let agreeing = twins.count { $0.ranks.agrees == true }
    let above = twins.count { $0.differing.count > Int(0.05 * Double($0.figureCount)) }
    let sentences = [
      "\(name): \(Counted.text(parts.count, "data set")), of which \(Counted.number(twins.count)) can be simulated.",
      "On \(agreeing) of \(twins.count), the rankings of recording and replicas agree. On \(above), more figures lie outside the "
        + "central 95 % of the replicas than the 5 % that are expected by chance.",
    ]
    return [
      .paragraphs(sentences + absent.map { "\($0)." }), .table(parts.filter { $0.twin != nil }, Part.summary),
    ]
  }
}

extension TwinSetsResult.Part {
  /// What its figures say, and the figures.
  fileprivate var sections: [ReportSection] {
    let without = [String].grouped(lacks, \.pipeline) { [$0.reason] }.map {
      "Not simulated: \(Counted.list($0.names)), since \($0.sentence)."
    }
    guard let twin else { return [.paragraph("\(name) has no replicas: \(reason ?? "").")] }
    let bound: [Figure<TwinResult.Row>] = [
      .init(nil, "RMSE / bound", unit: "[95 %]", { $0.ratio.value }, interval: { $0.ratio.ratioInterval })
    ]
    return [
      .paragraphs([twin.head, twin.ranking]), .paragraphs(twin.findings.map { "  " + $0 }),
      .table(ReportTable(of: twin.rows, TwinResult.Row.ranks + TwinResult.Row.means + bound, notes: without)),
      .table(twin.signals, SignalAgreement.figures),
    ]
  }
}
