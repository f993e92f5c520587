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
    .init("verdict", \.verdict.rawValue), .init("direction", \.conclusion.direction?.rawValue),
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

/// How sentences write differences of one unit: `0.23 m [0.20, 0.26]`.
struct DifferenceText {
  /// With the space before it; empty where there is none.
  let unit: String
  /// The factor of numbers, such as 100 for percentage points.
  let scale: Double
  let decimals: Int

  init(unit: String, scale: Double = 1, decimals: Int) {
    (self.unit, self.scale, self.decimals) = (unit, scale, decimals)
  }

  /// - Parameter more: decimals beyond those of the metric.
  init(of metric: Metric, more: Int = 0) {
    self.init(
      unit: metric.sign.map { " \($0)" } ?? "", scale: metric.isShare ? 100 : 1,
      decimals: metric.decimals + more)
  }

  /// Of a figure that is compared.
  init(of compared: ComparedFigure) {
    if let metric = compared.metric {
      self.init(of: metric, more: 1)
    } else {
      let unit = compared.unit == LapFigure.share ? "points" : compared.unit
      self.init(
        unit: unit.map { " \($0)" } ?? "", scale: compared.scale, decimals: ComparedFigure.decimals)
    }
  }

  func number(_ value: Double) -> String { FixedPoint.text(scale * value, decimals: decimals) }

  func amount(_ value: Double) -> String { number(value) + unit }

  /// The size of a difference that is better or worse; with its sign where no difference is shown.
  func size(of compared: ComparedFigure) -> String {
    let (difference, interval) = (compared.difference ?? 0, compared.interval)
    guard difference < 0, [.better, .worse].contains(compared.conclusion.direction) else {
      return amount(difference) + bounds(interval)
    }
    return amount(-difference)
      + bounds(interval.map { ConfidenceInterval(lower: -$0.upper, upper: -$0.lower) })
  }

  private func bounds(_ interval: ConfidenceInterval?) -> String {
    interval.map { " [\(number($0.lower)), \(number($0.upper))]" } ?? ""
  }
}

extension ComparedFigure {
  /// Of the numbers of figures other than metrics.
  static let decimals = 2

  /// The factor of its numbers in tables.
  var scale: Double { LapFigure.scale(of: unit) }
  /// Percent of a share.
  var sign: String? { unit == LapFigure.share ? "%" : unit }
  /// The application or the pipeline, and `b against a` where the names differ.
  var subject: String { FolderComparison.name(subjectOfB, against: name.subject) }

  /// Whether both sides are equal in every lap.
  var isEqual: Bool {
    guard let difference, let interval else { return false }
    return interval.lower == interval.upper && difference.magnitude < 1e-12
  }

  /// `the P95 of feedback by 0.433 m [0.239, 0.627], tolerance 0.108 m`.
  ///
  /// - Parameter row: the name of what is compared.
  func text(in row: String) -> String {
    let text = DifferenceText(of: self)
    return "\(metric.map { "the \($0.compared) of " } ?? "")\(row) by \(text.size(of: self)), "
      + "tolerance \(text.amount(tolerance))"
  }
}

extension LapFigure.Name {
  /// `delay of exit, 30 s (iOS)`.
  var text: String { "\(figure)\(item.isEmpty ? "" : " of \(item)"), \(subject)" }
}

extension FolderComparison {
  /// One name for what is compared with itself, `b against a` otherwise.
  static func name(_ b: String, against a: String) -> String { a == b ? b : "\(b) against \(a)" }
}

extension FolderComparison.Row {
  /// What is compared.
  var name: String {
    guard comparison == nil, let figure = metrics.first else { return FolderComparison.name(b, against: a) }
    return LapFigure.Name(figure.subject, figure.name.item, figure: figure.name.figure).text
  }
}
