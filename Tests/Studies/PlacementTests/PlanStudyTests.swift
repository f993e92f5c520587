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
