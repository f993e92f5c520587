import Testing
import World

@testable import Placement

@Suite struct PlacementSiteTests {
  private static func room(_ name: String, west: Double, width: Double, depth: Double = 10) -> Room {
    Room(
      name: name,
      corners: [
        Point(x: west, y: 0), Point(x: west + width, y: 0), Point(x: west + width, y: depth),
        Point(x: west, y: depth),
      ])
  }

  /// A path of 8 m east and 4 m north, and stairs of no interest to beacons.
  private static let path = PathGraph(
    nodes: [
      .init(name: "a", position: Point(x: 0, y: 0)), .init(name: "b", position: Point(x: 8, y: 0)),
      .init(name: "c", position: Point(x: 8, y: 4)),
      .init(name: "d", position: Point(x: 8, y: 4, z: 3), floor: 1),
    ],
    edges: [.init(from: 0, to: 1), .init(from: 1, to: 2), .init(from: 2, to: 3, kind: .stairs(speed: 0.5))])

  private static func ground(
    path: PathGraph? = nil, rooms: [Room] = [], obstacles: [Obstacle] = [], anchors: [Anchor] = [],
    floors: [Floor] = [Floor(level: 0, elevation: 0)]
  ) -> PlacementSite {
    PlacementSite(
      site: Site(
        name: "s", floors: floors, path: path, rooms: rooms, obstacles: obstacles, anchors: anchors))
  }

  private static func plan(_ spots: [PlacementSite.Spot]) -> [SIMD2<Double>] {
    spots.map { SIMD2($0.place.x, $0.place.y) }
  }

  @Test func `places along the path lie half a spacing from the ends of each level edge`() {
    let spots = Self.ground(path: Self.path).alongPath(every: 4)
    #expect(Self.plan(spots) == [SIMD2(2, 0), SIMD2(6, 0), SIMD2(8, 2)])
    #expect(spots.allSatisfy { $0.floor == 0 })
    // 8 m hold three of 3 m, to the nearest whole number, and 4 m one.
    #expect(Self.ground(path: Self.path).alongPath(every: 3).count == 4)
    // An edge that is shorter than the spacing has one in its middle.
    #expect(Self.plan(Self.ground(path: Self.path).alongPath(every: 100)) == [SIMD2(4, 0), SIMD2(8, 2)])
    #expect(Self.ground().alongPath(every: 1).isEmpty)
  }

  /// 12 m of level edges in three parts of 4 m, whose middles are 2, 6 and 10 m along.
  @Test func `beacons spaced evenly share the length of all level edges`() {
    let ground = Self.ground(path: Self.path)
    #expect(Self.plan(ground.evenlyAlongPath(count: 3)) == [SIMD2(2, 0), SIMD2(6, 0), SIMD2(8, 2)])
    #expect(Self.plan(ground.evenlyAlongPath(count: 1)) == [SIMD2(6, 0)])
    #expect(ground.evenlyAlongPath(count: 0).isEmpty && Self.ground().evenlyAlongPath(count: 2).isEmpty)
  }

  @Test func `a wall has candidates on both sides, of which those outside all rooms are left out`() {
    let wall = Obstacle(shape: .wall(from: Point(x: 10, y: 0), to: Point(x: 10, y: 10)), loss: 3)
    let pillar = Obstacle(shape: .pillar(centre: Point(x: 2, y: 2), radius: 0.5), loss: 3)
    let both = Self.ground(
      rooms: [Self.room("west", west: 0, width: 10), Self.room("east", west: 10, width: 10)],
      obstacles: [wall, pillar])
    #expect(
      Self.plan(both.alongWalls(every: 5, distance: 0.5)) == [
        SIMD2(9.5, 2.5), SIMD2(10.5, 2.5), SIMD2(9.5, 7.5), SIMD2(10.5, 7.5),
      ])
    let west = Self.ground(rooms: [Self.room("west", west: 0, width: 10)], obstacles: [wall])
    #expect(Self.plan(west.alongWalls(every: 5, distance: 0.5)) == [SIMD2(9.5, 2.5), SIMD2(9.5, 7.5)])
    // Without rooms everywhere is inside.
    #expect(Self.ground(obstacles: [wall]).alongWalls(every: 10, distance: 1).count == 2)
  }

  @Test func `a lattice fills the box of the rooms with cells of nearly the spacing, and leaves gaps empty`()
  {
    // Two rooms of 4 m by 10 m with 4 m between them: of a box of 12 m by 10 m, cells of 6 m by 5 m.
    let rooms = [Self.room("west", west: 0, width: 4), Self.room("east", west: 8, width: 4)]
    #expect(
      Self.plan(Self.ground(rooms: rooms).lattice(every: 4.9)) == [
        SIMD2(3, 2.5), SIMD2(9, 2.5), SIMD2(3, 7.5), SIMD2(9, 7.5),
      ])
    // Cells of 4 m by 3 1/3 m: the middle column is in neither room.
    let fine = Self.ground(rooms: rooms).lattice(every: 3.6)
    #expect(fine.map(\.place.x) == [2, 10, 2, 10, 2, 10])
    #expect(zip(fine.map(\.place.y), [5, 5, 15, 15, 25, 25]).allSatisfy { abs($0 - $1 / 3) < 1e-12 })
  }

  @Test(arguments: [1, 2, 3, 5, 7, 16, 40])
  func
    `a lattice of a number has at most that many places and more than half of them, all in the rooms and apart`(
      count: Int
    )
  {
    let ground = Self.ground(rooms: [Self.room("hall", west: 0, width: 17, depth: 9)])
    let spots = ground.lattice(count: count)
    #expect(spots.count <= count && 2 * spots.count > count)
    #expect(spots.allSatisfy { (0...17) ~= $0.place.x && (0...9) ~= $0.place.y })
    for (index, spot) in spots.enumerated() {
      #expect(spots[..<index].allSatisfy { $0.place.horizontalDistance(to: spot.place) > 0.1 })
    }
  }

  @Test func `a site without rooms has the lattice of its path's box, floor by floor`() {
    let ground = Self.ground(
      path: Self.path, floors: [Floor(level: 0, elevation: 0), Floor(level: 1, elevation: 3)])
    let spots = ground.lattice(every: 4)
    // 8 m by 4 m on the ground floor; the upper one is a single point.
    #expect(Self.plan(spots.filter { $0.floor == 0 }) == [SIMD2(2, 2), SIMD2(6, 2)])
    #expect(Self.plan(spots.filter { $0.floor == 1 }) == [SIMD2(8, 4)])
    #expect(spots.map(\.place.z) == [0, 0, 3])
  }
}

