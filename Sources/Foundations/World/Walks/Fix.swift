/// An estimated position.
public struct Fix: Hashable, Sendable {
  /// How a fix came about.
  public enum Origin: String, Hashable, Sendable {
    /// By the method's own equations.
    case method
    /// The equations had no solution, so the method's stated fallback answered.
    case fallback
    /// By the method's own equations, but the readings contradict what the method believes, by its own test.
    case contradicted
  }

  /// Metres; z is the height of the floor's surface, unless the method says otherwise.
  public var position: Point
  /// The level of the floor, as in ``Floor/level``.
  public var floor: Int
  /// How far from the truth the method itself expects the fix to be: the root mean square of the distance on the plan, in
  /// metres, which is the square root of the trace of the covariance; nil if it states none.
  public var uncertainty: Double?
  /// Whether the equations or a fallback gave the position.
  public var origin: Origin
  /// The method's own estimate of its error on the plan: the mean square of the vector from the fix to the truth, in m²; nil
  /// if it states none.
  public var covariance: PlanCovariance?
  /// The method's probability of each floor, in the order of floors; nil if it gives none.
  public var floorProbabilities: [FloorProbability]?
  /// Of a mixture of models, how much of the fix is that of each; empty where there is one.
  public var models: [ModelWeight]

  /// - Parameters:
  ///   - position: metres.
  ///   - floor: its level.
  ///   - uncertainty: metres; nil for that of the covariance, if there is one.
  ///   - origin: the method's equations or its fallback.
  ///   - covariance: of the error on the plan.
  ///   - floorProbabilities: in the order of floors.
  ///   - models: they add up to 1.
  public init(
    position: Point, floor: Int = 0, uncertainty: Double? = nil, origin: Origin = .method,
    covariance: PlanCovariance? = nil, floorProbabilities: [FloorProbability]? = nil,
    models: [ModelWeight] = []
  ) {
    self.position = position
    self.floor = floor
    self.uncertainty = uncertainty ?? covariance?.rootMeanSquare
    self.origin = origin
    self.covariance = covariance
    self.floorProbabilities = floorProbabilities
    self.models = models
  }

  /// What the method states about its error on the plan: its covariance or, of an uncertainty alone, the one with equal
  /// variances in all directions and the same trace; nil if it states neither.
  public var statedCovariance: PlanCovariance? {
    covariance ?? uncertainty.map { PlanCovariance(rootMeanSquare: $0) }
  }

  /// The same fix from readings that are some seconds old: the walker has gone on since, which widens what the method states.
  ///
  /// Ours: walkers go at 1 m/s in the root mean square, since they stand at times: forward or backward where the method
  /// states no error across a line, as on a path, and otherwise in any direction.
  public func trailing(by seconds: Double) -> Fix {
    guard let covariance else { return self }
    var fix = self
    let (axes, isotropic) = (covariance.axes, PlanCovariance(rootMeanSquare: seconds))
    let (along, square) = (axes.direction, seconds * seconds)
    let gone =
      axes.minor < 1e-3 && axes.major >= 1e-3
      ? PlanCovariance(
        xx: square * along.x * along.x, xy: square * along.x * along.y, yy: square * along.y * along.y)
      : isotropic
    fix.covariance = PlanCovariance(
      xx: covariance.xx + gone.xx, xy: covariance.xy + gone.xy, yy: covariance.yy + gone.yy)
    fix.uncertainty = fix.covariance?.rootMeanSquare
    return fix
  }

  /// The fix moved to the nearest place on the path of its floor.
  ///
  /// What the method states about its error stays as it is.
  ///
  /// Source: Mustafa & Sykes 2021, section 3.4.1; the path may be open, closed or branching.
  public func snapped(to path: PathGraph) -> Fix {
    var fix = self
    let place = path.snap(position, floor: floor)
    (fix.position, fix.floor) = (place.position, place.floor)
    return fix
  }
}

/// A method's probability of one floor.
public struct FloorProbability: Hashable, Sendable {
  /// The floor's level.
  public var floor: Int
  /// 0 to 1.
  public var probability: Double

  public init(floor: Int, probability: Double) { (self.floor, self.probability) = (floor, probability) }
}

/// How much of a fix is that of one of several models.
public struct ModelWeight: Hashable, Sendable {
  /// One word.
  public var name: String
  /// 0 to 1.
  public var weight: Double

  public init(name: String, weight: Double) { (self.name, self.weight) = (name, weight) }
}
