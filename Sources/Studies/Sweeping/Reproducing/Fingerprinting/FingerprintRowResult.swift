package import Evaluation
package import Scenarios

/// The results of one row of a fingerprint scenario over all laps.
package struct FingerprintRowResult: Sendable {
  /// One statistic: over all laps, and in single ones.
  package struct Figure: Hashable, Sendable {
    /// The mean over laps, which for a hit rate and a mean error equals that over all fixes.
    package let value: Double
    /// The interval of that mean over laps; nil with a single lap.
    package let interval: ConfidenceInterval?
    /// By lap, for those that have a value; never empty.
    package let laps: [Double]

    /// Nil where no lap has a value.
    init?(_ laps: [Double], within range: ClosedRange<Double>) {
      guard let mean = LapMean(ofTotals: laps.map { SIMD2($0, 1) }) else { return nil }
      (value, interval, self.laps) = (mean.value, mean.interval?.limited(to: range), laps)
    }

    /// The central 95 % of single laps.
    package var lapRange: ConfidenceInterval {
      let ends = Quantiles.of(laps, at: [0.025, 0.975]) ?? [value, value]
      return ConfidenceInterval(lower: ends[0], upper: ends[1])
    }
  }

  /// As the scenario states it.
  package let row: PipelineDefinition
  /// What becomes of the survey's readings.
  let survey: SurveyRule
  /// Of the errors at surveyed points.
  package let score: Score
  /// In the order of ``StayStatistic``, without statistics that were not measured.
  package let figures: [(statistic: StayStatistic, figure: Figure)]
  /// The published figures beside those of the study.
  package let verdicts: [FingerprintVerdict]

  /// - Parameter against: the laps of the row over which the gains are; nil for none.
  init(
    _ row: PipelineDefinition, of study: FingerprintStudy, laps: [FingerprintStudy.Lap],
    against: [FingerprintStudy.Lap]?
  ) {
    self.row = row
    survey = row.survey ?? study.survey.rule
    score = Score(of: laps.flatMap(\.listed))
    let all = StayStatistic.allCases.map { statistic in
      let values = laps.indices.compactMap { laps[$0].figures[statistic, over: against?[$0].figures] }
      return (statistic: statistic, figure: Figure(values, within: statistic.range))
    }
    figures = all.compactMap { statistic, figure in figure.map { (statistic, $0) } }
    verdicts = all.compactMap { statistic, figure in
      study.published(of: row, statistic).map { published in
        FingerprintVerdict(
          row: row.name, statistic, figure: figure, published: published,
          isChecked: row.published?.checked.contains(statistic) ?? false)
      }
    }
  }

  /// Nil where it was not measured.
  package subscript(statistic: StayStatistic) -> Figure? {
    figures.first { $0.statistic == statistic }?.figure
  }
}
