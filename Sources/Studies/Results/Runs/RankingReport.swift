import Laps
package import Rendering

extension RankingComparison {
  /// The ranking of a study's pipelines beside that of its white-noise twin.
  package var report: [ReportSection] {
    let rows: ReportSection = .table(
      rows, Row.figures,
      notes: [
        "Ranks by mean error, equal means with equal ranks; change: of the error at the same press of the same lap, negative where white "
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
      ? "" : " \(Counted.text(noise.unplaced, "reading")) at unknown positions are unchanged."
    return
      "in \(Counted.text(noise.readings, "reading")) of \(Counted.text(noise.beacons, "beacon")) the residuals about the "
      + "mean RSSI at each distance, \(decimals(noise.deviation)) dB, are replaced by white noise. From one second to the next "
      + "their correlation is \(decimals(noise.measuredCorrelation)) as received and "
      + "\(decimals(noise.whiteCorrelation)) in the twin. No beacon's mean RSSI changes by more than "
      + "\(bound(noise.largestMeanChange)) dB, no variance by more than "
      + "\(bound(100 * noise.largestVarianceChange)) %.\(kept)"
  }

  /// Rounded up, so that the stated number always suffices.
  private func bound(_ value: Double) -> String {
    value <= 0.0001 ? "0.0001" : FixedPoint.text((value * 10000).rounded(.up) / 10000, decimals: 4)
  }

  private var pairsNote: String {
    "Difference of the paired errors. Turned: significant in both, with opposite signs. Lost: significant with the structured noise only. "
      + "Gained: significant with white noise only. Significant: signed-rank test of the laps below \(PipelineDifference.level) "
      + "after Holm's correction for \(Counted.text(pairs.count, "pair")), and 0 outside the interval."
  }

  private var verdict: String {
    func count(_ order: Pair.Order) -> Int { self.pairs.count { $0.order == order } }
    guard !pairs.isEmpty else {
      return "Whether the ranking changes cannot be tested with fewer than two pipelines or two laps."
    }
    let others =
      "\(count(.same)) the same, \(count(.lost)) lost, \(count(.gained)) gained, \(count(.unclear)) undecided."
    let pairs = Counted.text(self.pairs.count, "pair")
    let laps = structured.laps
    let needed = PipelineDifference.fewestLaps(forDifferences: self.pairs.count)
    guard laps >= needed else {
      return
        "\(Counted.text(laps, "lap")) cannot show whether the ranking changes: of \(pairs) none can be significant "
        + "with fewer than \(needed) laps."
    }
    guard isTurned else {
      return "The ranking does not change significantly: of \(pairs) none turned; \(others)"
    }
    return "The ranking changes: \(count(.turned)) of \(pairs) turned; \(others)"
  }
}
