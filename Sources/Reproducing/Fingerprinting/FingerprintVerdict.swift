package import Evaluation
import NumericalMethods

/// A published figure beside those of simulated experiments of the same size.
///
/// The published figures come from one experiment of some twenty fixes, so they vary widely by chance. The question is
/// therefore not how near the mean of many simulated experiments is, but whether a single one could have given the
/// published figure: the measure is the share of laps at or beyond it, on the side where they are fewer. Ours.
package struct FingerprintVerdict: Hashable, Sendable {
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// More than 2.5 % of laps lie on either side, with 95 % confidence.
    case inside
    /// Fewer do, with the same confidence, or the study has no figure.
    case outside
    /// The laps are too few to decide.
    case undecided
  }

  package let row: String
  package let statistic: FingerprintStatistic
  /// A share for the hit rate, else metres.
  package let published: Double
  /// The mean over laps; nil where no lap has a fix, and then so is everything computed from it.
  package let simulated: Double?
  /// The interval of that mean; nil with a single lap.
  package let interval: ConfidenceInterval?
  /// The range that holds 95 % of single laps.
  package let lapRange: ConfidenceInterval?
  /// The share of laps at or beyond the published figure, on the side where they are fewer.
  package let share: Double?
  package let shareInterval: ConfidenceInterval?
  /// Whether the scenario is expected to match the published figure.
  package let isChecked: Bool

  /// `with Kalman hitRate`.
  var cell: String { "\(row) \(statistic.rawValue)" }

  /// The least share of laps on either side of a figure that counts as inside.
  static let leastShare = 0.025

  init(
    row: String, _ statistic: FingerprintStatistic, figure: FingerprintRowResult.Figure?, published: Double,
    isChecked: Bool
  ) {
    self.row = row
    self.statistic = statistic
    self.published = published
    simulated = figure?.value
    interval = figure?.interval
    lapRange = figure?.lapRange
    self.isChecked = isChecked
    guard let figure else {
      (share, shareInterval) = (nil, nil)
      return
    }
    let rounding = statistic.rounding + 1e-9
    let below = figure.laps.count { $0 <= published + rounding }
    let above = figure.laps.count { $0 >= published - rounding }
    let cases = min(below, above)
    share = Double(cases) / Double(figure.laps.count)
    let wilson = WilsonInterval(cases: cases, of: figure.laps.count)
    shareInterval = ConfidenceInterval(lower: wilson.lower, upper: wilson.upper)
  }

  package var verdict: Verdict {
    guard let shareInterval else { return .outside }
    if shareInterval.lower >= Self.leastShare { return .inside }
    return shareInterval.upper < Self.leastShare ? .outside : .undecided
  }
}
