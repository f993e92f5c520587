import Evaluation
import Studies

/// What was published for the rows of a study, and in how far it comes out; nothing where nothing was.
struct PublishedReport {
  private let result: StudyResult
  private let figures: [PublishedFigure]

  init(_ result: StudyResult) {
    self.result = result
    figures = result.published
  }

  func text(width: Int) -> String {
    guard !figures.isEmpty else { return "" }
    return ([coverage, verdict] + apart + [order]).filter { !$0.isEmpty }.map {
      $0.paragraph(width: width)
    }
    .joined()
  }

  /// How much was published at all.
  private var coverage: String {
    let (published, others) = (
      result.pipelines.filter { $0.definition.published != nil },
      result.pipelines.filter { $0.definition.published == nil }
    )
    let sources = published.compactMap(\.definition.published?.source).inOrder.joined(separator: "; ")
    let rest = others.isEmpty ? "" : "; nothing for \(Counted.list(others.map(\.definition.name)))"
    return
      "Published for \(published.count) of \(Counted.text(result.pipelines.count, "row"))\(rest). Source: \(sources)."
  }

  private var verdict: String {
    let tolerances = PublishedFigure.Statistic.allCases.filter { statistic in
      figures.contains { $0.statistic == statistic }
    }.map { "\(metres($0.tolerance)) m for a \(words($0))" }
    let counts = PublishedFigure.Verdict.allCases.compactMap { verdict in
      let count = figures.count { $0.verdict == verdict }
      return count > 0 || verdict == .inside
        ? "\(count)\(verdict == .inside ? " of \(figures.count)" : "") \(verdict.rawValue)" : nil
    }
    return "Published figures, within \(Counted.list(tolerances)): \(counts.joined(separator: ", "))."
  }

  /// Those that are not surely met.
  private var apart: [String] {
    figures.filter { $0.verdict != .inside }.map { figure in
      let head = "  \(figure.pipeline), \(figure.verdict.rawValue): \(words(figure.statistic))"
      let published = "published \(metres(figure.published)) m: "
      guard let simulated = figure.simulated, let difference = figure.difference else {
        return head + ", " + published + "too few fixes for a figure"
      }
      return head + " \(metres(simulated))\(interval(figure)) m, " + published
        + "\(metres(difference.magnitude)) m " + (difference > 0 ? "more" : "less")
    }
  }

  private var order: String {
    let means = figures.filter { $0.statistic == .mean && $0.simulated != nil }
    guard means.count > 1 else { return "" }
    let published = means.sorted { $0.published < $1.published }.map(\.pipeline)
    let simulated = means.sorted { ($0.simulated ?? 0) < ($1.simulated ?? 0) }.map(\.pipeline)
    let names = published.joined(separator: " < ")
    return published == simulated
      ? "Order of the published means, \(names): the same here."
      : "Order of the published means, \(names): here it is \(simulated.joined(separator: " < "))."
  }

  private func interval(_ figure: PublishedFigure) -> String {
    figure.interval.map { " [\(metres($0.lower)), \(metres($0.upper))]" } ?? ""
  }

  private func words(_ statistic: PublishedFigure.Statistic) -> String {
    statistic == .mean ? "mean" : "standard deviation"
  }

  private func metres(_ value: Double) -> String { FixedPoint.text(value, decimals: 2) }
}
