import Calibrating
import Evaluation
package import Rendering

extension TwinResult {
  /// A recording and its simulated replicas: whether methods rank equally, and which figures differ.
  package var report: [ReportSection] {
    [.paragraphs([head, ranking]), .table(means), .table(quantiles), .paragraph(verdict)]
  }

  var head: String {
    let law = fit.robustByBeacon ?? fit.robust
    let n = law.exponent.map { "n \(FixedPoint.text($0.value, decimals: 2)), " } ?? ""
    return "\(scenario): \(Counted.text(walks, "recorded walk")) and "
      + "\(Counted.text(replicas, "simulated replica")) (\(n)sigma \(FixedPoint.text(law.deviation.value, decimals: 2)) dB, "
      + "C by anchor)."
  }

  /// `Rank correlation 0.91 [0.78, 0.96]; between replicas 0.88 to 0.99 in 95 % of cases: the ranking
  /// agrees.`
  var ranking: String {
    guard let correlation = ranks.correlation else {
      return "All methods have the same mean error: no ranking."
    }
    let among =
      ranks.amongReplicas.map {
        "; among replicas, 95 % lie between \(number($0.lower)) and \(number($0.upper))"
      } ?? ""
    let agrees = ranks.agrees.map { $0 ? ". The rankings agree" : ". The rankings do not agree" } ?? ""
    return
      "Rank correlation of the mean errors between recording and replicas: \(number(correlation))\(ranks.interval.text)\(among)\(agrees)."
  }

  private var means: ReportTable {
    ReportTable(of: rows, Row.ranks + Row.means)
  }

  private var quantiles: ReportTable {
    let figures = Metric.all(for: .replicas).dropFirst()
    return ReportTable(
      of: rows,
      [.init(nil, "recorded − replica", \.pipeline)]
        + figures.map { metric in
          .init(
            nil, metric.heading, unit: metric.signWithInterval, decimals: metric.decimals,
            form: metric.columnForm, { $0.figures[metric]?.difference },
            interval: { $0.figures[metric]?.interval })
        },
      notes: leftOut.isEmpty
        ? [] : ["Without a fix on one side, and not ranked: \(Counted.list(leftOut))."])
  }

  var verdict: String {
    guard figureCount > 0 else { return "No figure varies from replica to replica, so there is no verdict." }
    let chance = FixedPoint.text(0.05 * Double(figureCount), decimals: 1)
    let head =
      "\(differing.count) of \(figureCount) figures that vary lie outside the central 95 % of the replicas; "
      + "about \(chance) are expected by chance."
    guard !differing.isEmpty else { return head }
    let farthest = differing.enumerated().sorted {
      ($1.element.figure.difference.magnitude, $0.offset) < (
        $0.element.figure.difference.magnitude, $1.offset
      )
    }.prefix(5).map { item in
      let (pipeline, figure) = item.element
      let sign = figure.difference > 0 ? "+" : "-"
      let size = DifferenceText(of: figure.figure).amount(figure.difference.magnitude)
      return "\(pipeline) \(figure.figure.heading) \(sign)\(size)"
    }
    return head + " Farthest: " + farthest.joined(separator: "; ") + "."
  }

  private func number(_ value: Double) -> String { FixedPoint.text(value, decimals: 2) }
}
