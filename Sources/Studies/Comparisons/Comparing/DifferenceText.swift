import Evaluation
import Rendering

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
