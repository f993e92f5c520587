import Laps
package import Studies

extension RankingComparison {
  /// The ranking of a study's pipelines beside that of its white-noise twin.
  package var report: [ReportSection] {
    let rows: ReportSection = .table(
      rows, Row.figures,
      notes: [
        "Ranks by mean error in metres; change: of the error at the same press of the same lap, below 0 where white "
          + "noise makes it smaller."
      ])
    // Pairs in which both studies do not agree for sure.
    let shown = pairs.filter { $0.order != .same && $0.order != .unclear }
    return [.paragraph("White-noise twin: \(noise)"), rows]
      + (shown.isEmpty ? [] : [.table(shown, Pair.shown, notes: [pairsNote])]) + [.paragraph(verdict)]
  }

  private var noise: String {
    guard let noise = white.whiteNoise else { return "no readings." }
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

  private var pairsNote: String {
    "Difference of the paired errors in metres. Turned: sure both ways. Lost: sure with the structured noise only. "
      + "Gained: sure with white noise only. Sure: signed-rank test of the laps below \(PipelineDifference.level) "
      + "after Holm's correction for \(Counted.text(pairs.count, "pair")), and 0 outside the interval."
  }

  private var verdict: String {
    func count(_ order: Pair.Order) -> Int { self.pairs.count { $0.order == order } }
    guard !pairs.isEmpty else {
      return "Nobody can say whether the ranking changes: that takes two pipelines and two laps at least."
    }
    let others =
      "\(count(.same)) the same, \(count(.lost)) lost, \(count(.gained)) gained, \(count(.unclear)) unclear."
    let pairs = Counted.text(self.pairs.count, "pair")
    let laps = structured.laps
    let needed = PipelineDifference.fewestLaps(forDifferences: self.pairs.count)
    guard laps >= needed else {
      return
        "\(Counted.text(laps, "lap")) cannot tell whether the ranking changes: of \(pairs) none can be sure "
        + "with fewer than \(needed) laps."
    }
    guard isTurned else {
      return "The ranking does not change for sure: of \(pairs) none is turned; \(others)"
    }
    return "The ranking changes: of \(pairs) \(count(.turned)) turned; \(others)"
  }
}
