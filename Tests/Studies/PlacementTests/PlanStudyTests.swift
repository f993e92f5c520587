import Placement
import Sites
import TestSupport
import Testing
import World

/// Placement studies that are made of a plan.
@Suite struct PlanStudyTests {
  /// A corridor of 30 m with a room at its end; the path has a branch of 4 m at 10 m.
  private static let plan = """
    name: wing
    path:
      nodes: {west: [1, 1], branch: [10, 1], north: [10, 5], east: [29, 1]}
      edges: [[west, branch], [branch, north], [branch, east]]
    rooms:
      - {name: corridor, corners: [[0, 0], [30, 0], [30, 2], [0, 2]]}
      - {name: store, corners: [[8, 2], [12, 2], [12, 6], [8, 6]]}
    walls:
      - {from: [0, 0], to: [30, 0], material: light}
      - {from: [0, 2], to: [9, 2], material: light}
      - {from: [11, 2], to: [30, 2], material: light}
    beacons: [{id: placeholder, position: [1, 1, 2]}]

    """

  private func site(_ text: String = plan) throws -> SiteFile {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "plan.yaml")
    return try SiteFile(contentsOf: folder.path("plan.yaml"))
  }

  private func wishes(
    _ beacons: Int, _ aim: PlanStudy.Aim = .metres, _ building: BuildingType = .office
  ) throws -> PlanStudy.Wishes {
    var wishes = PlanStudy.Wishes(uuid: try BeaconUUID(named: "example.org"))
    (wishes.beacons, wishes.aim, wishes.building) = (beacons, aim, building)
    return wishes
  }

  @Test(arguments: BuildingType.allCases)
  func `the files of every type of building are a study that can run`(building: BuildingType) throws {
    let folder = try TemporaryFolder()
    let study = try PlanStudy(site(), from: "plan.yaml", wishes: wishes(4, .metres, building))
    for file in study.files { try folder.write(file.text, to: file.name) }
    let made = try PlacementStudy(contentsOf: folder.path(PlanStudy.studyName))
    #expect(made.settings.beacons == 4 && made.settings.installation.uuid == study.wishes.uuid.description)
    #expect(made.settings.candidates.heights == [building.height])
    // At least four times as many places as beacons, and at least 100 where the walls allow it.
    #expect(made.candidates.count >= 100)
    #expect(made.candidates.allSatisfy { $0.position.z == building.height })
  }

  @Test func `walks that are guided follow the longest way of the plan`() throws {
    let study = try PlanStudy(site(), from: "plan.yaml", wishes: wishes(4, .navigation))
    let scenario = try #require(study.files.first { $0.name == PlanStudy.scenarioName }).text
    // West to east is 28 m; from the branch to the north it is 4 m.
    #expect(
      scenario.contains("planned: [\"east\", \"west\"]") || scenario.contains("planned: [\"west\", \"east\"]")
    )
    #expect(scenario.contains("\"branch\""))
  }

  @Test func `walls decide where beacons may hang, and in a hall the ceiling too`() throws {
    func candidates(_ building: BuildingType) throws -> String {
      let files = try PlanStudy(site(), from: "plan.yaml", wishes: wishes(4, .metres, building)).files
      let study = try #require(files.first { $0.name == PlanStudy.studyName }).text
      return study.split(separator: "\n").first { $0.hasPrefix("candidates") }.map(String.init) ?? ""
    }
    #expect(try candidates(.office).contains("walls") && !candidates(.office).contains("lattice"))
    #expect(try candidates(.hall).contains("walls") && candidates(.hall).contains("lattice"))
  }

  @Test func `a plan that is not in metres or has no ways is refused`() throws {
    func sentence(_ plan: String) throws -> String? {
      #expect(throws: FileProblem.self) {
        try PlanStudy(site(plan), from: "plan.yaml", wishes: wishes(4))
      }?.description
    }
    #expect(
      try sentence(Self.plan.replacing("30", with: "3030"))
        == "plan.yaml: expected a building of at most 2 km, in metres, found one of 3 km")
    let lines = Self.plan.split(separator: "\n")
    let wayless = lines.filter { line in !["path:", "nodes:", "edges:"].contains { line.contains($0) } }
    #expect(
      try sentence(wayless.joined(separator: "\n"))
        == "plan.yaml: expected ways to walk on, the key path of a site, found none")
  }

  @Test func `more beacons than places on the walls are refused with the number of places`() throws {
    let problem = #expect(throws: FileProblem.self) {
      try PlanStudy(site(), from: "plan.yaml", wishes: wishes(1000))
    }
    #expect(problem?.file == "--beacons" && problem?.found == "1000")
    #expect(problem?.expected.hasPrefix("at most ") == true)
  }
}

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
