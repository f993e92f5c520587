package import Evaluation
package import Laps
import NumericalMethods
import Scenarios

/// A published figure beside those of simulated experiments of the same size.
///
/// The published figures come from one experiment of some twenty fixes, so they vary widely by chance. The question is
/// therefore not how near the mean of many simulated experiments is, but whether a single one could have given the
/// published figure: the measure is the share of laps at or beyond it, on the side where they are fewer. Ours.
package struct FingerprintVerdict: Hashable, Sendable {
  /// Inside: more than 2.5 % of laps lie on either side, with 95 % confidence. Outside: fewer do, with the same confidence, or
  /// the study has no figure. Undecided: the laps are too few.
  package typealias Verdict = PublishedFigure.Verdict

  /// The name of the row.
  package let row: String
  /// Which of its figures was published.
  package let statistic: StayStatistic
  /// Of the study; nil where no lap has a fix, and then so is everything computed from it.
  package let figure: FingerprintRowResult.Figure?
  /// A share for the hit rate, else metres.
  package let published: Double
  /// Whether the scenario is expected to match the published figure.
  package let isChecked: Bool
  /// The share of laps at or beyond the published figure, on the side where they are fewer.
  package let share: Double?
  /// The interval of that share.
  package let shareInterval: ConfidenceInterval?

  /// `with Kalman hitRate`.
  var cell: String { "\(row) \(statistic.rawValue)" }

  /// The least share of laps on either side of a figure that counts as inside.
  private static let leastShare = 0.025

  init(
    row: String, _ statistic: StayStatistic, figure: FingerprintRowResult.Figure?, published: Double,
    isChecked: Bool
  ) {
    (self.row, self.statistic, self.figure) = (row, statistic, figure)
    (self.published, self.isChecked) = (published, isChecked)
    let rounding = statistic.form.rounding + 1e-9
    let hits = figure.map { figure in
      let below = figure.laps.count { $0 <= published + rounding }
      let above = figure.laps.count { $0 >= published - rounding }
      return HitRate(hits: min(below, above), of: figure.laps.count)
    }
    share = hits?.share
    shareInterval = hits.map {
      let wilson = WilsonInterval(cases: $0.hits, of: $0.count)
      return ConfidenceInterval(lower: wilson.lower, upper: wilson.upper)
    }
  }

  /// Whether a single experiment could have given the published figure.
  package var verdict: Verdict {
    guard let shareInterval else { return .outside }
    if shareInterval.lower >= Self.leastShare { return .inside }
    return shareInterval.upper < Self.leastShare ? .outside : .undecided
  }
}
