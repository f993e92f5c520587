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

  func number(_ value: Double) -> String { FixedPoint.text(scale * value, decimals: decimals) }

  func amount(_ value: Double) -> String { number(value) + unit }

  /// - Parameter hasSign: whether a difference below 0 is written as such; otherwise its size is written.
  func size(_ difference: Double, _ interval: ConfidenceInterval?, hasSign: Bool) -> String {
    guard difference < 0, !hasSign else { return amount(difference) + bounds(interval) }
    return amount(-difference)
      + bounds(interval.map { ConfidenceInterval(lower: -$0.upper, upper: -$0.lower) })
  }

  /// The size of a difference that is better or worse; with its sign where no difference is shown.
  func size(of compared: MetricComparison) -> String {
    size(
      compared.difference, compared.interval,
      hasSign: ![.better, .worse].contains(compared.conclusion.direction))
  }

  private func bounds(_ interval: ConfidenceInterval?) -> String {
    interval.map { " [\(number($0.lower)), \(number($0.upper))]" } ?? ""
  }
}
