import Evaluation
import Phone
import Positioning
package import Rendering
import Results
package import Scenarios

// Fingerprint results. Keys and meanings stand in docs/fingerprint.md; what does not exist is null.

extension FingerprintResult: Described {
  /// One element of `presets`.
  package static let figures: [Figure<FingerprintResult>] = [
    .init("experiment") { _ in "fingerprint" }, .init("name", \.scenario.name),
    .init("seed", \.scenario.seed), .init("laps", \.scenario.laps),
    .init("spacingMetres", \.scenario.spacing), .init("scores", \.rows), .init("verdicts", \.verdicts),
    .init("arithmetic", \.arithmetic),
  ]
}

extension FingerprintRowResult: Described {
  package static let figures: [Rendering.Figure<FingerprintRowResult>] =
    Score.figures.of(\.score) + [
      .init("pipeline", \.row.name), .init("filter", \.row.filterSummary),
      .init("map", \.row.map.summary), .init("method", \.row.match.comparison),
      .init("leastBeacons", \.row.match.leastBeacons), .init("given") { _ in ["map"] },
      .init("scoredAt") {
        $0.row.fixes == .last ? "the last reading of a visit" : "every reading of a visit"
      },
      .init("figures") { FigureValue.object($0.figures.map { ($0.statistic.rawValue, $0.figureValue) }) },
    ]
}

extension FingerprintRowResult.Figure: Described {
  package static let figures: [Rendering.Figure<FingerprintRowResult.Figure>] = [
    .init("mean", \.value, interval: \.interval), .init("lap95", \.lapRange),
  ]
}

extension FingerprintVerdict: Described {
  package static let figures: [Figure<FingerprintVerdict>] = [
    .init("cell", \.cell), .init("published", \.published),
    .init("simulated", \.simulated, interval: \.interval), .init("lap95", \.lapRange),
    .init("share", \.share), .init("shareInterval95", \.shareInterval), .init("checked", \.isChecked),
    .init("verdict", \.verdict.rawValue),
  ]
}

extension PublishedArithmetic: Described {
  package static let figures: [Figure<PublishedArithmetic>] = [
    .init("pipeline", \.row), .init("hitRate", \.hitRate), .init("meanMetres", \.mean),
    .init("leastMeanMetres", \.leastMean), .init("meanMissMetres", \.meanMiss),
    .init("possible", \.isPossible), .init("allWithinSpacing", \.canAllBeNear), .init("mixed", \.mixed),
    .init("unlisted", \.unlisted),
  ]
}

extension PublishedArithmetic.Counts: Described {
  package static let figures: [Figure<PublishedArithmetic.Counts>] = [
    .init("hits", \.hits), .init("visits", \.visits), .init("divisor", \.divisor),
    .init("sumMetres", \.sum), .init("meanOfVisitsMetres", \.meanOfVisits),
  ]
}

extension PublishedArithmetic.Unlisted: Described {
  package static let figures: [Figure<PublishedArithmetic.Unlisted>] = [
    .init("count", \.count), .init("meanWithUnlistedMetres", \.mean),
    .init("afterLeastErrorsMetres", \.afterLeastErrors),
    .init("afterPublishedErrorsMetres", \.afterPublishedErrors),
    .init("farthestFromGridMetres", \.farthestFromGrid),
  ]
}

extension FingerprintScenario.Row {
  /// The comparison of fingerprints as a table names it.
  package var methodSummary: String { match.comparison }

  /// The least number of beacons heard for a fix.
  package var leastBeacons: Int { match.leastBeacons }
}

extension SurveyRule {
  /// The stored levels as a table names them.
  package var summary: String { stores == .mean ? "mean of the readings" : "\(filters.summary), last" }
}

extension FingerprintScenario.Row {
  /// The processing of the readings as a table names it.
  package var filterSummary: String {
    filters.summary + (!filters.isEmpty && restart == .never ? ", carried over" : "")
  }
}

extension [FilterChoice] {
  fileprivate var summary: String { isEmpty ? "none" : map(\.summary).joined(separator: " + ") }
}
