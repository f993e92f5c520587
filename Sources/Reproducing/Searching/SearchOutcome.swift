import Documents
package import Evaluation
package import Laps
package import Rendering
import Scenarios

/// A published figure that a search tries to reproduce.
package struct SearchTarget: Hashable, Sendable {
  package let pipeline: String
  package let statistic: PublishedFigure.Statistic
  /// Metres.
  package let published: Double

  /// `feedback mean`.
  package var name: String { "\(pipeline) \(statistic.rawValue)" }

  /// The figures within the tolerance, in metres.
  var limits: ClosedRange<Double> {
    published - statistic.tolerance...published + statistic.tolerance
  }

  /// The targets of a study's pipelines, in their order.
  static func all(of pipelines: [PipelineDefinition]) -> [SearchTarget] {
    pipelines.flatMap { pipeline in
      guard let published = pipeline.published else { return [SearchTarget]() }
      return [
        SearchTarget(pipeline: pipeline.name, statistic: .mean, published: published.mean),
        published.deviation.map {
          SearchTarget(pipeline: pipeline.name, statistic: .std, published: $0)
        },
      ].compactMap { $0 }
    }
  }
}

/// The outcome of one point of a search.
package struct SearchOutcome: Hashable, Sendable {
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Before the last stage: some figure was certainly outside its limits.
    case stopped
    /// Some figure is outside.
    case outside
    /// No figure is outside, and fewer than two thirds are inside.
    case undecided
    /// No figure is outside, and two thirds are inside: the rule by which a preset reproduces an experiment.
    case inside
  }

  /// One figure.
  package struct Cell: Hashable, Sendable {
    /// After the first stage, in metres; nil when nothing was measured.
    package let first: Double?
    /// After the last stage that was run for the point, in metres.
    package let simulated: Double?
    /// The interval after the last stage of all, with at least two laps.
    package let interval: ConfidenceInterval?
    /// Outside where the point was stopped because of this figure; otherwise undecided before the last stage.
    package let verdict: PublishedFigure.Verdict
  }

  /// The number of laps up to the last stage that was run for the point.
  package let laps: Int
  /// Errors that were due in these laps but not measured.
  package let missed: Int
  package let isStopped: Bool
  /// By target.
  package let cells: [Cell]

  package var verdict: Verdict {
    if isStopped { return .stopped }
    if cells.contains(where: { $0.verdict == .outside }) { return .outside }
    return 3 * cells.count { $0.verdict == .inside } >= 2 * cells.count ? .inside : .undecided
  }

  /// Whether every figure is inside.
  package var isWhollyInside: Bool { cells.allSatisfy { $0.verdict == .inside } }

  /// How far all figures together are from the published ones: the root of the mean square of their differences, each
  /// divided by its tolerance; nil where a figure is missing.
  package func misfit(to targets: [SearchTarget]) -> Double? {
    var squares = 0.0
    for (cell, target) in zip(cells, targets) {
      guard let simulated = cell.simulated else { return nil }
      let share = (simulated - target.published) / target.statistic.tolerance
      squares += share * share
    }
    return (squares / Double(max(cells.count, 1))).squareRoot()
  }
}

// As a cell of a journal.

extension SearchOutcome: Described {
  package static let figures: [Figure<SearchOutcome>] = [
    .init("laps", \.laps), .init("missed", \.missed), .init("stopped", \.isStopped), .init("cells", \.cells),
  ]

  /// Reads ``document`` back; nil when it is something else.
  init?(_ document: Document, targets: Int) {
    guard let laps = try? document.integer("laps"), let missed = try? document.integer("missed"),
      let isStopped = try? document.flag("stopped"), let elements = try? document.elements("cells"),
      elements.count == targets
    else { return nil }
    let cells = elements.compactMap { Cell($0) }
    guard cells.count == targets else { return nil }
    self.init(laps: laps, missed: missed, isStopped: isStopped, cells: cells)
  }
}

extension SearchOutcome.Cell: Described {
  package static let figures: [Figure<SearchOutcome.Cell>] = [
    .init("first", \.first), .init("simulated", \.simulated, interval: \.interval),
    .init("verdict", \.verdict.rawValue),
  ]

  init?(_ document: Document) {
    guard let first = document.optional("first"), let simulated = document.optional("simulated"),
      let interval = document.optional("interval95"),
      let verdict = (try? document.text("verdict")).flatMap(PublishedFigure.Verdict.init)
    else { return nil }
    self.init(
      first: try? first.number, simulated: try? simulated.number,
      interval: (try? interval.elements).flatMap { ends in
        guard ends.count == 2, let lower = try? ends[0].number, let upper = try? ends[1].number else {
          return nil
        }
        return ConfidenceInterval(lower: lower, upper: upper)
      }, verdict: verdict)
  }
}
