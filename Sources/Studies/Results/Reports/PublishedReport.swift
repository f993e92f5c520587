import Laps
import Rendering
import Scenarios

extension StudyResult {
  /// The published figures of the rows, and whether they are reproduced; empty where none were published.
  var publishedSentences: [String] {
    if published.isEmpty { return [] }
    return laps == 1
      ? [coverage, "One lap can neither confirm nor contradict the published figures."]
      : [coverage, verdict] + apart + (lacksInterval ? [IntervalNote.ofDeviation] : []) + [order]
  }

  /// How much was published at all.
  private var coverage: String {
    let (known, others) = (
      pipelines.filter { $0.definition.published != nil },
      pipelines.filter { $0.definition.published == nil }
    )
    let sources = known.compactMap(\.definition.published?.source).uniqued.joined(separator: "; ")
    let rest = others.isEmpty ? "" : ", not for \(Counted.list(others.map(\.definition.name)))"
    return
      "Figures were published for \(known.count) of \(Counted.text(pipelines.count, "pipeline"))\(rest). Source: \(sources)."
  }

  private var verdict: String {
    let tolerances = PublishedFigure.Statistic.allCases.filter { statistic in
      published.contains { $0.statistic == statistic }
    }.map { "\(metres($0.tolerance)) m for a \(words($0))" }
    let counts = PublishedFigure.Verdict.allCases.compactMap { verdict in
      let count = published.count { $0.verdict == verdict }
      return count > 0 || verdict == .inside
        ? "\(count)\(verdict == .inside ? " of \(published.count)" : "") \(verdict.rawValue)" : nil
    }
    return "Published figures, within \(Counted.list(tolerances)): \(counts.joined(separator: ", "))."
  }

  private var lacksInterval: Bool { published.contains(where: \.lacksInterval) }

  /// Those that are not surely met.
  private var apart: [String] {
    published.filter { $0.verdict != .inside }.map { figure in
      let head = "  \(figure.pipeline), \(figure.verdict.rawValue): \(words(figure.statistic))"
      let published = "published \(metres(figure.published)) m: "
      guard let simulated = figure.simulated, let difference = figure.difference else {
        return head + ", " + published + "too few fixes for a figure"
      }
      return head + " \(metres(simulated))\(figure.interval.text) m, " + published
        + (difference > 0 ? "larger" : "smaller") + " by \(metres(difference.magnitude)) m"
    }
  }

  /// Whether the published means come in the same order here, pair by pair of neighbours.
  private var order: String {
    let ranks = PublishedOrder.ranks(of: published)
    let names = ranks.map { $0.joined(separator: " = ") }.joined(separator: " < ")
    guard ranks.count > 1 else {
      return ranks.first.map { $0.count > 1 ? "The published means, \(names), have no order." : "" } ?? ""
    }
    let pairs = publishedOrder
    let verdicts = pairs.map(\.verdict)
    let verdict =
      verdicts.contains(.opposite)
      ? "not the same here" : verdicts.contains(.undecided) ? "undecided here" : "the same here"
    let parts = pairs.map { pair in
      let figures = pair.difference.map { difference in
        " \(metres(difference.metres))\(difference.interval.text) m"
      }
      return "\(pair.larger) - \(pair.smaller)\(figures ?? ""), \(pair.verdict.rawValue)"
    }
    return "Order of the published means, \(names): \(verdict). By paired differences: "
      + "\(parts.joined(separator: "; "))."
  }

  private func words(_ statistic: PublishedFigure.Statistic) -> String {
    statistic == .mean ? "mean" : "standard deviation"
  }

  private func metres(_ value: Double) -> String { FixedPoint.text(value, decimals: 2) }
}
