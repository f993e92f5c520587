/// An estimated position.
public struct Fix: Hashable, Sendable {
  /// How a fix came about.
  public enum Origin: String, Hashable, Sendable {
    /// By the method's own equations.
    case method
    /// The equations had no solution, so the method's stated fallback answered.
    case fallback
  }

  /// Metres; z is the height of the floor's surface, unless the method says otherwise.
  public var position: Point
  /// The level of the floor, as in ``Floor/level``.
  public var floor: Int
  /// The method's own estimate of its error as a standard deviation, in metres; nil if it gives none.
  public var uncertainty: Double?
  /// Whether the equations or a fallback gave the position.
  public var origin: Origin
  /// The method's own estimate of its error on the plan; nil if it gives none.
  public var covariance: PlanCovariance?
  /// The method's probability of each floor, in the order of floors; nil if it gives none.
  public var floorProbabilities: [FloorProbability]?

  public init(
    position: Point, floor: Int = 0, uncertainty: Double? = nil, origin: Origin = .method,
    covariance: PlanCovariance? = nil, floorProbabilities: [FloorProbability]? = nil
  ) {
    self.position = position
    self.floor = floor
    self.uncertainty = uncertainty
    self.origin = origin
    self.covariance = covariance
    self.floorProbabilities = floorProbabilities
  }

  /// The fix moved to the nearest place on the path of its floor.
  ///
  /// Source: Mustafa & Sykes 2021, section 3.4.1; the path may be open, closed or branching.
  public func snapped(to path: PathGraph) -> Fix {
    var fix = self
    let place = path.snap(position, floor: floor)
    (fix.position, fix.floor) = (place.position, place.floor)
    return fix
  }
}

/// The covariance of an error on the plan, in m².
public struct PlanCovariance: Hashable, Sendable {
  /// The variance along x.
  public var xx: Double
  /// The covariance of x and y.
  public var xy: Double
  /// The variance along y.
  public var yy: Double

  public init(xx: Double, xy: Double, yy: Double) { (self.xx, self.xy, self.yy) = (xx, xy, yy) }
}

/// A method's probability of one floor.
public struct FloorProbability: Hashable, Sendable {
  /// The floor's level.
  public var floor: Int
  /// 0 to 1.
  public var probability: Double

  public init(floor: Int, probability: Double) { (self.floor, self.probability) = (floor, probability) }
}
