public import World

/// A route with the way in which each leg is gone, and the stops on it.
public struct Itinerary: Hashable, Sendable {
  /// How one leg is gone.
  public enum Manner: Hashable, Sendable {
    /// On foot; at so many metres a second by one who walks at the mean speed, nil for that speed.
    case walked(speed: Double?)
    /// In a lift: seconds before it goes, and its metres a second.
    case ridden(wait: Double, speed: Double)
  }

  /// A stop.
  public struct Stop: Hashable, Sendable {
    /// Metres along the route.
    public let arc: Double
    public let seconds: Double
    /// Degrees by which the walker turns meanwhile, evenly; anticlockwise is positive.
    public let turn: Double

    public init(arc: Double, seconds: Double, turn: Double = 0) {
      self.arc = arc
      self.seconds = seconds
      self.turn = turn
    }
  }

  public let route: Route
  /// By leg of the route.
  public let manners: [Manner]
  public let stops: [Stop]

  /// - Precondition: there is a manner for each leg, where they are given.
  public init(_ route: Route, manners: [Manner]? = nil, stops: [Stop] = []) {
    precondition(manners == nil || manners?.count == route.legs, "a route needs a manner for each leg")
    self.route = route
    self.manners = manners ?? [Manner](repeating: .walked(speed: nil), count: route.legs)
    self.stops = stops
  }

  /// Metres on the plan within which a route passes a test point.
  public static let reach = 2.0

  /// Metres along the route to its nearest place to a test point on its floor, for the first time; nil where it does not
  /// pass it.
  public func arc(passing point: TestPoint) -> Double? {
    guard route.floors.contains(point.floor) else { return nil }
    let arc = route.arc(nearestTo: point.position, floor: point.floor)
    return route.position(at: arc).horizontalDistance(to: point.position) <= Itinerary.reach ? arc : nil
  }

  /// Whether all of it is walked at the walker's own speed.
  var isPlain: Bool { stops.isEmpty && manners.allSatisfy { $0 == .walked(speed: nil) } }

  /// Seconds from the start to the end for one whose own speed is constant, but for stops at random.
  ///
  /// - Parameters:
  ///   - speed: the walker's own, in m/s.
  ///   - mean: the speed to which those of legs refer.
  public func seconds(at speed: Double, mean: Double) -> Double {
    if isPlain { return route.length / speed }
    return manners.indices.reduce(stops.reduce(0) { $0 + $1.seconds }) { sum, leg in
      sum + manners[leg].seconds(over: route.arcs[leg + 1] - route.arcs[leg], at: speed, mean: mean)
    }
  }
}

extension Itinerary.Manner {
  /// Seconds that so many metres take one whose own speed is constant.
  func seconds(over metres: Double, at speed: Double, mean: Double) -> Double {
    switch self {
    case .walked(let own): metres / (speed * ((own ?? mean) / mean))
    case .ridden(let wait, let own): wait + metres / own
    }
  }
}

extension PathGraph.EdgeKind {
  /// How a leg along such an edge is gone.
  public var manner: Itinerary.Manner {
    switch self {
    case .level: .walked(speed: nil)
    case .stairs(let speed): .walked(speed: speed)
    case .lift(let wait, let speed): .ridden(wait: wait, speed: speed)
    }
  }
}
