import Evaluation
import Laps
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
