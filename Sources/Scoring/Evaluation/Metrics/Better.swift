/// Which way a figure gets better.
public enum Better: Hashable, Sendable {
  case smaller, larger
  /// The nearer to a value the better, as with the share inside a region.
  case near(Double)
  /// No value is better than another.
  case neither

  /// The nearer to 0 the better.
  public static let zero = near(0)

  /// The name in files; of what is best near 0 `zero`.
  public var name: String {
    switch self {
    case .smaller: "smaller"
    case .larger: "larger"
    case .near(0): "zero"
    case .near(let ideal): "near \(ideal)"
    case .neither: "neither"
    }
  }

  /// Those that a file may name.
  public static let named: [Better] = [.smaller, .larger, .zero]

  /// The interval of a difference as one that is above 0 where the figure gets worse.
  ///
  /// - Parameter value: the baseline's, which counts as exact where a value is best that is neither the greatest nor the least.
  package func worsening(_ interval: ConfidenceInterval, from value: Double) -> ConfidenceInterval {
    switch self {
    case .smaller, .neither: interval
    case .larger: ConfidenceInterval(lower: -interval.upper, upper: -interval.lower)
    case .near(let ideal): interval.farther(from: ideal, than: value)
    }
  }
}
