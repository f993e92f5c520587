import Laps
import Rendering
import Scenarios

extension StudyResult {
  /// Whether the published figures of the rows are reproduced, and those that are not; empty where none were published.
  var publishedVerdict: [String] {
    if published.isEmpty { return [] }
    return laps == 1
      ? ["One lap can neither confirm nor contradict the published figures."]
      : [verdict] + lines(of: .outside)
  }

  /// What was published at all, which figures are undecided, and the order of the means.
  var publishedSentences: [String] {
    if published.isEmpty { return [] }
    return laps == 1
      ? [coverage]
      : [coverage] + lines(of: .undecided) + (lacksInterval ? [IntervalNote.ofDeviation] : []) + [order]
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
      + (publishedOrder.isEmpty ? "" : " The order of the means is \(orderVerdict).")
  }

  private var lacksInterval: Bool { published.contains(where: \.lacksInterval) }

  /// The figures of one verdict.
  private func lines(of verdict: PublishedFigure.Verdict) -> [String] {
    published.filter { $0.verdict == verdict }.map { figure in
      let head = "  \(figure.pipeline), \(figure.verdict.rawValue): \(words(figure.statistic))"
      let published = "published \(metres(figure.published)) m: "
      guard let simulated = figure.simulated, let difference = figure.difference else {
        return head + ", " + published + "too few fixes for a figure"
      }
      return head + " \(metres(simulated))\(figure.interval.text) m, " + published
        + (difference > 0 ? "larger" : "smaller") + " by \(metres(difference.magnitude)) m"
    }
  }

  /// Whether the published means come in the same order here.
  private var orderVerdict: String {
    let verdicts = publishedOrder.map(\.verdict)
    return verdicts.contains(.opposite)
      ? "not the same here" : verdicts.contains(.undecided) ? "undecided here" : "the same here"
  }

  /// The same, pair by pair of neighbours.
  private var order: String {
    let ranks = PublishedOrder.ranks(of: published)
    let names = ranks.map { $0.joined(separator: " = ") }.joined(separator: " < ")
    guard ranks.count > 1 else {
      return ranks.first.map { $0.count > 1 ? "The published means, \(names), have no order." : "" } ?? ""
    }
    let parts = publishedOrder.map { pair in
      let figures = pair.difference.map { difference in
        " \(metres(difference.metres))\(difference.interval.text) m"
      }
      return "\(pair.larger) - \(pair.smaller)\(figures ?? ""), \(pair.verdict.rawValue)"
    }
    return "Order of the published means, \(names): \(orderVerdict). By paired differences: "
      + "\(parts.joined(separator: "; "))."
  }

  private func words(_ statistic: PublishedFigure.Statistic) -> String {
    statistic == .mean ? "mean" : "standard deviation"
  }

  private func metres(_ value: Double) -> String { FixedPoint.text(value, decimals: 2) }
}
