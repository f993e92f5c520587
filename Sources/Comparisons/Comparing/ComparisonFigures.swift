package import Documents
package import Evaluation
package import Rendering
package import Results

// A comparison. docs/compare.md explains the keys; missing values are null.

extension FolderComparison: Described {
  /// What `compare --json` prints.
  package static let figures: [Figure<FolderComparison>] = [
    .init("a", \.a), .init("b", \.b), .init("tolerance", \.rules.tolerance),
    .init("allowsFewerLaps", \.rules.allowsFewerLaps),
    .init("allowsDifferentScenarios", \.rules.allowsDifferentScenarios),
    .init("timeTolerance", \.rules.timeTolerance), .init("timeDifferences", \.timeDifferences),
    .init("pairs", \.rows),
    .init("worse") { !$0.worse.isEmpty }, .init("onlyInB", \.onlyInB),
    .init("differences", \.differences), .init("notes", \.notes),
  ]

  /// The same of results that could not be compared with what stands, or does not, in a folder.
  package static func document(
    of b: SavedResults, notComparedWith path: String, _ rules: Rules, reason: String
  ) -> Document {
    FigureValue.object([
      ("a", .object([("folder", .text(path)), ("scenario", .empty), ("seed", .empty)])),
      ("b", b.figureValue), ("tolerance", rules.tolerance.figureValue),
      ("allowsFewerLaps", .flag(rules.allowsFewerLaps)),
      ("allowsDifferentScenarios", .flag(rules.allowsDifferentScenarios)),
      ("timeTolerance", .number(rules.timeTolerance)), ("timeDifferences", .empty), ("pairs", .nested([])),
      ("worse", .flag(false)), ("onlyInB", b.pipelines.map(\.name).figureValue), ("differences", .nested([])),
      ("notes", [reason].figureValue),
    ]).document
  }
}

extension TimeDifferences: Described {
  /// How far apart in time the errors without a partner are.
  package static let figures: [Figure<TimeDifferences>] = [
    .init("n", \.count), .init("medianSeconds", \.median), .init("largestSeconds", \.largest),
    .init("sufficientSeconds", \.sufficient),
  ]
}

extension ComparisonTolerance: Described {
  /// The tolerances by which B is judged.
  package static let figures: [Figure<ComparisonTolerance>] = [
    .init("relative", \.relative), .init("absoluteMetres", \.absolute), .init("missed", \.missed),
    .init("rooms", \.rooms),
  ]
}

extension MetricComparison: Described {
  /// One metric of a pair, whatever its unit.
  package static let figures: [Figure<MetricComparison>] =
    [.init("metric") { $0.metric.key(for: .comparisons) }] + columns(of: .mean) + [
      .init("paired") { $0.laps != nil }, .init("laps", \.laps),
      .init("lapsToDecide", isOptional: true, \.lapsToDecide),
    ]

  /// The columns of a table of one metric.
  package static func columns(of metric: Metric) -> [Figure<MetricComparison>] {
    let decimals = metric.decimals
    return [
      .init(metric, "a", "A", rank: 0, \.a), .init(metric, "b", "B", rank: 0, \.b),
      .init(
        "difference", "B - A", unit: metric.signWithInterval,
        decimals: decimals + (metric.unit == .metres ? 1 : 0),
        form: metric.columnForm, better: metric.better, { $0.difference }, interval: { $0.interval }),
      .init(
        "tolerance", "tolerance", unit: metric.sign, decimals: decimals + 1, form: metric.columnForm,
        \.tolerance),
      .init("verdict") { $0.isJudged ? $0.verdict.rawValue : nil },
      .init("direction") { $0.isJudged ? $0.conclusion.direction?.rawValue : nil },
      .init(nil, "verdict") { $0.isJudged ? $0.conclusion.words : nil },
    ]
  }
}

extension Metric {
  /// The metric's name in sentences and tables of a comparison.
  package var compared: String { self == .mean ? title : heading }
}

extension SavedResults: Described {
  /// Which folder it is.
  package static let figures: [Figure<SavedResults>] = [
    .init("folder", \.path), .init("scenario", \.scenario), .init("seed", \.seed),
  ]
}

