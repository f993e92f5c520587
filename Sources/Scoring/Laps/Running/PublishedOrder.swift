import Evaluation
import Scenarios

/// Whether two pipelines with successive published means have the same order in a study.
///
/// The verdict follows from the interval of the paired difference of their errors, since two means may lie in one order
/// by chance. Equal published means are no order.
public struct PublishedOrder: Hashable, Sendable {
  /// Whether the study ranks the two pipelines as the publication does.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The whole interval lies on the side of the published order.
    case same
    /// The whole interval lies on the other side.
    case opposite
    /// The interval holds 0, or there is none.
    case undecided
  }

  /// The pipeline with the smaller published mean.
  public let smaller: String
  /// The pipeline with the larger published mean.
  public let larger: String
  /// The errors of the larger less those of the smaller; nil where both were not measured in at least two laps.
  public let difference: PipelineDifference?

  /// From the interval of the larger's errors less the smaller's; `undecided` without one.
  public var verdict: Verdict {
    guard let interval = difference?.interval else { return .undecided }
    return interval.lower > 0 ? .same : interval.upper < 0 ? .opposite : .undecided
  }

  /// Pipelines in the order of their published means; pipelines with equal means share a rank.
  public static func ranks(of figures: [PublishedFigure]) -> [[String]] {
    let means = figures.filter { $0.statistic == .mean }
    return Set(means.map(\.published)).sorted().map { mean in
      means.filter { $0.published == mean }.map(\.pipeline)
    }
  }

  /// Each pipeline of a rank with each of the next.
  package static func neighbours(in ranks: [[String]]) -> [(smaller: String, larger: String)] {
    zip(ranks, ranks.dropFirst()).flatMap { smaller, larger in
      smaller.flatMap { below in larger.map { (below, $0) } }
    }
  }
}

extension StudyResult {
  /// All pairs of pipelines with successive published means; empty where fewer than two means differ.
  public var publishedOrder: [PublishedOrder] {
    let neighbours = PublishedOrder.neighbours(in: PublishedOrder.ranks(of: published))
    guard !neighbours.isEmpty else { return [] }
    let pairs = neighbours.compactMap { smaller, larger -> (reference: Int, pipeline: Int)? in
      guard let reference = index(of: smaller), let pipeline = index(of: larger) else { return nil }
      return (reference, pipeline)
    }
    let differences = PipelineDifference.all(pairs, of: pipelines)
    return neighbours.map { smaller, larger in
      PublishedOrder(
        smaller: smaller, larger: larger,
        difference: differences.first { $0.reference == smaller && $0.pipeline == larger })
    }
  }

  private func index(of pipeline: String) -> Int? {
    pipelines.firstIndex { $0.definition.name == pipeline }
  }
}
