/// The covariance of an error on the plan, in m².
public struct PlanCovariance: Hashable, Sendable {
  /// The variance along x.
  public var xx: Double
  /// The covariance of x and y.
  public var xy: Double
  /// The variance along y.
  public var yy: Double

  public init(xx: Double, xy: Double, yy: Double) { (self.xx, self.xy, self.yy) = (xx, xy, yy) }

  /// The same variance in all directions: half the square of the root mean square distance each.
  ///
  /// - Parameter distance: in metres, 0 or more.
  public init(rootMeanSquare distance: Double) {
    self.init(xx: distance * distance / 2, xy: 0, yy: distance * distance / 2)
  }

  /// The mean square of the error's length, in m².
  public var trace: Double { xx + yy }

  /// The root mean square of the error's length, in metres.
  public var rootMeanSquare: Double { trace.squareRoot() }

  /// Whether there are errors with this covariance: finite, and with no direction of negative variance. Round-off of a
  /// millionth is allowed.
  public var isCovariance: Bool {
    let square = xy * xy
    return xx >= 0 && yy >= 0 && square <= xx * yy * (1 + 1e-6) && (xx * yy).isFinite && square.isFinite
  }

  /// The principal axes of the error ellipse.
  public var axes: Axes {
    let (middle, half) = ((xx + yy) / 2, (xx - yy) / 2)
    let reach = (half * half + xy * xy).squareRoot()
    let greatest = middle + reach
    // Of the determinant, since a difference would lose the digits of a small variance.
    let least = greatest > 0 ? (xx * yy - xy * xy) / greatest : 0
    let direction = half >= 0 ? Point(x: half + reach, y: xy) : Point(x: xy, y: reach - half)
    return Axes(
      major: max(greatest, 0).squareRoot(), minor: max(least, 0).squareRoot(),
      direction: reach > 0 ? direction.horizontalDirection : Point(x: 1, y: 0))
  }

  /// The principal axes of an error ellipse.
  public struct Axes: Hashable, Sendable {
    /// The standard deviation along the axis of the greatest, in metres.
    public let major: Double
    /// The standard deviation across it, in metres; no greater.
    public let minor: Double
    /// The direction of the major axis, of length 1.
    public let direction: Point

    /// A vector on the plan by its parts along the major axis and to the left of it.
    public func parts(of vector: Point) -> (along: Double, across: Double) {
      (
        vector.x * direction.x + vector.y * direction.y, vector.y * direction.x - vector.x * direction.y
      )
    }

    /// The vector on the plan with these parts.
    public func vector(along: Double, across: Double) -> Point {
      Point(x: along * direction.x - across * direction.y, y: along * direction.y + across * direction.x)
    }
  }
}
