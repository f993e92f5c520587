import Documents
import NumericalMethods
import Radio
import Testing
import World

@testable import Propagation

/// Ways that are not one route: from node to node, recorded, and between floors.
@Suite struct JourneyTests {
  /// A square of 4 m with a tail of 3 m at the second corner, and a node that is joined to nothing but its neighbour.
  private static func path(_ places: [(Double, Double)], _ edges: [(Int, Int)]) -> PathGraph {
    PathGraph(
      nodes: places.enumerated().map {
        PathGraph.Node(name: "n\($0.offset)", position: Point(x: $0.element.0, y: $0.element.1))
      }, edges: edges.map { PathGraph.Edge(from: $0.0, to: $0.1) })
  }

  /// Four arms of 1.5 m round a middle; destinations are their ends.
  private let star = path(
    [(0, 0), (1.5, 0), (0, 1.5), (-1.5, 0), (0, -1.5)], [(0, 1), (0, 2), (0, 3), (0, 4)])

  private func wanderer(_ settings: WalkSettings, pause: ClosedRange<Double>, seed: UInt64 = 1) -> LapWalk {
    let waypoints = RandomWaypoints(
      on: star, destinations: [1, 2, 3, 4],
      manners: [Itinerary.Manner](repeating: .walked(speed: nil), count: 4), pause: pause)
    return LapWalk(
      wandering: waypoints, testPoints: [TestPoint(id: 1, position: Point(x: 0, y: 0))], settings: settings,
      seed: Seed(seed))
  }

  @Test func `goes from end to end of a star, each of the others equally often, and waits there`() {
    // Trips of 3 m at 1.5 m/s and a second of standing: 6666 in 20,000 s. Each of three has a third of them; the
    // standard error of a share is √(2/9 / 6666) = 5.8e-3. Bound at 5.5 of it, 4e-8 each, of 3.
    let settings = WalkSettings {
      ($0.speed, $0.speedDeviation, $0.walkIn, $0.duration, $0.pressJitter) = (1.5, 0, 0, 20_000, 0)
    }
    let lap = wanderer(settings, pause: 1...1)
    var ends: [Int] = []
    for (knot, next) in zip(lap.walk.knots, lap.walk.knots.dropFirst()) where knot.position == next.position {
      #expect(abs(next.time - knot.time - 1) < 1e-6 || next.time > 19_999)
      ends.append(star.snap(knot.position).edge)
      #expect(abs(knot.position.horizontalLength - 1.5) < 1e-9)
    }
    #expect(ends.count > 6600)
    for step in 1...3 {
      let number = zip(ends, ends.dropFirst()).count { ($0 + step) % 4 == $1 }
      #expect(abs(Double(number) / Double(ends.count - 1) - 1.0 / 3) < 5.5 * 5.8e-3)
    }
    // He passes the middle once on each trip, which comes to rest at 2, 5, 8, ... s.
    #expect(abs(lap.presses.count - ends.count) <= 1)
    #expect(abs(lap.presses[0].time - 1) < 1e-9 && abs(lap.presses[1].time - 4) < 1e-9)
    #expect(lap.direction == nil && lap.duration == 20_000)
  }

  @Test func `trips have speeds of their own, and nobody presses during the walk-in`() {
    let settings = WalkSettings {
      ($0.speed, $0.speedDeviation, $0.walkIn, $0.duration) = (1.3, 0.2, 30, 300)
    }
    let lap = wanderer(settings, pause: 0...3, seed: 4)
    let speeds = Set(
      zip(lap.walk.knots, lap.walk.knots.dropFirst()).map {
        ((($1.position - $0.position).length / ($1.time - $0.time)) * 1e6).rounded()
      })
    #expect(speeds.count > 20 && speeds.allSatisfy { $0 == 0 || 0.8e6...1.8e6 ~= $0 })
    #expect(lap.presses.allSatisfy { $0.time >= 30 && $0.time < 310 } && lap.presses.count > 20)
    #expect(wanderer(settings, pause: 0...3, seed: 4) == lap)
    #expect(wanderer(settings, pause: 0...3, seed: 5) != lap)
  }

  private func track(_ knots: [(Double, Double, Double)], floor: Int = 0) -> Walk {
    Walk(
      knots: knots.map {
        Walk.Knot(time: $0.0, position: Point(x: $0.1, y: $0.2, z: 1.2), floor: floor)
      })
  }

