package import Evaluation
import Laps

/// The results of one row of a fingerprint scenario over all laps.
package struct FingerprintRowResult: Sendable {
  /// One statistic: over all laps, and in single ones.
  package struct Figure: Sendable {
    package let statistic: FingerprintStatistic
    /// The mean over laps, which for a hit rate and a mean error equals that over all fixes.
    package let value: Double
    /// The interval of that mean over laps; nil with a single lap.
    package let interval: ConfidenceInterval?
    /// By lap, for those that have a value; never empty.
    package let laps: [Double]

    /// The central 95 % of single laps.
    package var lapRange: ConfidenceInterval {
      let ends = Quantiles.of(laps, at: [0.025, 0.975]) ?? [value, value]
      return ConfidenceInterval(lower: ends[0], upper: ends[1])
    }
  }

  package let row: FingerprintScenario.Row
  /// Of the errors at surveyed points.
  package let score: Score
  /// In the order of ``FingerprintStatistic``, without statistics that were not measured.
  package let figures: [Figure]

  /// - Parameter against: the laps of the row over which the gains are; nil for none.
  init(
    _ row: FingerprintScenario.Row, laps: [FingerprintLap.Errors], against: [FingerprintLap.Errors]?
  ) {
    self.row = row
    score = Score(of: laps.flatMap(\.listed))
    var figures: [Figure] = []
    for statistic in FingerprintStatistic.allCases {
      let values = Self.values(of: statistic, in: laps, against: against)
      let known = values.compactMap(\.self)
      guard !known.isEmpty else { continue }
      figures.append(
        Figure(
          statistic: statistic, value: known.reduce(0, +) / Double(known.count),
          interval: LapMean(of: ErrorsByLap(values))?.interval, laps: known))
    }
    self.figures = figures
  }

  /// By lap; nil for a lap without a value.
  private static func values(
    of statistic: FingerprintStatistic, in laps: [FingerprintLap.Errors], against: [FingerprintLap.Errors]?
  ) -> [Double?] {
    switch statistic {
    case .hitRate: laps.map(\.hitRate)
    case .mean: laps.map(\.mean)
    case .largest: laps.map(\.largest)
    case .meanWithUnlisted: laps.map(\.meanWithUnlisted)
    case .hitRateGain: zip(laps, against ?? []).map { $0.hitRate - $1.hitRate }
    case .meanGain:
      zip(laps, against ?? []).map { lap, other in
        lap.mean.flatMap { mean in other.mean.map { $0 - mean } }
      }
    }
  }

  package subscript(statistic: FingerprintStatistic) -> Figure? {
    figures.first { $0.statistic == statistic }
  }

  /// The published figures beside those of the study.
  var verdicts: [FingerprintVerdict] {
    FingerprintStatistic.allCases.compactMap { statistic in
      guard let published = row.published?[statistic] else { return nil }
      return FingerprintVerdict(
        row: row.name, statistic, figure: self[statistic], published: published,
        isChecked: row.published?.checked.contains(statistic) ?? false)
    }
  }
}

extension FingerprintLap.Errors {
  var hitRate: Double { Double(listed.count(where: \.isHit)) / Double(listed.count) }
  /// Nil without a fix.
  var mean: Double? { Self.mean(listed.compactMap(\.metres)) }
  /// Nil without a fix.
  var largest: Double? { listed.compactMap(\.metres).max() }
  /// Nil without unlisted places, or without a fix.
  var meanWithUnlisted: Double? {
    unlisted.isEmpty ? nil : Self.mean((listed + unlisted).compactMap(\.metres))
  }

  private static func mean(_ metres: [Double]) -> Double? {
    metres.isEmpty ? nil : metres.reduce(0, +) / Double(metres.count)
  }
}

extension PositionError {
  /// Whether the fix is at the point itself, up to rounding.
  fileprivate var isHit: Bool {
    guard case .success(let offset) = outcome else { return false }
    return offset.metres < 0.001 && offset.floors == 0
  }
}

extension ErrorsByLap {
  /// One value for each lap that has one.
  fileprivate init(_ values: [Double?]) {
    self.init(
      values.enumerated().compactMap { lap, value in
        value.map { PositionError(lap: lap, time: 0, outcome: .success(.init(metres: $0))) }
      })
  }
}
