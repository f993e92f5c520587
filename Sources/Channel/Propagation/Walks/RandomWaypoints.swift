public import NumericalMethods
public import World

/// A walk on a path from node to random node.
///
/// Each destination is drawn uniformly from the others, reached by the quickest route at a speed drawn for the trip,
/// and followed by a pause of uniformly drawn length. Source: Johnson, Maltz 1996, "Dynamic source routing in ad hoc
/// wireless networks", section 4, on a graph in place of a plane.
public struct RandomWaypoints: Hashable, Sendable {
  /// Every node between destinations belongs to it.
  public let path: PathGraph
  /// Nodes, at least two, with a route between each two.
  public let destinations: [Int]
  /// By edge of the path.
  public let manners: [Itinerary.Manner]
  /// Seconds at a destination.
  public let pause: ClosedRange<Double>

  /// - Precondition: there are two destinations and a manner for each edge.
  public init(
    on path: PathGraph, destinations: [Int], manners: [Itinerary.Manner], pause: ClosedRange<Double>
  ) {
    precondition(destinations.count > 1 && manners.count == path.edges.count, "there is nowhere to go")
    self.path = path
    self.destinations = destinations
    self.manners = manners
    self.pause = pause
  }

  /// Seconds that each edge takes at the mean speed.
  func costs(_ settings: WalkSettings) -> [Double] {
    zip(manners, path.lengths).map { $0.seconds(over: $1, at: settings.speed, mean: settings.speed) }
  }
}

extension LapWalk {
  /// A lap from node to node, from the stream's beginning to its end.
  ///
  /// The button is pressed at every test point passed, once the walk-in is over. Without a duration, the stream lasts two minutes
  /// longer than the walk-in.
  public init(
    wandering waypoints: RandomWaypoints, testPoints: [TestPoint], settings: WalkSettings, seed: Seed
  ) {
    let duration = settings.duration ?? settings.walkIn + 120
    let path = waypoints.path
    let (nodes, timetable) = Self.wander(waypoints, until: duration, settings, seed: seed)
    let route = Route(
      vertices: nodes.map { path.nodes[$0].position }, floors: nodes.map { path.nodes[$0].floor },
      isClosed: false)
    let course = Course(itinerary: Itinerary(route), direction: .forward)
    let knots = course.knots(timetable, duration: duration, height: settings.height)
    let walk = Walk(knots: Turning(rate: settings.turnRate, spins: []).applied(to: knots))
    self.init(
      walk: walk,
      presses: Passes.presses(on: walk, testPoints: testPoints, settings: settings, seed: seed)
        .filter { $0.time >= settings.walkIn },
      direction: nil, speed: settings.speed, start: 0, duration: duration)
  }

  /// The nodes that the walker reaches, in order, and when.
  private static func wander(
    _ waypoints: RandomWaypoints, until duration: Double, _ settings: WalkSettings, seed: Seed
  ) -> (nodes: [Int], timetable: Timetable) {
    var random = RandomStream(seed.derived("waypoints"))
    let (path, destinations) = (waypoints.path, waypoints.destinations)
    let costs = waypoints.costs(settings)
    var place = random.uniform(below: destinations.count)
    var nodes = [destinations[place]]
    let pace = Pace(own: settings.speed, settings, start: 0, seed: seed)
    var timetable = Timetable(start: 0, pace: pace, pauses: PauseClock(settings, seed: seed))
    var trips = 0
    while timetable.time <= duration {
      // One of the others, all equally likely.
      place = (place + 1 + random.uniform(below: destinations.count - 1)) % destinations.count
      timetable.pace.own = LapWalk.speed(settings, seed: seed.derived("trip", trips))
      let routes = ShortestRoutes(from: nodes[nodes.count - 1], on: path, costs: costs)
      for step in routes.route(to: destinations[place]) {
        timetable.go(
          waypoints.manners[step.edge], to: timetable.distance + path.lengths[step.edge], settings)
        nodes.append(step.node)
      }
      let (least, most) = (waypoints.pause.lowerBound, waypoints.pause.upperBound)
      timetable.stand(least + random.uniform() * (most - least))
      trips += 1
    }
    timetable.end()
    return (nodes, timetable)
  }
}

/// The moments at which a walk passes test points.
enum Passes {
  /// Metres on the plan within which a walker on its floor passes a test point.
  static let reach = 1.0

  /// A press at each pass, with a random error of its time.
  static func presses(
    on walk: Walk, testPoints: [TestPoint], settings: WalkSettings, seed: Seed
  ) -> [Press] {
    testPoints.indices.flatMap { index in
      times(of: walk, past: testPoints[index]).enumerated().map { number, time in
        let own = number == 0 ? seed : seed.derived("pass", number)
        return Press(time: LapWalk.press(at: time, index, settings, seed: own), testPoint: index)
      }
    }
  }

  /// The moments at which the walker is nearest to a test point, one for each time within reach; of equally near
  /// moments the first.
  static func times(of walk: Walk, past point: TestPoint) -> [Double] {
    var times: [Double] = []
    var nearest: (time: Double, metres: Double)?
    for (knot, next) in zip(walk.knots, walk.knots.dropFirst()) {
      let isOnFloor = walk.floor(at: (knot.time + next.time) / 2) == point.floor
      let (fraction, metres) = approach(from: knot.position, to: next.position, point.position)
      if isOnFloor, metres <= reach, metres < (nearest?.metres ?? .infinity) - 1e-9 {
        nearest = (knot.time + fraction * (next.time - knot.time), metres)
      }
      if let found = nearest, !isOnFloor || next.position.horizontalDistance(to: point.position) > reach {
        times.append(found.time)
        nearest = nil
      }
    }
    return times + (nearest.map { [$0.time] } ?? [])
  }

  /// The fraction of a line at which it is nearest to a point on the plan, and the distance there in metres.
  private static func approach(from start: Point, to end: Point, _ point: Point) -> (Double, Double) {
    let (step, offset) = (end - start, point - start)
    let squared = step.x * step.x + step.y * step.y
    let along = offset.x * step.x + offset.y * step.y
    let fraction = squared > 0 ? min(max(along / squared, 0), 1) : 0
    return (fraction, start.moved(towards: end, by: fraction).horizontalDistance(to: point))
  }
}
