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

/// One of the figures of stays, which a scenario may state as published.
package typealias StayStatistic = PipelineDefinition.StayStatistic

/// The figures of one round of stays, simulated or published; nil for what there is not.
struct StayFigures: Hashable, Sendable {
  /// The share of visits to surveyed points whose fix is exactly at the point.
  let hitRate: Double?
  /// The mean error of these visits, in metres.
  let mean: Double?
  /// The largest of these errors, in metres.
  let largest: Double?
  /// The mean error of all visits, in metres.
  let meanWithUnlisted: Double?

  init(_ published: PipelineDefinition.Published) {
    (hitRate, mean, largest) = (published.hitRate, published.mean, published.largest)
    meanWithUnlisted = published.meanWithUnlisted
  }

  /// - Parameters:
  ///   - listed: the errors at surveyed points; at least one.
  ///   - unlisted: those at other places.
  init(listed: [PositionError], unlisted: [PositionError]) {
    hitRate = Double(listed.count(where: \.isHit)) / Double(listed.count)
    mean = Self.mean(listed)
    largest = listed.compactMap(\.metres).max()
    meanWithUnlisted = unlisted.isEmpty ? nil : Self.mean(listed + unlisted)
  }

  private static func mean(_ errors: [PositionError]) -> Double? {
    let metres = errors.compactMap(\.metres)
    return metres.isEmpty ? nil : metres.reduce(0, +) / Double(metres.count)
  }

  /// - Parameter other: the figures over which the gains are; nil for no gains.
  subscript(statistic: StayStatistic, over other: StayFigures?) -> Double? {
    func difference(_ a: Double?, _ b: Double?) -> Double? { a.flatMap { a in b.map { a - $0 } } }
    return switch statistic {
    case .hitRate: hitRate
    case .mean: mean
    case .largest: largest
    case .meanWithUnlisted: meanWithUnlisted
    case .hitRateGain: difference(hitRate, other?.hitRate)
    case .meanGain: difference(other?.mean, mean)
    }
  }
}

extension PositionError {
  /// Whether the fix is at the point itself, up to rounding.
  fileprivate var isHit: Bool { offset.map { $0.metres < 0.001 && $0.floors == 0 } ?? false }
}

extension StayStatistic {
  /// Its name in a table, and by how much a figure may differ from a published one because of rounding: half a unit of the
  /// last digit.
  var form: (title: String, rounding: Double) {
    switch self {
    case .hitRate: ("hits", 0.005)
    case .mean: ("mean", 0.005)
    case .largest: ("largest", 0.05)
    case .meanWithUnlisted: ("mean with unlisted", 0.005)
    case .hitRateGain: ("hits gained", 0.01)
    case .meanGain: ("mean gained", 0.01)
    }
  }
}
