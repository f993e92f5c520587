public import NumericalMethods
public import World

/// One lap along a route: where the walker is at each moment of the stream, and when he presses the button.
///
/// He reaches the route's start after the walk-in and a random part of a second, so that the phone's seconds,
/// which are counted from the stream's beginning, fall anywhere between his steps. Before that he comes along a
/// closed route from further back, and stands at the start of an open one; after the route's end he goes on
/// round a closed route, and stands at the end of an open one.
public struct LapWalk: Hashable, Sendable {
  public let walk: Walk
  /// In order of time, those at one moment in the order of the test points.
  public let presses: [Press]
  public let direction: TravelDirection
  /// Metres a second, the same all along.
  public let speed: Double
  /// Seconds at which the walker is at the route's start.
  public let start: Double
  /// Seconds that the stream lasts.
  public let duration: Double

  /// A lap; going backward begins at the route's end, which on a closed route is its start.
  ///
  /// A test point is passed at its nearest place on the route.
  ///
  /// - Parameter seed: the walk's own; speed, start and presses each derive theirs from it.
  public init(
    along route: Route, testPoints: [TestPoint], settings: WalkSettings, direction: TravelDirection,
    seed: Seed
  ) {
    var random = RandomStream(seed.derived("speed"))
    let drawn = settings.speed + settings.speedDeviation * random.normal()
    let speed = min(max(drawn, settings.speedRange.lowerBound), settings.speedRange.upperBound)
    random = RandomStream(seed.derived("start"))
    let start = settings.walkIn + random.uniform()
    let duration = settings.duration ?? start + route.length / speed + 2
    let course = Course(route: route, direction: direction)
    self.direction = direction
    self.speed = speed
    self.start = start
    self.duration = duration
    walk = course.walk(speed: speed, start: start, duration: duration, height: settings.height)
    presses = testPoints.indices.map { index in
      var jitter = RandomStream(seed.derived("press", index))
      let crossing = start + course.distance(to: testPoints[index].position) / speed
      return Press(time: max(crossing + settings.pressJitter * jitter.normal(), 0), testPoint: index)
    }.sorted { ($0.time, $0.testPoint) < ($1.time, $1.testPoint) }
  }
}

/// A route seen by one who goes along it one way: metres walked since its start.
private struct Course {
  let route: Route
  let direction: TravelDirection

  /// The arc length after so many metres, which are negative on the way to the start.
  func arc(after distance: Double) -> Double {
    if direction == .forward { return distance }
    return route.isClosed ? -distance : route.length - distance
  }

  /// Metres walked when passing the nearest place to a point for the first time.
  func distance(to point: Point) -> Double {
    let arc = route.arc(nearestTo: point)
    if direction == .forward { return arc }
    return route.isClosed ? route.wrapped(-arc) : route.length - arc
  }

  func walk(speed: Double, start: Double, duration: Double, height: Double) -> Walk {
    var walked = [-speed * start, speed * (duration - start)]
    if !route.isClosed { walked = [0, min(max(walked[1], 0), route.length)] }
    let between = vertexDistances(from: walked[0], to: walked[1])
    var knots: [Walk.Knot] = []
    func add(_ time: Double, _ distance: Double) {
      if let last = knots.last, time - last.time < 1e-6 { return }
      let (leg, along) = route.leg(at: arc(after: distance))
      let isPastMiddle = along > (route.arcs[leg + 1] - route.arcs[leg]) / 2
      let vertex = isPastMiddle ? (leg + 1) % route.vertices.count : leg
      let place = route.position(at: arc(after: distance))
      knots.append(
        Walk.Knot(time: time, position: place + Point(x: 0, y: 0, z: height), floor: route.floors[vertex]))
    }
    if !route.isClosed { add(0, 0) }
    for distance in [walked[0]] + between + [walked[1]] { add(start + distance / speed, distance) }
    return Walk(knots: knots)
  }

  /// Metres walked at each vertex strictly between two distances, in order.
  private func vertexDistances(from low: Double, to high: Double) -> [Double] {
    let arcs = route.isClosed ? Array(route.arcs.dropLast()) : route.arcs
    var distances: [Double] = []
    for arc in arcs {
      guard route.isClosed else {
        distances.append(direction == .forward ? arc : route.length - arc)
        continue
      }
      let first = direction == .forward ? arc : -arc
      var rounds = ((low - first) / route.length).rounded(.down)
      while first + rounds * route.length < high {
        distances.append(first + rounds * route.length)
        rounds += 1
      }
    }
    return distances.filter { $0 > low && $0 < high }.sorted()
  }
}
