import Evaluation
import Studies

/// What was published for the rows of a study, and in how far it comes out; nothing where nothing was.
struct PublishedReport {
  private let result: StudyResult
  private let figures: [PublishedFigure]

  init(_ result: StudyResult) {
    self.result = result
    figures = result.pipelines.flatMap(\.publishedFigures)
  }

  func text(width: Int) -> String {
    guard !figures.isEmpty else { return "" }
    return ([coverage, verdict] + outside + [close, order]).filter { !$0.isEmpty }.map {
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
    let met = figures.count { $0.verdict != .outside }
    let tolerances = PublishedFigure.Statistic.allCases.filter { statistic in
      figures.contains { $0.statistic == statistic }
    }.map { "\(metres($0.tolerance)) m for a \(words($0))" }
    let end = met == figures.count ? "" : " Not met:"
    return "Published figures met within \(Counted.list(tolerances)): \(met) of \(figures.count).\(end)"
  }

  private var outside: [String] {
    figures.filter { $0.verdict == .outside }.map { figure in
      "  \(figure.pipeline): \(words(figure.statistic)) \(metres(figure.simulated))\(interval(figure)) m, "
        + "published \(metres(figure.published)) m: \(metres(figure.difference.magnitude)) m "
        + (figure.difference > 0 ? "more" : "less")
    }
  }

  /// Means that are near enough and yet surely others.
  private var close: String {
    let close = figures.filter { $0.verdict == .close && $0.interval != nil }.map { figure in
      "\(figure.pipeline) \(metres(figure.simulated))\(interval(figure, decimals: 3)) for \(metres(figure.published))"
    }
    guard !close.isEmpty else { return "" }
    return "Close, but the published mean is outside the interval: \(close.joined(separator: "; "))."
  }

  private var order: String {
    let means = figures.filter { $0.statistic == .mean }
    guard means.count > 1 else { return "" }
    let published = means.sorted { $0.published < $1.published }.map(\.pipeline)
    let simulated = means.sorted { $0.simulated < $1.simulated }.map(\.pipeline)
    let names = published.joined(separator: " < ")
    return published == simulated
      ? "Order of the published means, \(names): the same here."
      : "Order of the published means, \(names): here it is \(simulated.joined(separator: " < "))."
  }

  private func interval(_ figure: PublishedFigure, decimals: Int = 2) -> String {
    func text(_ value: Double) -> String { FixedPoint.text(value, decimals: decimals) }
    return figure.interval.map { " [\(text($0.lower)), \(text($0.upper))]" } ?? ""
  }

  private func words(_ statistic: PublishedFigure.Statistic) -> String {
    statistic == .mean ? "mean" : "standard deviation"
  }

  private func metres(_ value: Double) -> String { FixedPoint.text(value, decimals: 2) }
}
