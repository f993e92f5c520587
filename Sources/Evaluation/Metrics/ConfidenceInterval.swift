/// The interval that holds the true value of a figure in 95 of 100 studies, in the unit of the figure.
///
/// `make coverage` measures the actual coverage; the table is in docs/metrics.md.
public struct ConfidenceInterval: Hashable, Sendable {
  /// The nominal coverage of every interval in the program.
  public static let confidence = 0.95

  /// The 2.5 % end.
  public let lower: Double
  /// The 97.5 % end.
  public let upper: Double

  public init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }
}
