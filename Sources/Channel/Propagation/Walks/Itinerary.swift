public import World

/// A route with the manner in which each leg is travelled, and the stops on it.
public struct Itinerary: Hashable, Sendable {
  /// How one leg is travelled.
  public enum Manner: Hashable, Sendable {
    /// On foot, at a speed in metres per second that holds for a walker of the mean speed; nil for the walker's own speed.
    case walked(speed: Double?)
    /// In a lift: seconds before it moves, and its speed in metres per second.
    case ridden(wait: Double, speed: Double)
  }

  /// A stop.
  public struct Stop: Hashable, Sendable {
    /// Metres along the route.
    public let arc: Double
    /// The length of the stop, in seconds.
    public let seconds: Double
    /// Degrees by which the walker turns at a constant rate during the stop; anticlockwise is positive.
    public let turn: Double

    public init(arc: Double, seconds: Double, turn: Double = 0) {
      self.arc = arc
      self.seconds = seconds
      self.turn = turn
    }
  }

  /// The vertices, and the arc lengths that stops refer to.
  public let route: Route
  /// By leg of the route.
  public let manners: [Manner]
  /// In the order of the route.
  public let stops: [Stop]

  /// - Precondition: one manner for each leg, where manners are given.
  public init(_ route: Route, manners: [Manner]? = nil, stops: [Stop] = []) {
    precondition(manners == nil || manners?.count == route.legs, "a route needs a manner for each leg")
    self.route = route
    self.manners = manners ?? [Manner](repeating: .walked(speed: nil), count: route.legs)
    self.stops = stops
  }

  /// Metres on the plan within which a route passes a test point.
  public static let reach = 2.0

  /// The arc length in metres of the route's place nearest to a test point on its floor, the first of equals; nil where
  /// the route does not pass the point.
  public func arc(passing point: TestPoint) -> Double? {
    guard route.floors.contains(point.floor) else { return nil }
    let arc = route.arc(nearestTo: point.position, floor: point.floor)
    return route.position(at: arc).horizontalDistance(to: point.position) <= Itinerary.reach ? arc : nil
  }

  /// Whether all of it is walked at the walker's own speed, without stops.
  var isPlain: Bool { stops.isEmpty && manners.allSatisfy { $0 == .walked(speed: nil) } }

  /// Seconds from the start to the end at a constant own speed, without random stops.
  ///
  /// - Parameters:
  ///   - speed: the walker's own, in m/s.
  ///   - mean: the mean speed to which the speeds of legs refer.
  public func seconds(at speed: Double, mean: Double) -> Double {
    if isPlain { return route.length / speed }
    return manners.indices.reduce(stops.reduce(0) { $0 + $1.seconds }) { sum, leg in
      sum + manners[leg].seconds(over: route.arcs[leg + 1] - route.arcs[leg], at: speed, mean: mean)
    }
  }
}

extension Itinerary.Manner {
  /// Seconds that a number of metres take at a constant own speed.
  func seconds(over metres: Double, at speed: Double, mean: Double) -> Double {
    switch self {
    case .walked(let own): metres / (speed * ((own ?? mean) / mean))
    case .ridden(let wait, let own): wait + metres / own
    }
  }
}

extension PathGraph.EdgeKind {
  /// How a leg along an edge of this kind is travelled.
  public var manner: Itinerary.Manner {
    switch self {
    case .level: .walked(speed: nil)
    case .stairs(let speed): .walked(speed: speed)
    case .lift(let wait, let speed): .ridden(wait: wait, speed: speed)
    }
  }
}
