/// An estimated position.
public struct Fix: Hashable, Sendable {
  /// How a fix came about.
  public enum Origin: String, Hashable, Sendable {
    /// By the method's own equations.
    case method
    /// The equations had no solution, so the method's stated fallback answered.
    case fallback
  }

  public var position: Point
  public var floor: Int
  /// The radius in metres that the method itself claims, as one standard deviation; nil if it claims none.
  public var uncertainty: Double?
  public var origin: Origin

  public init(position: Point, floor: Int = 0, uncertainty: Double? = nil, origin: Origin = .method) {
    self.position = position
    self.floor = floor
    self.uncertainty = uncertainty
    self.origin = origin
  }
}

/// Why there is no fix.
public enum NoFix: Error, Hashable, Sendable {
  case tooFewBeacons(heard: Int, needed: Int)
  case didNotConverge(iterations: Int)
  /// The anchors heard lie so that they leave the position open, such as all at one place.
  case undetermined
}

extension NoFix: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooFewBeacons(let heard, let needed): "heard \(heard) beacons, needed \(needed)"
    case .didNotConverge(let iterations): "did not converge in \(iterations) iterations"
    case .undetermined: "the beacons heard leave the position open"
    }
  }
}
