public import World

/// The errors as vectors on the plan: their mean and their covariance.
///
/// Source: ISO/IEC 18305:2016, sections 8.4 (means), 8.5 (covariance matrix of the error vector), 8.8 (absolute mean of the
/// error vector) and 8.9 (CE95 and CEP), of which heights are left out: no method here estimates one.
public struct ErrorVector: Hashable, Sendable {
  /// Metres; positive where fixes lie to the east of the walker.
  public let meanEast: Double
  /// Metres; positive where fixes lie to the north of the walker.
  public let meanNorth: Double
  /// The variance of the eastward components in m², divided by n.
  public let covarianceEast: Double
  /// The variance of the northward components in m², divided by n.
  public let covarianceNorth: Double
  /// The covariance of both components in m², divided by n.
  public let covarianceEastNorth: Double
  /// The radius round the true place within which half of the fixes lie, in metres.
  public let circularErrorProbable: Double
  /// The radius within which 95 % of them lie, in metres.
  public let circularError95: Double

  /// The length of the mean vector: the bias, which averaging does not reduce.
  public var bias: Double { (meanEast * meanEast + meanNorth * meanNorth).squareRoot() }

  /// Sums run in the order of the arrows; the radii are quantiles as in ``Quantiles``. Nil when there are no arrows.
  ///
  /// - Parameter arrows: from the true place to the fix, on the plan; all finite.
  public init?(of arrows: [Point]) {
    guard let radii = Quantiles.of(arrows.map(\.horizontalLength), at: [0.5, 0.95]) else { return nil }
    let count = Double(arrows.count)
    let sum = arrows.reduce(into: (x: 0.0, y: 0.0)) { sum, arrow in
      sum.x += arrow.x
      sum.y += arrow.y
    }
    let (east, north) = (sum.x / count, sum.y / count)
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for arrow in arrows {
      let (x, y) = (arrow.x - east, arrow.y - north)
      xx += x * x
      yy += y * y
      xy += x * y
    }
    (meanEast, meanNorth) = (east, north)
    (covarianceEast, covarianceNorth, covarianceEastNorth) = (xx / count, yy / count, xy / count)
    (circularErrorProbable, circularError95) = (radii[0], radii[1])
  }
}

/// Errors with a sign, such as metres ahead of the walker.
public struct SignedErrors: Hashable, Sendable {
  /// The number of errors, 1 or more.
  public let count: Int
  /// Metres, with its sign.
  public let mean: Double
  /// Divided by n.
  public let deviation: Double
  /// Metres.
  public let rootMeanSquare: Double
  /// The mean of the absolute values.
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
