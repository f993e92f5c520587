import CGSL

/// The straight line `y = a + b x` that leaves the least sum of squared residuals.
///
/// Source: Draper & Smith, "Applied Regression Analysis", 3rd ed., chapter 1; computed by GSL's
/// `gsl_fit_linear` and `gsl_fit_wlinear`.
public struct LinearFit: Hashable, Sendable {
  /// a.
  public let intercept: Double
  /// b.
  public let slope: Double
  /// The standard error of a; nil for two points, which leave no residual to judge by.
  public let interceptError: Double?
  /// The standard error of b; nil for two points.
  public let slopeError: Double?
  /// The covariance of a and b; nil for two points.
  public let covariance: Double?
  /// The weighted sum of squared residuals.
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
  ///   - weights: how much each point counts beside the others, all above 0; nil for equal weights. The line and its
  ///     standard errors stay as they are when all weights are multiplied by one number.
  /// - Throws: ``FitError`` for fewer than two points, for abscissae that are all the same, and for values that
  ///   are not finite.
  public init(x: [Double], y: [Double], weights: [Double]? = nil) throws(FitError) {
    precondition(x.count == y.count, "there were \(x.count) abscissae and \(y.count) ordinates")
    precondition(weights.map { $0.count == x.count } ?? true, "there must be one weight a point")
    precondition(weights?.allSatisfy { $0 > 0 } ?? true, "weights must be above 0")
    guard x.count >= 2 else { throw .tooFewPoints(given: x.count, needed: 2) }
    guard (x + y + (weights ?? [])).allSatisfy(\.isFinite) else { throw .notFinite }
    guard x.contains(where: { $0 != x[0] }) else { throw .undetermined }
    var (a, b, aa, ab, bb, squares) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    try GSL.check {
      if let weights {
        gsl_fit_wlinear(x, 1, weights, 1, y, 1, x.count, &a, &b, &aa, &ab, &bb, &squares)
      } else {
        gsl_fit_linear(x, 1, y, 1, x.count, &a, &b, &aa, &ab, &bb, &squares)
      }
    }
    guard a.isFinite, b.isFinite, squares.isFinite else { throw .notFinite }
    (intercept, slope, sumOfSquares, count) = (a, b, squares, x.count)
    // GSL has scaled the plain fit's covariance by the residual variance, and not the weighted one's.
    let scale = weights == nil ? 1 : squares / Double(max(count - 2, 1))
    interceptError = count > 2 ? (aa * scale).squareRoot() : nil
    slopeError = count > 2 ? (bb * scale).squareRoot() : nil
    covariance = count > 2 ? ab * scale : nil
  }
}
