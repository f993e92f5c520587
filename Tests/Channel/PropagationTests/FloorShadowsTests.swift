import Documents
import NumericalMethods
import Radio
import Testing
import World

@testable import Propagation

/// Shadows over a floor, and those of beacons near each other, against their closed forms.
@Suite struct FloorShadowsTests {
  /// 400 anchors over a floor of 8 × 6 m with 3 m decorrelation, each looked at in four quarters of the torus of
  /// 24 × 24 m, which are correlated by 0.02 at most: n = 1600.
  static let count = 400
  static let path = ShadowFieldTests.path

  private static func building(_ shadowing: Shadowing, anchors: [Anchor]) throws -> Building {
    var channel = Fixtures.bare
    channel.shadowing = shadowing
    let site = Site(name: "floor", path: path, anchors: anchors)
    return try Building(site: site, channel: channel, seed: Seed(1))
  }

  static let field: ShadowField? = try? building(
    Shadowing { ($0.decorrelation, $0.fixedShare, $0.extent) = (3, 0, .floor) },
    anchors: Array(ShadowFieldTests.anchors[..<count])
  ).shadows(lap: Seed(2))

  private func values(at place: Point) throws -> [Double] {
    let field = try #require(FloorShadowsTests.field)
    return try (0..<FloorShadowsTests.count).flatMap { anchor in
      try [(0.0, 0.0), (12, 0), (0, 12), (12, 12)].map { x, y in
        try #require(field.value(ofAnchor: anchor, anywhereAt: place + Point(x: x, y: y)))
      }
    }
  }

