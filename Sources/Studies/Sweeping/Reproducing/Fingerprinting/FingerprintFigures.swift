package import Evaluation
package import Laps
import NumericalMethods
import Phone
import Positioning
package import Rendering
import Results
import Scenarios

// Fingerprint results. docs/columns.md lists the keys; what does not exist is null.

extension FingerprintResult: Described {
  /// One element of `presets`.
  package static let figures: [Figure<FingerprintResult>] = [
    .init("experiment") { _ in "fingerprint" }, .init("name", \.study.scenario.name),
    .init("seed", \.study.scenario.seed), .init("laps", \.study.laps),
    .init("spacingMetres", about: "Between the two nearest points.", \.study.spacing),
    .init("scores", about: "One element for each row, below.", \.rows),
    .init("verdicts", \.verdicts),
    .init("arithmetic", about: "Of each published pair, below.", \.arithmetic),
  ]
}

extension FingerprintRowResult: Described {
  /// One element of `scores`.
  package static let figures: [Rendering.Figure<FingerprintRowResult>] =
    Score.figures.of(\.score) + [
      .init("pipeline", about: "The row's name.", \.row.name),
      .init("filter", \.filterSummary),
      .init("map", about: "What the radio map holds.", \.mapSummary),
      .init("method", \.methodSummary), .init("leastBeacons", \.leastBeacons),
      .init("given") { _ in ["map"] },
      .init("scoredAt") {
        $0.row.scoresEachFix ? "every reading of a visit" : "the last reading of a visit"
      },
      .init(
        "figures",
        about: """
          hitRate, mean, largest (of a lap), meanWithUnlisted, and where the row is published `against` \
          another hitRateGain and meanGain (in the same lap), below.
          """
      ) { FigureValue.object($0.figures.map { ($0.rawValue, $1.figureValue) }) },
    ]

  /// The processing of a visit's readings as a table names it.
  var filterSummary: String {
    row.filterSummary + (row.filters.isEmpty || row.restart == .stays ? "" : ", carried over")
  }

  /// The levels of the radio map as a table names them.
  var mapSummary: String {
    if survey.stores == .mean { return "mean of the readings" }
    return (survey.filters.isEmpty ? "none" : survey.filters.map(\.summary).joined(separator: " + "))
      + ", last"
  }

  private var nearest: NearestFingerprints.Settings? {
    row.method.settings as? NearestFingerprints.Settings
  }

  /// The comparison of fingerprints, or another method, as a table names it.
  var methodSummary: String { nearest?.comparison ?? row.methodSummary }

  /// The least number of beacons heard for a fix; nil where the method does not say.
  var leastBeacons: Int? { nearest?.leastBeacons }
}

extension FingerprintRowResult.Figure: Described {
  /// One element of `scores.figures`.
  package static let figures: [Rendering.Figure<FingerprintRowResult.Figure>] = [
    .init("mean", about: "Over laps.", \.value, interval: \.interval),
    .init("lap95", about: "The range in which 95 % of single laps lie.", \.lapRange),
  ]
}

extension FingerprintVerdict: Described {
  /// One element of `verdicts`.
  package static let figures: [Figure<FingerprintVerdict>] = [
    .init("cell", about: "Row and figure.", \.cell),
    .init("published", \.published),
    .init(
      "simulated", about: "Without a fix in any lap all from here to shareInterval95 are null.",
      \.figure?.value, interval: \.figure?.interval),
    .init("lap95", \.figure?.lapRange),
    .init("share", about: "Of laps at or beyond what was published.", \.share),
    .init("shareInterval95", \.shareInterval),
    .init("checked", \.isChecked),
    .init("verdict", \.verdict.rawValue),
  ]
}

extension PublishedArithmetic: Described {
  /// One element of `arithmetic`.
  package static let figures: [Figure<PublishedArithmetic>] = [
    .init("pipeline", \.row), .init("hitRate", \.hitRate), .init("meanMetres", \.mean),
    .init("leastMeanMetres", \.leastMean), .init("meanMissMetres", \.meanMiss),
    .init("possible", about: "Over one set of visits.", \.isPossible),
    .init("allWithinSpacing", about: "Whether every error can be one spacing or less.", \.canAllBeNear),
    .init(
      "mixed",
      about: """
        Numbers that give the pair with another denominator: hits, visits, divisor, sumMetres, \
        meanOfVisitsMetres.
        """, \.mixed),
    .init(
      "unlisted",
      about: """
        count, meanWithUnlistedMetres, afterLeastErrorsMetres and afterPublishedErrorsMetres (left for each \
        unlisted place), farthestFromGridMetres; null without.
        """, \.unlisted),
  ]
}

extension PublishedArithmetic.Counts: Described {
  /// One element of `arithmetic.mixed`.
  package static let figures: [Figure<PublishedArithmetic.Counts>] = [
    .init("hits", \.hits), .init("visits", \.visits), .init("divisor", \.divisor),
    .init("sumMetres", \.sum), .init("meanOfVisitsMetres", \.meanOfVisits),
  ]
}

extension PublishedArithmetic.Unlisted: Described {
  /// The object `arithmetic.unlisted`.
  package static let figures: [Figure<PublishedArithmetic.Unlisted>] = [
    .init("count", \.count), .init("meanWithUnlistedMetres", \.mean),
    .init("afterLeastErrorsMetres", \.afterLeastErrors),
    .init("afterPublishedErrorsMetres", \.afterPublishedErrors),
    .init("farthestFromGridMetres", \.farthestFromGrid),
  ]
}

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
