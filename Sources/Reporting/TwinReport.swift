import Calibrating
import Evaluation
package import Studies

/// A recording and its simulated twin for people: whether methods rank alike, and which figures differ.
package struct TwinReport: Sendable {
  private let result: TwinResult

  package init(_ result: TwinResult) { self.result = result }

  /// The whole report, each line ended.
  package func text(width: Int = OutputWidth.piped) -> String {
    [
      head.paragraph(width: width) + ranking.paragraph(width: width), means.text(width: width),
      quantiles.text(width: width), verdict.paragraph(width: width),
    ].joined(separator: "\n")
  }

  private var head: String {
    let law = result.fit.robustByBeacon ?? result.fit.robust
    let n = law.exponent.map { "n \(FixedPoint.text($0.value, decimals: 2)), " } ?? ""
    return "\(result.scenario): \(Counted.text(result.walks, "recorded walk")), and its twin "
      + "\(Counted.text(result.repetitions, "time")) (\(n)sigma \(FixedPoint.text(law.deviation.value, decimals: 2)) dB, "
      + "C by anchor)."
  }

  /// `Rank correlation 0.91 [0.78, 0.96]; of the twins, 95 % agree with the others by 0.88 to 0.99: the ranking
  /// agrees.`
  private var ranking: String {
    let ranks = result.ranks
    guard let correlation = ranks.correlation else {
      return "All methods have the same mean error: no ranking."
    }
    let interval = ranks.interval.map { " [\(number($0.lower)), \(number($0.upper))]" } ?? ""
    let among =
      ranks.amongTwins.map {
        "; of the twins, 95 % agree with the others by \(number($0.lower)) to \(number($0.upper))"
      } ?? ""
    let agrees = ranks.agrees.map { $0 ? ": the ranking agrees" : ": the ranking does not agree" } ?? ""
    return "Rank correlation of the mean errors \(number(correlation))\(interval)\(among)\(agrees)."
  }

  private var means: TextTable {
    var table = TextTable([
      .init("pipeline"), .init("rank", decimals: 1), .init("twin's rank", decimals: 1),
      .init("mean", unit: "m"),
      .init("twin's mean", unit: "m [95 %]"),
    ])
    for row in result.rows {
      guard let mean = row.figures.rows.first else { continue }
      table.add([
        .text(row.pipeline), .number(row.recordedRank), .number(row.twinRank), .number(mean.recorded),
        .interval(mean.twin, from: mean.twinInterval.lower, to: mean.twinInterval.upper),
      ])
    }
    return table
  }

  private var quantiles: TextTable {
    let figures = QuantileAgreement.Figure.allCases.dropFirst()
    var table = TextTable(
      [.init("recorded less twin")] + figures.map { .init($0.rawValue, unit: "m [95 %]") })
    for row in result.rows {
      table.add(
        [.text(row.pipeline)]
          + row.figures.rows.dropFirst().map {
            .interval($0.difference, from: $0.interval.lower, to: $0.interval.upper)
          })
    }
    if !result.leftOut.isEmpty {
      table.notes.append("Without a fix on one side, and not ranked: \(Counted.list(result.leftOut)).")
    }
    return table
  }

  private var verdict: String {
    guard result.figureCount > 0 else { return "No figure varies from twin to twin, so none was judged." }
    let differing = result.differing
    let chance = FixedPoint.text(0.05 * Double(result.figureCount), decimals: 1)
    let head =
      "\(differing.count) of \(result.figureCount) figures that vary lie beyond 95 % of the twins; by chance it would be "
      + "about \(chance)."
    guard !differing.isEmpty else { return head }
    let farthest = differing.enumerated().sorted {
      ($1.element.figure.difference.magnitude, $0.offset) < (
        $0.element.figure.difference.magnitude, $1.offset
      )
    }.prefix(5).map { item in
      let (pipeline, figure) = item.element
      let sign = figure.difference > 0 ? "+" : "-"
      return "\(pipeline) \(figure.figure.rawValue) \(sign)\(number(figure.difference.magnitude)) m"
    }
    return head + " Farthest: " + farthest.joined(separator: "; ") + "."
  }

  private func number(_ value: Double) -> String { FixedPoint.text(value, decimals: 2) }
}
