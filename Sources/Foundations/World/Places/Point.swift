/// A place in a site, or the difference between two places: metres east, north and up of the site's origin.
public struct Point: Hashable, Sendable {
  /// Metres east of the origin.
  public var x: Double
  /// Metres north of the origin.
  public var y: Double
  /// Metres above the origin.
  public var z: Double

  public init(x: Double, y: Double, z: Double = 0) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The site's origin, or no difference.
  public static let zero = Point(x: 0, y: 0, z: 0)

  public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z) }
  public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z) }
  /// The vector scaled by a factor without a unit.
  public static func * (a: Point, factor: Double) -> Point {
    Point(x: a.x * factor, y: a.y * factor, z: a.z * factor)
  }

  /// The length of the vector from the origin, in metres.
  public var length: Double { (x * x + y * y + z * z).squareRoot() }

  /// The length of the vector's projection on the plan, in metres.
  public var horizontalLength: Double { (x * x + y * y).squareRoot() }

  /// The distance in three dimensions, in metres.
  public func distance(to other: Point) -> Double { (other - self).length }

  /// The distance on the plan, in metres; heights do not count.
  public func horizontalDistance(to other: Point) -> Double { (other - self).horizontalLength }

  /// The scalar product in three dimensions, in m².
  public func dot(_ other: Point) -> Double { x * other.x + y * other.y + z * other.z }

  /// The place a fraction of the way to another: 0 is this place, 1 the other.
  public func moved(towards other: Point, by fraction: Double) -> Point {
    Point(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction, z: z + (other.z - z) * fraction)
  }

  /// The same place on the plan at another height.
  public func at(height: Double) -> Point { Point(x: x, y: y, z: height) }

  /// The vector of length 1 in this direction on the plan; zero if this vector has no horizontal part.
  public var horizontalDirection: Point {
    let length = horizontalLength
    return length > 0 ? Point(x: x / length, y: y / length) : .zero
  }

  /// Whether every coordinate is a number.
  public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}

extension [Point] {
  /// The corners of the box about them on the plan; both the origin where there are none.
  public var box: (low: Point, high: Point) {
    let (x, y) = (map(\.x), map(\.y))
    return (Point(x: x.min() ?? 0, y: y.min() ?? 0), Point(x: x.max() ?? 0, y: y.max() ?? 0))
  }
}
