import Documents
import Foundation
import Scenarios
import Sites
import TestSupport
import Testing
import World

@Suite struct DocumentationTests {
  /// The blocks of YAML in a file of the checkout, in their order.
  private func yamlBlocks(in path: String) throws -> [String] {
    let text = try String(contentsOfFile: Checkout.path(path), encoding: .utf8)
    return text.components(separatedBy: "```yaml\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }

  @Test func `the site and the scenario that the documentation shows are read as they stand`() throws {
    let blocks = try yamlBlocks(in: "docs/scenario.md")
    try #require(blocks.count == 5)
    let folder = try TemporaryFolder()
    try folder.write(blocks[0], to: "sites/corridor.yaml")
    try folder.write(blocks[2], to: "corridor.yaml")
    let scenario = try Scenario(contentsOf: folder.path("corridor.yaml"))
    #expect(scenario.name == "corridor")
    #expect(scenario.simulation?.site.anchors.map(\.id) == ["b01", "b02"])
  }

  @Test func `the short site that it shows is read with its table`() throws {
    let text = try String(contentsOfFile: Checkout.path("docs/scenario.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").drop { !$0.hasPrefix("    id,x_m") }.prefix {
      $0.hasPrefix("    ")
    }
    let folder = try TemporaryFolder()
    try folder.write(try yamlBlocks(in: "docs/scenario.md")[1], to: "site.yaml")
    try folder.write(rows.map { $0.dropFirst(4) + "\n" }.joined(), to: "beacons.csv")
    let anchors = try SiteFile(contentsOf: folder.path("site.yaml")).site.anchors
    #expect(anchors.map(\.position) == [Point(x: 1.5, y: -1, z: 3), Point(x: 4.5, y: -1, z: 3)])
    #expect(anchors.map(\.id) == ["b01", "b02"] && anchors.allSatisfy { $0.measuredPower == -59 })
  }

  @Test func `the data set and the scenario of recorded walks that it shows are read as they stand`() throws {
    let blocks = try yamlBlocks(in: "docs/scenario.md")
    try #require(blocks.count == 5)
    let dataset = try Dataset.schema.resolve(Document(yaml: blocks[3], file: "dataset.yaml"))
    #expect(try dataset.text("name") == "my-walks")
    let folder = try TemporaryFolder()
    try folder.write(blocks[4], to: "walks.yaml")
    let scenario = try Scenario(contentsOf: folder.path("walks.yaml"))
    #expect(scenario.simulation == nil && scenario.pipelines.count == 2)
    // Its own, and the baseline.
    #expect(scenario.pipelines.last?.name == "room centre")
  }

  /// The four parts of the chapter make one scenario, on a site with the nodes and beacons that they name.
  @Test func `the walks that docs/walks.md shows are read as they stand`() throws {
    let blocks = try yamlBlocks(in: "docs/walks.md")
    try #require(blocks.count == 4)
    let beacon = "uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, position: [1, 1, 2]"
    let folder = try TemporaryFolder()
    try folder.write(
      """
      name: loop
      path: {nodes: {a: [0, 0], b: [36, 0], c: [36, 16.5], d: [0, 16.5]}, edges: [[a, b], [b, c], [c, d], [d, a]]}
      testPoints: [{id: 3, position: [20, 0]}]
      beacons:
        - {id: truck, minor: 1, \(beacon)}
        - {id: keys, minor: 2, mobile: true, \(beacon)}
        - {id: phone, minor: 3, mobile: true, \(beacon)}
      """, to: "site.yaml")
    try folder.write(
      """
      name: walks
      site: site.yaml
      laps: {count: 1}
      channel: {pathLoss: {logDistance: {n: 2, c: -59}}}
      assumes: {n: 2}
      pipelines: [{name: nearest, method: nearest}]
      \(blocks[0])\(blocks[2])\(blocks[3])
      """, to: "walks.yaml")
    let simulation = try #require(try Scenario(contentsOf: folder.path("walks.yaml")).simulation)
    #expect(simulation.walkers.map(\.name) == ["ann", "bo", "cy"] && simulation.movers.count == 3)
    try folder.write(
      """
      name: floors
      floors: [{level: 0, elevation: 0}, {level: 1, elevation: 3.6}]
      \(blocks[1])
      beacons: [{id: one, minor: 1, floor: 0, \(beacon)}]
      """, to: "floors.yaml")
    let path = try #require(try SiteFile(contentsOf: folder.path("floors.yaml")).site.path)
    #expect(
      path.edges.map(\.kind) == [.level, .level, .stairs(speed: 0.5), .lift(wait: 12, speed: 1)])
  }

  @Test func `the site and the scenario that docs/start.md shows are read as they stand`() throws {
    let blocks = try yamlBlocks(in: "docs/start.md")
    try #require(blocks.count == 2)
    let folder = try TemporaryFolder()
    try folder.write(blocks[0], to: "my-site.yaml")
    try folder.write(blocks[1], to: "my-walk.yaml")
    let scenario = try Scenario(contentsOf: folder.path("my-walk.yaml"))
    #expect(scenario.simulation?.site.testPoints.map(\.id) == [1, 2, 3])
  }

  @Test
  func
    `docs/tutorial-gate.md shows the workflow of the tests, and the one of docs/compare.md ends with the comparison`()
    throws
  {
    let example = "Tests/Wheel/example/.github/workflows/positioning.yml"
    #expect(
      try yamlBlocks(in: "docs/tutorial-gate.md")
        == [String(contentsOfFile: Checkout.path(example), encoding: .utf8)])
    let steps = try Document(
      contentsOf: Checkout.path("Tests/Wheel/example/errors.yml"))["jobs"]["gate"].elements("steps")
    let commands = steps.compactMap { try? $0.text("run") }
    #expect(commands.last?.contains("beaconbench compare baselines/mine results/mine --junit") == true)
  }
}
