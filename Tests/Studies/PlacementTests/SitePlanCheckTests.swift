import Placement
import Testing
import World

@Suite struct SitePlanCheckTests {
  private func kinds(_ site: Site, least: Int = 1) -> [SitePlanCheck.Kind] {
    var hearing = SitePlanCheck.Hearing()
    hearing.least = least
    return SitePlanCheck(site, warnings: [], hearing: hearing).findings.map(\.kind)
  }

  private func square(_ name: String, _ west: Double, floor: Int = 0) -> Room {
    Room(
      name: name,
      corners: [
        Point(x: west, y: 0), Point(x: west + 10, y: 0), Point(x: west + 10, y: 10), Point(x: west, y: 10),
      ], floor: floor)
  }

  private func site(
    beacon: Point = Point(x: 5, y: 5, z: 2.5), points: [TestPoint] = [], rooms: [Room]? = nil,
    nodes: [PathGraph.Node]? = nil, edges: [PathGraph.Edge]? = nil, obstacles: [Obstacle] = [],
    floors: [Floor] = [Floor(level: 0, elevation: 0)]
  ) -> Site {
    let usual = [
      PathGraph.Node(name: "a", position: Point(x: 1, y: 5)),
      PathGraph.Node(name: "b", position: Point(x: 9, y: 5)),
    ]
    return Site(
      name: "s", floors: floors,
      path: PathGraph(nodes: nodes ?? usual, edges: edges ?? [PathGraph.Edge(from: 0, to: 1)]),
      testPoints: points,
      rooms: rooms ?? [square("r", 0)], obstacles: obstacles,
      anchors: [Anchor(id: "one", identity: nil, position: beacon)])
  }

  @Test func `a sound site has no findings`() { #expect(kinds(site()) == []) }

  @Test func `each fault is found by itself`() {
    #expect(kinds(site(beacon: Point(x: 13, y: 5, z: 2.5))) == [.beaconOutside])
    let wall = Obstacle(shape: .wall(from: Point(x: 5, y: 0), to: Point(x: 5, y: 4)), loss: 3)
    #expect(
      kinds(site(points: [TestPoint(id: 4, position: Point(x: 5, y: 2))], obstacles: [wall])) == [
        .testPointInWall
      ])
    let along = Obstacle(shape: .wall(from: Point(x: 2, y: 5), to: Point(x: 8, y: 5)), loss: 3)
    #expect(kinds(site(obstacles: [along])) == [.pathInWall])
    #expect(kinds(site(rooms: [square("r", 0), square("far", 30)])) == [.unreachableRoom])
    let apart = ["a", "b", "c", "d"].enumerated().map { index, name in
      PathGraph.Node(name: name, position: Point(x: 1 + 2 * Double(index), y: 5))
    }
    #expect(
      kinds(site(nodes: apart, edges: [PathGraph.Edge(from: 0, to: 1), PathGraph.Edge(from: 2, to: 3)]))
        == [.floorWithoutWay])
    #expect(
      kinds(site(floors: [Floor(level: 0, elevation: 0), Floor(level: 1, elevation: 4)])) == [
        .floorWithoutWay
      ])
    #expect(kinds(site(), least: 3) == [.tooFewHeard])
  }

  private func bare(rooms: [Room] = [], walkable: [WalkableArea] = [], isMobile: Bool = false) -> Site {
    Site(
      name: "s", rooms: rooms, walkable: walkable,
      anchors: [Anchor(id: "one", identity: nil, position: Point(x: 5, y: 5, z: 2.5), isMobile: isMobile)])
  }

  /// 10 m by 5 m, in squares of 1 m.
  @Test func `reception is checked where people can walk, if the site says so and has no path`() {
    let row = [Bool](repeating: true, count: 10)
    let area = WalkableArea(
      shape: .cells(.init(corner: .zero, side: 1, rows: [[Bool]](repeating: row, count: 5))))
    let check = SitePlanCheck(bare(rooms: [square("r", 0)], walkable: [area]), warnings: [])
    #expect(check.points == 50 && check.ground == "where people can walk")
  }

  @Test func `a site without anything to check is no sound one`() {
    #expect(kinds(bare()) == [.nothingToCheck])
    #expect(kinds(bare(rooms: [square("r", 0)], isMobile: true)).first == .nothingToCheck)
    let check = SitePlanCheck(bare(rooms: [square("r", 0)]), warnings: [])
    // 10 m by 10 m, in squares of 1 m.
    #expect(check.points == 100 && check.ground == "in the rooms")
    #expect(check.findings.map(\.kind) == [.tooFewHeard] && check.notes.count == 1)
  }
}
