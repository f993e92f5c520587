/// Errors with a sign, such as metres ahead of the walker.
public struct SignedErrors: Hashable, Sendable {
  public let count: Int
  public let mean: Double
  /// Divided by n.
  public let deviation: Double
  public let rootMeanSquare: Double
  /// The mean without signs.
  public let meanMagnitude: Double

  /// Nil when there are none. Sums run in the order of the errors, all of which must be finite.
  public init?(of errors: [Double]) {
    guard !errors.isEmpty else { return nil }
    let count = Double(errors.count)
    let mean = errors.reduce(0, +) / count
    self.count = errors.count
    self.mean = mean
    deviation = (errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
    rootMeanSquare = (errors.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
    meanMagnitude = errors.reduce(0) { $0 + $1.magnitude } / count
  }
}