  @Test func `presses at the nearest approach of a recorded track, once for each pass`() {
    // East past a point half a metre aside at 4 s, on to x = 10, and back past it at 16 s.
    let walk = track([(0, 0, 0), (10, 10, 0), (20, 0, 0)])
    let points = [
      TestPoint(id: 1, position: Point(x: 4, y: 0.5)), TestPoint(id: 2, position: Point(x: 4, y: 1.5)),
      TestPoint(id: 3, position: Point(x: 4, y: 0), floor: 1), TestPoint(id: 4, position: Point(x: 10, y: 0)),
    ]
    func lap(_ track: RecordedTrack, _ settings: WalkSettings) -> LapWalk {
      LapWalk(
        of: .recorded([track]), testPoints: points, settings: settings, direction: .forward, lap: 3,
        seed: Seed(1))
    }
    let settings = WalkSettings { $0.pressJitter = 0 }
    let passed = lap(RecordedTrack(walk: walk, presses: nil), settings)
    #expect(passed.presses.map(\.testPoint) == [0, 3, 0])
    #expect(zip(passed.presses, [4.0, 10, 16]).allSatisfy { abs($0.time - $1) < 1e-9 })
    #expect(passed.walk == walk && passed.duration == 20 && passed.direction == nil)
    // Who stands at the point for a while comes by once, when he gets there.
    let standing = track([(0, 0, 0), (4, 4, 0), (30, 4, 0), (34, 8, 0)])
    #expect(
      lap(RecordedTrack(walk: standing, presses: nil), settings).presses == [Press(time: 4, testPoint: 0)])
    let pressed = lap(RecordedTrack(walk: walk, presses: [Press(time: 7, testPoint: 1)]), WalkSettings())
    #expect(pressed.presses == [Press(time: 7, testPoint: 1)])
  }

  /// Ten metres of corridor, stairs of 4 m on the plan and 3 m up, which are 5 m long, and ten metres upstairs.
  private func upstairs(_ kind: PathGraph.EdgeKind, run: Double) -> Itinerary {
    let route = Route(
      vertices: [
        Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 10 + run, y: 0, z: 3), Point(x: 20 + run, y: 0, z: 3),
      ], floors: [0, 0, 1, 1], isClosed: false)
    return Itinerary(route, manners: [.walked(speed: nil), kind.manner, .walked(speed: nil)])
  }

  private let points = [
    TestPoint(id: 1, position: Point(x: 5, y: 0)),
    TestPoint(id: 2, position: Point(x: 16, y: 0, z: 3), floor: 1),
    TestPoint(id: 3, position: Point(x: 5, y: 0, z: 6), floor: 2),
  ]

  @Test func `takes the stairs at their speed, and is upstairs from their middle on`() {
    let settings = WalkSettings { ($0.speed, $0.speedDeviation, $0.height, $0.pressJitter) = (1, 0, 1.2, 0) }
    let lap = LapWalk(
      along: upstairs(.stairs(speed: 0.5), run: 4), testPoints: points, settings: settings,
      direction: .forward, seed: Seed(1))
    // At the foot after 10 s, half way up after 15, at the head after 20, at the second point after 22, done after 30.
    for (seconds, x, z) in [(10.0, 10.0, 1.2), (12.5, 11, 1.95), (15, 12, 2.7), (20, 14, 4.2), (22, 16, 4.2)]
    {
      let place = lap.walk.position(at: lap.start + seconds)
      #expect(abs(place.x - x) < 1e-9 && abs(place.z - z) < 1e-9, "\(seconds)")
    }
    for (seconds, floor) in [(10.0, 0), (14.99, 0), (15.01, 1), (20, 1), (25, 1)] {
      #expect(lap.walk.floor(at: lap.start + seconds) == floor, "\(seconds)")
    }
    #expect(abs(lap.duration - lap.start - 32) < 1e-9)
    // The test point on the second floor is not on the way.
    #expect(lap.presses.map(\.testPoint) == [0, 1])
    #expect(abs(lap.presses[0].time - lap.start - 5) < 1e-9)
    #expect(abs(lap.presses[1].time - lap.start - 22) < 1e-9)
  }

  @Test func `a test point that the route does not pass is not pressed`() {
    // 2 m aside, 2.1 m aside, and 3 m beyond the end.
    let points = [(4.0, 2.0), (4, 2.1), (13, 0)].enumerated().map {
      TestPoint(id: .number($0.offset), position: Point(x: $0.element.0, y: $0.element.1))
    }
    let route = Route(vertices: [Point(x: 0, y: 0), Point(x: 10, y: 0)], isClosed: false)
    let settings = WalkSettings { ($0.speed, $0.speedDeviation, $0.pressJitter) = (1, 0, 0) }
    let lap = LapWalk(
      along: Itinerary(route), testPoints: points, settings: settings, direction: .forward, seed: Seed(1))
    #expect(lap.presses.map(\.testPoint) == [0])
    #expect(abs(lap.presses[0].time - lap.start - 4) < 1e-9)
  }

  @Test func `waits for the lift, and is upstairs from the middle of the ride on`() {
    let settings = WalkSettings { ($0.speed, $0.speedDeviation, $0.pressJitter) = (1, 0.05, 0) }
    for direction in TravelDirection.allCases {
      let lap = LapWalk(
        along: upstairs(.lift(wait: 12, speed: 1.5), run: 0), testPoints: points, settings: settings,
        direction: direction, seed: Seed(3))
      // 10 m to the door, 12 s of waiting, and 3 m at 1.5 m/s whoever rides.
      let door = lap.start + 10 / lap.speed
      let (low, high) = direction == .forward ? (1.2, 4.2) : (4.2, 1.2)
      #expect(abs(lap.walk.position(at: door + 11.9).z - low) < 1e-9)
      #expect(abs(lap.walk.position(at: door + 13).z - 2.7) < 1e-9)
      #expect(abs(lap.walk.position(at: door + 14).z - high) < 1e-9)
      #expect(lap.walk.floor(at: door + 12.99) == (direction == .forward ? 0 : 1))
      #expect(lap.walk.floor(at: door + 13.01) == (direction == .forward ? 1 : 0))
      #expect(abs(lap.duration - (door + 14 + 10 / lap.speed + 2)) < 1e-9)
    }
  }

  @Test func `levels lose a floor from the middle of stairs on, both ways`() throws {
    let settings = WalkSettings { ($0.speed, $0.speedDeviation, $0.height, $0.pressJitter) = (1, 0, 0, 0) }
    let floors = [Floor(level: 0, elevation: 0), Floor(level: 1, elevation: 3)]
    let site = Site(name: "s", floors: floors, anchors: [Fixtures.anchor("b", Point(x: 12, y: 0, z: 1.5))])
    let law = PathLossLaw.multiWall(MultiWallLoss { $0.floorLoss = 18 })
    var channel = Fixtures.bare
    channel.pathLoss = law
    for direction in TravelDirection.allCases {
      let lap = LapWalk(
        along: upstairs(.stairs(speed: 0.5), run: 4), testPoints: [], settings: settings,
        direction: direction, seed: Seed(1))
      let stream = try Fixtures.stream(site, channel: channel, walk: lap.walk, duration: lap.duration)
      // The middle after 15 s either way; the beacon is as far one second before as one second after it.
      func level(_ seconds: Double) -> Double {
        stream.last { $0.time < lap.start + seconds }?.level.value ?? 0
      }
      let change = level(16) - level(14)
      #expect(abs(change - (direction == .forward ? -18 : 18)) < 1.5, "\(direction) \(change)")
    }
  }

  @Test func `one shadow goes with the lift from door to door`() throws {
    let nodes = [(0.0, 0.0, 0), (10, 0, 0), (10, 3, 1), (20, 3, 1)].enumerated().map {
      PathGraph.Node(
        name: "n\($0.offset)", position: Point(x: $0.element.0, y: 0, z: $0.element.1),
        floor: $0.element.2)
    }
    let path = PathGraph(
      nodes: nodes,
      edges: [
        PathGraph.Edge(from: 0, to: 1), PathGraph.Edge(from: 2, to: 3),
        PathGraph.Edge(from: 1, to: 2, kind: .lift(wait: 5, speed: 0.1)),
      ])
    let floors = [Floor(level: 0, elevation: 0), Floor(level: 1, elevation: 3)]
    let beacon = Point(x: 10, y: 400, z: 1.5)
    let site = Site(name: "s", floors: floors, path: path, anchors: [Fixtures.anchor("b", beacon)])
    var channel = Fixtures.bare
    channel.shadowing = Shadowing { ($0.sigma, $0.decorrelation, $0.fixedShare) = (6, 2, 1) }
    let settings = WalkSettings { ($0.speed, $0.speedDeviation, $0.height, $0.pressJitter) = (1, 0, 1.2, 0) }
    let lap = LapWalk(
      along: upstairs(.lift(wait: 5, speed: 0.1), run: 0), testPoints: [], settings: settings,
      direction: .forward, seed: Seed(1))
    let building = try Building(site: site, channel: channel, seed: Seed(1))
    let shadows = try #require(building.fixedShadows)
    let stream = try Fixtures.stream(site, channel: channel, walk: lap.walk, duration: lap.duration)
    // 400 m away the mean level stays within 0.01 dB.
    let bare = try Fixtures.stream(site, channel: Fixtures.bare, walk: lap.walk, duration: lap.duration)
    var last: Double?
    func shadow(_ x: Double, _ floor: Int) -> Double {
      6 * shadows.value(ofAnchor: 0, at: path.snap(Point(x: x, y: 0), floor: floor))
    }
    let door = lap.start + 15
    for (advertisement, mean) in zip(stream, bare) where door - 0.5...door + 30.5 ~= advertisement.time {
      let own = (advertisement.level - mean.level).value
      // At the doors that of the corridor; on the way of 1 cm between two advertisements 0.6 dB in the mean, where
      // from floor to floor it would be 7.
      if advertisement.time < door { #expect(abs(own - shadow(10, 0)) < 0.05) }
      if advertisement.time > door + 30.1 {
        #expect(abs(own - shadow(10 + advertisement.time - door - 30, 1)) < 0.1)
      }
      if let last { #expect(abs(own - last) < 3.3) }
      last = own
    }
    #expect(abs(shadow(10, 0) - shadow(10, 1)) > 1)
  }
}
