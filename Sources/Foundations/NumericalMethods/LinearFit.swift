/// The straight line `y = a + b x` that leaves the least sum of squared residuals.
///
/// Source: Draper & Smith, "Applied Regression Analysis", 3rd ed., chapter 1; moments by running means,
/// Welford 1962, doi:10.1080/00401706.1962.10490022. Written out here, as a library's own build may round products otherwise.
public struct LinearFit: Hashable, Sendable {
  /// a.
  public let intercept: Double
  /// b.
  public let slope: Double
  /// The sum of squared residuals.
  public let sumOfSquares: Double
  /// How many points the line was fitted to.
  public let count: Int

  /// The root of the sum of squares over n - 2; nil for two points.
  public var residualDeviation: Double? {
    count > 2 ? (sumOfSquares / Double(count - 2)).squareRoot() : nil
  }

  /// Fits the line to points.
  ///
  /// - Parameters:
  ///   - x: abscissae, at least two different ones.
  ///   - y: ordinates, as many.
  /// - Throws: ``FitError`` for fewer than two points, for abscissae that are all the same, and for values that
  ///   are not finite.
  public init(x: [Double], y: [Double]) throws(FitError) {
    precondition(x.count == y.count, "there were \(x.count) abscissae and \(y.count) ordinates")
    guard x.count >= 2 else { throw .tooFewPoints(given: x.count, needed: 2) }
    guard (x + y).allSatisfy(\.isFinite) else { throw .notFinite }
    guard x.contains(where: { $0 != x[0] }) else { throw .undetermined }
    let (meanX, meanY) = (Self.mean(x), Self.mean(y))
    let (dx, dy) = (x.map { $0 - meanX }, y.map { $0 - meanY })
    let b = Self.mean(zip(dx, dy).map { $0 * $1 }) / Self.mean(dx.map { $0 * $0 })
    let a = meanY - meanX * b
    let squares = zip(dx, dy).reduce(0) { $0 + ($1.1 - b * $1.0) * ($1.1 - b * $1.0) }
    guard a.isFinite, b.isFinite, squares.isFinite else { throw .notFinite }
    (intercept, slope, sumOfSquares, count) = (a, b, squares, x.count)
  }

  private static func mean(_ values: [Double]) -> Double {
    zip(1..., values).reduce(0) { $0 + ($1.1 - $0) / Double($1.0) }
  }
}