extension FolderComparison.Row: Described {
  /// How much was paired.
  package static let counts: [Figure<FolderComparison.Row>] = [
    .init("n", "pairs", \.comparison.errors.pairs.count), .init("laps", "laps", \.comparison.laps),
  ]

  /// The mean errors, their difference and the tests of it.
  package static let errors: [Figure<FolderComparison.Row>] = [
    .init("meanMetresA", "A", unit: "m", better: .smaller, \.comparison.meanA),
    .init("meanMetresB", "B", unit: "m", better: .smaller, \.comparison.meanB),
    .init(
      "differenceMetres", "B - A", unit: "m [95 %]", decimals: 3, better: .smaller, \.comparison.difference,
      interval: \.comparison.interval),
    .init(nil, "B - A", unit: "%", decimals: 1, rank: 3, better: .smaller) { row in
      row.comparison.meanA > 0 ? 100 * row.comparison.difference / row.comparison.meanA : nil
    },
    .init("tolerance", "tolerance", unit: "m", decimals: 3, \.comparison.tolerance),
    .init("p", "p", form: .probability, rank: 5, \.comparison.signedRankTest.p),
    .init("pHolm", "p Holm", form: .probability, \.pHolm),
    .init("pSign", "p sign", form: .probability, rank: 6, \.comparison.signTest.p),
  ]

  /// What has no partner or no fix.
  package static let leftOut: [Figure<FolderComparison.Row>] = [
    .init("missedA", "missed A", better: .smaller, \.comparison.errors.missedA),
    .init("missedB", "missed B", better: .smaller, \.comparison.errors.missedB),
    .init("unmatched", "not paired", rank: 4) {
      $0.comparison.errors.unmatchedA + $0.comparison.errors.unmatchedB
    },
  ]

  /// All of a pair of pipelines.
  package static let figures: [Figure<FolderComparison.Row>] =
    counts + errors + leftOut + [
      .init("a", \.a), .init("b", \.b), .init("verdict", \.comparison.verdict.rawValue),
      .init("direction", \.comparison.conclusion.direction?.rawValue),
      .init("worse", \.isWorse), .init("failures") { $0.failures.map { "\($0)" } },
      .init("lapsToDecide", isOptional: true, \.comparison.lapsToDecide),
      .init("metrics", isOptional: true) { $0.metrics.isEmpty ? nil : $0.metrics },
      .init("missesMore", \.missesMore), .init("missingLaps", \.missingLaps), .init("rooms", \.rooms),
      .init("unmatchedA", \.comparison.errors.unmatchedA),
      .init("unmatchedB", \.comparison.errors.unmatchedB),
      .init("missedByBoth", \.comparison.errors.missedByBoth),
      .init("missedByOne", \.comparison.errors.missedByOne),
    ]
}

extension RoomComparison: Described {
  /// How often both sides find the right room.
  package static let figures: [Figure<RoomComparison>] = [
    .init("n", \.pairs), .init("laps", \.laps), .init("rooms", \.rooms), .init("tolerance", \.tolerance),
    .init("pooled", \.pooled), .init("macro", \.macro),
  ]
}

extension RoomComparison.Share: Described {
  /// One share of fixes in the right room, on both sides.
  package static let figures: [Figure<RoomComparison.Share>] = [
    .init("shareA", "A", unit: "%", form: .percent, better: .larger, \.a),
    .init("shareB", "B", unit: "%", form: .percent, better: .larger, \.b),
    .init(
      "difference", "B - A", unit: "% [95 %]", form: .percent, better: .larger, \.difference,
      interval: \.interval),
    .init("verdict", \.verdict.rawValue), .init("direction", \.conclusion.direction?.rawValue),
    .init(nil, "verdict", \.conclusion.words),
  ]
}

extension StudyDifference: Described {
  /// One key in which the two studies differ.
  package static let figures: [Figure<StudyDifference>] = [
    .init("file", \.file), .init("key", \.key), .init("a", \.a), .init("b", \.b),
    .init("changesInput", \.changesInput),
  ]
}

extension PairedErrors.MissedByOne: Described {
  /// A moment that only one side missed.
  package static let figures: [Figure<PairedErrors.MissedByOne>] = [
    .init("lap", \.lap), .init("point", \.point), .init("time", \.time), .init("by", \.side.rawValue),
  ]
}
