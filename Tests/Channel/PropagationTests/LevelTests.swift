import Documents
import NumericalMethods
import Radio
import Testing
import World

@testable import Propagation

/// Levels of packets against the same laws written plainly, packet by packet, in double precision.
@Suite struct LevelTests {
  let site = Fixtures.floor35
  let route = Fixtures.route35

  private func walk(_ direction: TravelDirection, seed: UInt64 = 3) -> Walk {
    LapWalk(
      along: Itinerary(route), testPoints: [], settings: WalkSettings { ($0.walkIn, $0.duration) = (1, 60) },
      direction: direction,
      seed: Seed(seed)
    ).walk
  }

  /// The heading of a walk that never stands.
  private func heading(_ walk: Walk, _ time: Double) -> Point { walk.velocity(at: time) }

  @Test(arguments: TravelDirection.allCases, Hand.allCases)
  func `are path loss, body and shadow at the walker's place`(direction: TravelDirection, hand: Hand) throws {
    try compare(BodyPattern(loss: 8, handAngle: .pi / 6), direction, hand)
  }

  @Test func `follow the harmonics of the body`() throws {
    var body = BodyPattern(loss: 8, handAngle: .pi / 6)
    body.harmonics = [SIMD2(0.5, -0.3), SIMD2(0, 0.7), SIMD2(0.2, 0.1)]
    try compare(body, .backward, .left)
  }

  private func compare(_ body: BodyPattern, _ direction: TravelDirection, _ hand: Hand) throws {
    var channel = Fixtures.bare
    channel.body = body
    channel.shadowing = Shadowing { ($0.sigma, $0.decorrelation) = (5, 3) }
    let walk = walk(direction)
    let building = try Building(site: site, channel: channel, seed: Seed(1))
    let shadows = try #require(building.shadows(lap: Seed(2)))
    let path = try #require(site.path)
    let stream = try Fixtures.stream(site, channel: channel, walk: walk, hand: hand, duration: 60)
    #expect(stream.count > 35 * 500)
    var worst = 0.0
    for packet in stream {
      let place = walk.position(at: packet.time)
      let offset = site.anchors[packet.anchor].position - place
      let mean = channel.pathLoss.level(at: offset.length)
      let loss = body.loss(towards: offset, heading: heading(walk, packet.time), hand: hand)
      let shadow = shadows.value(ofAnchor: packet.anchor, at: path.snap(place, floor: 0))
      worst = max(worst, abs((packet.level - (mean - loss + Decibels(5 * shadow))).value))
    }
    #expect(worst < 1e-3)
  }

  @Test func `a walker beside the path reads the shadow of the nearest place on it`() throws {
    var channel = Fixtures.bare
    channel.shadowing = Shadowing { ($0.sigma, $0.decorrelation) = (5, 3) }
    let places = [(1.0, 1.5), (34, 0.6), (37, 3), (30, 9), (2, 9), (-1, -1)].map {
      Point(x: $0.0, y: $0.1, z: 1.2)
    }
    let walk = Walk(
      knots: places.enumerated().map { Walk.Knot(time: 12 * Double($0.offset), position: $0.element) })
    let building = try Building(site: site, channel: channel, seed: Seed(1))
    let shadows = try #require(building.shadows(lap: Seed(2)))
    let path = try #require(site.path)
    let stream = try Fixtures.stream(site, channel: channel, walk: walk, duration: 60)
    var wrong = 0
    for packet in stream {
      let place = walk.position(at: packet.time)
      let mean = channel.pathLoss.level(at: site.anchors[packet.anchor].position.distance(to: place))
      let shadow = shadows.value(ofAnchor: packet.anchor, at: path.snap(place, floor: 0))
      if abs((packet.level - (mean + Decibels(5 * shadow))).value) > 1e-3 { wrong += 1 }
    }
    // Where the nearest edge changes, a packet within a microsecond may lie on either side.
    #expect(stream.count > 18_000 && wrong <= 2)
  }