  private func covariance(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } / Double(a.count)
  }

  // Bounds: the standard error of a covariance is sqrt((1 + rho²) / n), 0.025 at rho 0 for n = 1600; 5.7 of them,
  // 47 comparisons in this suite: 1e-6 in all.
  private func bound(_ rho: Double, n: Int = 1600) -> Double {
    5.7 * ((1 + rho * rho) / Double(n)).squareRoot()
  }

  @Test(arguments: [(0.0, 0.0), (4, 3), (0.1875, 0.1875), (7.9, 5.3), (-20, 31)])
  func `have unit variance at points, between them and outside the box`(x: Double, y: Double) throws {
    let values = try values(at: Point(x: x, y: y))
    #expect(abs(covariance(values, values) - 1) < bound(1))
    #expect(abs(values.reduce(0, +) / 1600) < 5.7 / 40)
  }

  @Test(arguments: [
    ((1.0, 1.0), (1.75, 1.0)), ((1, 1), (1, 2.5)), ((2, 2), (4, 4)), ((0, 6), (3, 2)), ((0, 0), (8, 6)),
    ((0.2, 0.3), (0.5, 0.7)), ((12, 0), (0, 6)),
  ])
  func `are correlated by the straight distance, in every direction`(
    a: (Double, Double), b: (Double, Double)
  ) throws {
    let (first, second) = (Point(x: a.0, y: a.1), Point(x: b.0, y: b.1))
    let rho = Elementary.exp(-first.distance(to: second) / 3)
    // Interpolation on a grid of 3 / 8 m changes a correlation by less than 0.031, the torus by less than 0.01.
    #expect(abs(covariance(try values(at: first), try values(at: second)) - rho) < bound(rho) + 0.04)
  }

  @Test func `each anchor's shadows depend on its own name alone`() throws {
    let few = try FloorShadowsTests.building(
      Shadowing { ($0.decorrelation, $0.extent) = (3, .floor) },
      anchors: [ShadowFieldTests.anchors[317], ShadowFieldTests.anchors[13]])
    let field = try #require(few.shadows(lap: Seed(2)))
    for x in stride(from: 0.0, through: 8, by: 0.7) {
      let place = Point(x: x, y: 0.5 * x)
      #expect(
        field.value(ofAnchor: 0, anywhereAt: place)
          == FloorShadowsTests.field?.value(ofAnchor: 317, anywhereAt: place))
    }
  }

  @Test func `levels carry the shadow at the walker's place, on each floor its own`() throws {
    let corners = [Point(x: 0, y: 0), Point(x: 20, y: 0), Point(x: 20, y: 12)]
    let path = PathGraph(
      nodes: corners.enumerated().map {
        PathGraph.Node(name: "n\($0.offset)", position: $0.element, floor: $0.offset / 2)
      }, edges: [PathGraph.Edge(from: 0, to: 1), PathGraph.Edge(from: 1, to: 2)])
    let site = Site(
      name: "two floors", floors: [Floor(level: 0, elevation: 0), Floor(level: 1, elevation: 3)], path: path,
      anchors: (0..<11).map { Fixtures.anchor("a\($0)", Point(x: Double($0), y: 5, z: 2), minor: $0) })
    var channel = Fixtures.bare
    channel.shadowing = Shadowing { ($0.sigma, $0.decorrelation, $0.extent) = (5, 2, .floor) }
    let walk = Walk(knots: [
      Walk.Knot(time: 0, position: Point(x: -3, y: 1, z: 1)),
      Walk.Knot(time: 20, position: Point(x: 19, y: 7, z: 1)),
      Walk.Knot(time: 20.5, position: Point(x: 19, y: 7, z: 4), floor: 1),
      Walk.Knot(time: 40, position: Point(x: 2, y: 16, z: 4), floor: 1),
    ])
    let building = try Building(site: site, channel: channel, seed: Seed(1))
    let shadows = try #require(building.shadows(lap: Seed(2)))
    let stream = try Fixtures.stream(site, channel: channel, walk: walk, duration: 40)
    var worst = 0.0
    for packet in stream where packet.time < 20 || packet.time > 20.5 {
      let place = walk.position(at: packet.time)
      let mean = channel.pathLoss.level(at: site.anchors[packet.anchor].position.distance(to: place))
      let shadow = try #require(
        shadows.value(ofAnchor: packet.anchor, anywhereAt: place, floor: walk.floor(at: packet.time)))
      worst = max(worst, abs((packet.level - (mean + Decibels(5 * shadow))).value))
    }
    #expect(stream.count > 4000 && worst < 2e-3)
    let place = Point(x: 5, y: 5)
    #expect(
      shadows.value(ofAnchor: 0, anywhereAt: place) != shadows.value(ofAnchor: 0, anywhereAt: place, floor: 1)
    )
  }

  @Test(arguments: [Shadowing.Extent.path, .floor])
  func `both directions of one lap find the same levels at the same places`(extent: Shadowing.Extent) throws {
    // He stops for two seconds at each test point, in one order and in the other; nothing but place matters.
    var channel = Fixtures.bare
    channel.shadowing = Shadowing {
      ($0.sigma, $0.decorrelation, $0.fixedShare, $0.extent) = (5, 8, 0.4, extent)
    }
    let stops = Fixtures.floor35.testPoints.map { $0.position + Point(x: 0, y: 0, z: 1.2) }
    func levels(_ order: [Point]) throws -> [[Int: Set<DBm>]] {
      let knots = order.enumerated().flatMap { index, place in
        [10.0, 12].map { Walk.Knot(time: 10 * Double(index) + $0, position: place) }
      }
      let stream = try Fixtures.stream(
        Fixtures.floor35, channel: channel, walk: Walk(knots: knots), duration: 124)
      var found = [[Int: Set<DBm>]](repeating: [:], count: order.count)
      for packet in stream {
        let (stop, since) = (Int(packet.time / 10) - 1, packet.time.truncatingRemainder(dividingBy: 10))
        if stop >= 0, since < 2 { found[stop][packet.anchor, default: []].insert(packet.level) }
      }
      return found
    }
    let forward = try levels(stops)
    let backward = try levels(stops.reversed())
    for (stop, heard) in forward.enumerated() {
      #expect(heard.count == 35 && heard.values.allSatisfy { $0.count == 1 })
      #expect(heard == backward[backward.count - 1 - stop])
    }
  }

  @Test func `beacons near each other have shadows alike by the distance between them`() throws {
    // Two beacons 2 m apart, a third 5 m further and one at the first's own place; 4 m decorrelation.
    let places = [0.0, 2, 7, 0].map { Point(x: $0, y: 0, z: 3) }
    let anchors = places.enumerated().map { Fixtures.anchor("a\($0.offset)", $0.element, minor: $0.offset) }
    let building = try FloorShadowsTests.building(
      Shadowing { ($0.decorrelation, $0.anchorDecorrelation) = (3, 4) }, anchors: anchors)
    let (here, there) = (
      FloorShadowsTests.path.snap(Point(x: 3, y: 0)), FloorShadowsTests.path.snap(Point(x: 5.25, y: 0))
    )
    var rows = [[Double]](repeating: [], count: 8)
    for lap in 0..<1600 {
      let field = try #require(building.shadows(lap: Seed(UInt64(lap))))
      for anchor in 0..<4 {
        rows[anchor].append(field.value(ofAnchor: anchor, at: here))
        rows[anchor + 4].append(field.value(ofAnchor: anchor, at: there))
      }
    }
    for one in 0..<4 {
      for other in 0..<4 {
        let near = Elementary.exp(-places[one].distance(to: places[other]) / 4)
        #expect(abs(covariance(rows[one], rows[other]) - near) < bound(near))
        let apart = near * Elementary.exp(-2.25 / 3)
        #expect(abs(covariance(rows[one], rows[other + 4]) - apart) < bound(apart) + 0.016)
      }
    }
    #expect(rows[0] == rows[3])
  }

  @Test func `over a floor too, a neighbour's shadow is its part of the first one's and a rest of its own`()
    throws
  {
    // Ten beacons, so that the last two stand in another eight; the tenth 1.5 m from the first and far from others.
    let places = (0..<9).map { Point(x: 1000 * Double($0), y: 0) } + [Point(x: 0, y: 1.5)]
    let anchors = places.enumerated().map { Fixtures.anchor("a\($0.offset)", $0.element, minor: $0.offset) }
    func field(_ decorrelation: Double?) throws -> ShadowField {
      let shadowing = Shadowing {
        ($0.decorrelation, $0.extent, $0.anchorDecorrelation) = (3, .floor, decorrelation)
      }
      return try #require(
        FloorShadowsTests.building(shadowing, anchors: anchors).shadows(lap: Seed(2)))
    }
    let (alone, alike) = (try field(nil), try field(4))
    let rho = Elementary.exp(-1.5 / 4)
    for place in [Point(x: 1, y: 1), Point(x: 7.3, y: 5.1)] {
      func value(_ field: ShadowField, _ anchor: Int) throws -> Double {
        try #require(field.value(ofAnchor: anchor, anywhereAt: place))
      }
      for anchor in 0..<9 { #expect(try value(alike, anchor) == value(alone, anchor)) }
      let expected = try rho * value(alone, 0) + (1 - rho * rho).squareRoot() * value(alone, 9)
      #expect(abs(try value(alike, 9) - expected) < 1e-5)
    }
  }

  @Test func `a decorrelation too short for the floor is refused with the least that fits`() {
    let fault = #expect(throws: SettingFault.self) {
      try FloorShadowsTests.building(
        Shadowing { ($0.decorrelation, $0.extent) = (0.05, .floor) }, anchors: [])
    }
    #expect(fault?.description.hasPrefix("shadowing.decorrelation must be at least about 0.") == true)
    #expect(fault?.description.hasSuffix("was 0.05") == true)
  }
}
