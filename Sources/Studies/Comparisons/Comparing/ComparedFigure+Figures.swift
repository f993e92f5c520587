package import Evaluation
package import Rendering

// One figure of a comparison, in JSON and in a table.

extension ComparedFigure: Described {
  /// One metric of a pair, whatever its unit.
  package static let figures: [Figure<ComparedFigure>] =
    [.init("metric", \.name.figure)] + columns(of: .mean) + [
      .init("paired", about: "Whether the interval is over paired laps.") { $0.laps != nil },
      .init("laps", about: "Null where it is not.", \.laps),
      .init("lapsToDecide", isOptional: true, about: "As of a pair of pipelines.", \.lapsToDecide),
    ]

  /// The columns of a table of one metric.
  package static func columns(of metric: Metric) -> [Figure<ComparedFigure>] {
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

extension ComparedFigure {
  /// A figure of applications or of guidance, in JSON and in the table.
  static let ofStudies: [Figure<ComparedFigure>] = [
    .init("subject", "subject", \.subject), .init("item", "item", \.name.item),
    .init("figure", \.name.figure), .init("unit", \.sign),
    .init(nil, "figure") { $0.name.figure + ($0.sign.map { " \($0)" } ?? "") },
    .init("better", \.better.name),
    .init("a", "A", decimals: decimals) { $0.scaled($0.a) },
    .init("b", "B", decimals: decimals) { $0.scaled($0.b) },
    .init(
      "difference", "B - A [95 %]", decimals: decimals, { $0.scaled($0.difference) },
      interval: { figure in
        figure.interval.map {
          ConfidenceInterval(lower: $0.lower * figure.scale, upper: $0.upper * figure.scale)
        }
      }),
    .init("tolerance", "tolerance", decimals: decimals) { $0.scaled($0.tolerance) },
    .init("pAdjusted", "p adj.", form: .probability, \.pAdjusted),
    .init("verdict", \.verdict.word), .init("direction", \.conclusion.direction?.rawValue),
    .init(nil, "verdict", \.conclusion.words),
  ]

  private func scaled(_ value: Double?) -> Double? { value.map { $0 * scale } }
}

extension Metric {
  /// The metric's name in sentences and tables of a comparison.
  package var compared: String { self == .mean ? title : heading }
}

extension RoomComparison: Described {
  /// How often both sides find the right room.
  package static let figures: [Figure<RoomComparison>] = [
    .init("n", about: "Moments at which both sides have a fix and the walker is in a room.", \.pairs),
    .init("laps", \.laps),
    .init("rooms", \.rooms),
    .init("tolerance", \.tolerance),
    .init("pooled", about: "The shares of all moments, below.") {
      ComparedFigure.shares.value(of: $0.pooled)
    },
    .init("macro", about: "The means of the rooms' shares, likewise.") {
      ComparedFigure.shares.value(of: $0.macro)
    },
  ]
}

extension ComparedFigure {
  /// One share of fixes in the right room, on both sides.
  package static let shares: [Figure<ComparedFigure>] = [
    .init(
      "shareA", "A", unit: "%", form: .percent, better: .larger,
      about: "From 0 to 1 in JSON, as the difference and its interval.", \.a),
    .init("shareB", "B", unit: "%", form: .percent, better: .larger, \.b),
    .init(
      "difference", "B - A", unit: "% [95 %]", form: .percent, better: .larger, \.difference,
      interval: \.interval),
    .init("verdict", \.verdict.rawValue), .init("direction", \.conclusion.direction?.rawValue),
    .init(nil, "verdict", \.conclusion.words),
  ]
}