/// What a study's settings make of a site.
@Suite struct PlacementCandidateTests {
  private let site = Site(
    name: "s", floors: [Floor(level: 0, elevation: 0), Floor(level: 2, elevation: 6)],
    path: PathGraph(
      nodes: [.init(name: "a", position: .zero), .init(name: "b", position: Point(x: 10, y: 0))],
      edges: [.init(from: 0, to: 1)]),
    anchors: [Anchor(id: "old", identity: nil, position: Point(x: 1, y: 1, z: 2))])

  private func settings(_ change: (inout PlacementSettings) -> Void) -> PlacementSettings {
    var settings = PlacementSettings()
    (settings.name, settings.scenario) = ("study", "a.yaml")
    settings.candidates.path = 5
    change(&settings)
    return settings
  }

  @Test func `each place is a candidate at each height, and its candidates exclude each other`() throws {
    let all = try settings { $0.candidates.heights = [2, 3] }.candidates(on: site)
    #expect(all.map(\.place) == [0, 0, 1, 1])
    #expect(all.map(\.position.z) == [2, 3, 2, 3])
    #expect(all.map(\.position.x) == [2.5, 2.5, 7.5, 7.5])
  }
  @Test func `a beacon that stays comes first, as it hangs, at a place that nothing else has`() throws {
    let all = try settings { $0.keep = ["old"] }.candidates(on: site)
    #expect(all.count == 3 && all[0].kept == "old" && all[0].position == Point(x: 1, y: 1, z: 2))
    #expect(all[0].place < 0 && all.dropFirst().allSatisfy { $0.kept == nil && $0.place >= 0 })
  }

  @Test func `a beacon to keep that the site lacks is refused with the names of both`() {
    #expect {
      try settings { $0.keep = ["new"] }.candidates(on: site)
    } throws: {
      "\($0)" == "a.yaml: its site s has no beacon new, which the key keep of study names"
    }
  }

  @Test func `single places are on their floor, and a place within 5 cm of another is the same`() throws {
    let all = try settings {
      $0.candidates.points = [(2.52, 0), (2.6, 0), (2.5, 2)].map { x, floor in
        var place = SitePlace()
        (place.position, place.floor) = (Point(x: x, y: 0), floor)
        return place
      }
      $0.candidates.heights = [2.5]
    }.candidates(on: site)
    // The place along the path at 2.5 m is the first one's; that on the upper floor is another.
    #expect(all.map(\.position.x) == [2.52, 2.6, 2.5, 7.5])
    #expect(all.map(\.floor) == [0, 0, 2, 0])
    #expect(all.map(\.position.z) == [2.5, 2.5, 8.5, 2.5])
  }

  @Test func `areas to keep out of have no candidates, on their floor only`() throws {
    func count(floor: Int) throws -> Int {
      try settings {
        var area = PlanArea()
        area.corners = [
          Point(x: 0, y: -1), Point(x: 5, y: -1), Point(x: 5, y: 1), Point(x: 0, y: 1),
        ]
        area.floor = floor
        $0.candidates.keepOut = [area]
      }.candidates(on: site).count
    }
    #expect(try count(floor: 0) == 1)
    #expect(try count(floor: 2) == 2)
  }

  @Test func `bounds are worked out at the height of the phone, along the path or over the floor`() {
    let along = settings { $0.points = .path(spacing: 2.5) }.points(on: site, height: 1.2)
    #expect(along.map(\.place.x) == [1.25, 3.75, 6.25, 8.75] && along.allSatisfy { $0.place.z == 1.2 })
    // A path without width has one row of cells.
    let floor = settings { $0.points = .floor(spacing: 5) }.points(on: site, height: 1.2)
    #expect(floor.map(\.place.x) == [2.5, 7.5])
  }
}