  @Test func `the same place has the same shadow whichever way it was reached`() throws {
    var channel = Fixtures.bare
    channel.shadowing = Shadowing { ($0.sigma, $0.decorrelation) = (5, 3) }
    // From node 0 and from node 1, across the corner and back, to the same place for ten seconds from 20 s on.
    func visit(_ places: [(Double, Double)]) -> Walk {
      let way = places.enumerated().map {
        Walk.Knot(time: 4 * Double($0.offset), position: Point(x: $0.element.0, y: $0.element.1, z: 1.2))
      }
      return Walk(knots: way + [Walk.Knot(time: 20, position: Point(x: 10.3, y: 0, z: 1.2))])
    }
    let walks = [
      visit([(0, 0), (5, 0)]), visit([(36, 0), (20, 0)]), visit([(0, 9), (0, 0), (10.3, 0)]),
      visit([(12, 16.5), (0, 16.5), (0, 0), (36, 0)]),
    ]
    let streams = try walks.map { walk in
      try Fixtures.stream(site, channel: channel, walk: walk, duration: 30).filter { $0.time >= 20 }
    }
    #expect(streams[0].count > 3000)
    for stream in streams { #expect(stream.map(\.level) == streams[0].map(\.level)) }
  }

  @Test func `obstacles take their loss exactly where they stand between`() throws {
    let obstacles = [
      Obstacle(shape: .pillar(centre: Point(x: 10, y: 2), radius: 0.5), loss: 7),
      Obstacle(shape: .pillar(centre: Point(x: 1.5, y: -0.6), radius: 0.2), loss: 11),
      Obstacle(shape: .wall(from: Point(x: 18, y: 3), to: Point(x: 18, y: 14)), loss: 3.4),
      Obstacle(shape: .wall(from: Point(x: 5, y: 8), to: Point(x: 20, y: 8)), loss: 2.1),
      Obstacle(shape: .wall(from: Point(x: 0, y: 8), to: Point(x: 36, y: 8)), floor: 1, loss: 50),
    ]
    let plan = Site(name: "plan", path: site.path, obstacles: obstacles, anchors: site.anchors)
    let walk = walk(.forward)
    let stream = try Fixtures.stream(plan, channel: Fixtures.bare, walk: walk, duration: 60)
    var (wrong, hidden) = (0, 0)
    for packet in stream {
      let (place, beacon) = (walk.position(at: packet.time), site.anchors[packet.anchor].position)
      let loss = obstacles.reduce(0) { sum, obstacle in
        obstacle.floor == 0 && obstacle.blocks(place, beacon) ? sum + obstacle.loss.value : sum
      }
      let expected = Fixtures.bare.pathLoss.level(at: place.distance(to: beacon)) - Decibels(loss)
      if abs((packet.level - expected).value) > 1e-3 { wrong += 1 }
      if loss > 0 { hidden += 1 }
    }
    #expect(hidden > 5000 && hidden < stream.count - 5000)
    #expect(wrong <= 2)
    var without = Fixtures.bare
    without.obstacles = false
    let open = try Fixtures.stream(plan, channel: without, walk: walk, duration: 60)
    #expect(open == (try Fixtures.stream(site, channel: without, walk: walk, duration: 60)))
  }

  @Test func `a long slow walk is as exact as a short one, in however many pieces it comes`() throws {
    var channel = Fixtures.bare
    channel.shadowing = Shadowing { ($0.sigma, $0.decorrelation) = (5, 3) }
    let walk = Walk(knots: [
      Walk.Knot(time: 0, position: Point(x: 0, y: 0, z: 1.2)),
      Walk.Knot(time: 1500, position: Point(x: 36, y: 0, z: 1.2)),
    ])
    let few = Site(name: "few", path: site.path, anchors: Array(site.anchors[..<2]))
    let building = try Building(site: few, channel: channel, seed: Seed(1))
    let shadows = try #require(building.shadows(lap: Seed(2)))
    let path = try #require(site.path)
    let streams = try [100, 1 << 18].map { packets in
      var source = try SimulatedSource(
        building: building, walk: walk, hand: .left, duration: 1600,
        beacons: BeaconSettings { ($0.interval, $0.loss) = (0.5, 0) }, receiver: Fixtures.perfect,
        seed: Seed(2),
        packetsAtOnce: packets)
      return try source.stream()
    }
    #expect(streams[0].count > 6000 && streams[0] == streams[1])
    var worst = 0.0
    for packet in streams[0] {
      let place = walk.position(at: packet.time)
      let mean = channel.pathLoss.level(at: few.anchors[packet.anchor].position.distance(to: place))
      let shadow = shadows.value(ofAnchor: packet.anchor, at: path.snap(place, floor: 0))
      worst = max(worst, abs((packet.level - (mean + Decibels(5 * shadow))).value))
    }
    #expect(worst < 2e-3)
  }

  @Test func `one who stands keeps the heading he came with`() throws {
    var channel = Fixtures.bare
    channel.body = BodyPattern(loss: 8, handAngle: 0)
    let place = Point(x: 5, y: 0)
    let ahead = Site(name: "ahead", anchors: [Fixtures.anchor("a", Point(x: 9, y: 0))])
    func levels(_ knots: [Walk.Knot]) throws -> [DBm] {
      try Fixtures.stream(ahead, channel: channel, walk: Walk(knots: knots), duration: 30)
        .filter { $0.time >= 20 }.map(\.level)
    }
    let mean = channel.pathLoss.level(at: 4).value
    let coming = try levels([Walk.Knot(time: 0, position: .zero), Walk.Knot(time: 10, position: place)])
    #expect(coming.allSatisfy { abs($0.value - mean) < 1e-3 })
    let away = try levels([
      Walk.Knot(time: 0, position: Point(x: 8, y: 0)), Walk.Knot(time: 10, position: place),
    ])
    #expect(away.allSatisfy { abs($0.value - (mean - 8)) < 1e-3 })
    let nowhere = try levels([Walk.Knot(time: 0, position: place)])
    #expect(nowhere.allSatisfy { abs($0.value - (mean - 4)) < 1e-3 })
  }
}
