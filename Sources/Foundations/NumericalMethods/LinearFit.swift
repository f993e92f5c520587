import CGSL

/// The straight line `y = a + b x` that leaves the least sum of squared residuals.
///
/// Source: Draper & Smith, "Applied Regression Analysis", 3rd ed., chapter 1; computed by GSL's
/// `gsl_fit_linear`.
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
    var (a, b, aa, ab, bb, squares) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    try GSL.check { gsl_fit_linear(x, 1, y, 1, x.count, &a, &b, &aa, &ab, &bb, &squares) }
    guard a.isFinite, b.isFinite, squares.isFinite else { throw .notFinite }
    (intercept, slope, sumOfSquares, count) = (a, b, squares, x.count)
  }
}
