/// The interval that holds the true value of a figure in 95 of 100 studies, in the unit of the figure.
///
/// `make coverage` measures the actual coverage; the table is in docs/metrics.md.
public struct ConfidenceInterval: Hashable, Sendable {
  public static let confidence = 0.95

  public let lower: Double
  public let upper: Double

  public init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }
}
