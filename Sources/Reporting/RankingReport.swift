import Evaluation
import Laps
package import Studies

/// The ranking of a study's pipelines beside that of its white-noise twin, for people.
package struct RankingReport: Sendable {
  private let ranking: RankingComparison

  package init(_ ranking: RankingComparison) { self.ranking = ranking }

  /// Each line ended and, where words allow, none longer than the width.
  package func text(width: Int = OutputWidth.piped) -> String {
    var sections = ["White-noise twin: \(noise)".paragraph(width: width), rows.text(width: width)]
    if !shown.isEmpty { sections.append(pairs.text(width: width)) }
    sections.append(verdict.paragraph(width: width))
    return sections.joined(separator: "\n")
  }

  private var noise: String {
    guard let noise = ranking.white.whiteNoise else { return "no readings." }
    func decimals(_ value: Double?) -> String { value.map { FixedPoint.text($0, decimals: 2) } ?? "unknown" }
    let kept =
      noise.unplaced == 0
      ? "" : " \(Counted.text(noise.unplaced, "reading")) without a known place stay as they are."
    return
      "in \(Counted.text(noise.readings, "reading")) of \(Counted.text(noise.beacons, "beacon")) all that the "
      + "distance does not explain, \(decimals(noise.deviation)) dB, is drawn anew. From one second to the next "
      + "it is correlated by \(decimals(noise.measuredCorrelation)) as heard, and by "
      + "\(decimals(noise.whiteCorrelation)) in the twin. No beacon's mean level moves by more than "
      + "\(bound(noise.largestMeanChange)) dB, no variance by more than "
      + "\(bound(100 * noise.largestVarianceChange)) %.\(kept)"
  }

  /// Rounded up, so that what is said is never too little.
  private func bound(_ value: Double) -> String {
    value <= 0.0001 ? "0.0001" : FixedPoint.text((value * 10000).rounded(.up) / 10000, decimals: 4)
  }

  private var rows: TextTable {
    var table = TextTable([
      TextTable.Column("pipeline"), TextTable.Column("rank"), TextTable.Column("white"),
      TextTable.Column("mean"), TextTable.Column("white"),
      TextTable.Column("change", unit: "[95 %]", decimals: 3),
    ])
    for row in ranking.rows {
      table.add([
        .text(row.pipeline), .count(row.rank), .count(row.whiteRank), .number(row.mean),
        .number(row.whiteMean),
        .interval(row.change, from: row.changeInterval?.lower, to: row.changeInterval?.upper),
      ])
    }
    table.notes = [
      "Ranks by mean error in metres; change: of the error at the same press of the same lap, below 0 where white "
        + "noise makes it smaller."
    ]
    return table
  }

  /// Pairs in which both studies do not agree for sure.
  private var shown: [RankingComparison.Pair] {
    ranking.pairs.filter { $0.order != .same && $0.order != .unclear }
  }

  private var pairs: TextTable {
    var table = TextTable([
      TextTable.Column("pair"), TextTable.Column("structured", unit: "[95 %]", decimals: 3),
      TextTable.Column("white", unit: "[95 %]", decimals: 3), TextTable.Column("order"),
    ])
    for pair in shown {
      let (before, after) = (pair.structured, pair.white)
      table.add([
        .text("\(before.pipeline) - \(before.reference)"),
        .interval(before.metres, from: before.interval?.lower, to: before.interval?.upper),
        .interval(after.metres, from: after.interval?.lower, to: after.interval?.upper),
        .text(pair.order.rawValue),
      ])
    }
    table.notes = [
      "Difference of the paired errors in metres. Turned: sure both ways. Lost: sure with the structured noise only. "
        + "Gained: sure with white noise only. Sure: signed-rank test of the laps below \(PipelineDifference.level) "
        + "after Holm's correction for \(Counted.text(ranking.pairs.count, "pair")), and 0 outside the interval."
    ]
    return table
  }

  private var verdict: String {
    func count(_ order: RankingComparison.Pair.Order) -> Int { ranking.pairs.count { $0.order == order } }
    guard !ranking.pairs.isEmpty else {
      return "Nobody can say whether the ranking changes: that takes two pipelines and two laps at least."
    }
    let others =
      "\(count(.same)) the same, \(count(.lost)) lost, \(count(.gained)) gained, \(count(.unclear)) unclear."
    let pairs = Counted.text(ranking.pairs.count, "pair")
    let laps = ranking.structured.laps
    let needed = PipelineDifference.fewestLaps(forDifferences: ranking.pairs.count)
    guard laps >= needed else {
      return
        "\(Counted.text(laps, "lap")) cannot tell whether the ranking changes: of \(pairs) none can be sure "
        + "with fewer than \(needed) laps."
    }
    guard ranking.isTurned else {
      return "The ranking does not change for sure: of \(pairs) none is turned; \(others)"
    }
    return "The ranking changes: of \(pairs) \(count(.turned)) turned; \(others)"
  }
}
