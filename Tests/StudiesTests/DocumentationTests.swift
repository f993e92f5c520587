import Foundation
import SiteFiles
import Studies
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
    try #require(blocks.count == 4)
    let folder = try TemporaryFolder()
    try folder.write(blocks[0], to: "sites/corridor.yaml")
    try folder.write(blocks[1], to: "corridor.yaml")
    let scenario = try Scenario(contentsOf: folder.path("corridor.yaml"))
    #expect(scenario.name == "corridor")
    #expect(scenario.simulation?.site.anchors.map(\.id) == ["b01"])
  }

  @Test func `the data set and the scenario of recorded walks that it shows are read as they stand`() throws {
    let blocks = try yamlBlocks(in: "docs/scenario.md")
    try #require(blocks.count == 4)
    let dataset = try Dataset.schema.resolve(Document(yaml: blocks[2], file: "dataset.yaml"))
    #expect(try dataset.text("name") == "my-walks")
    let folder = try TemporaryFolder()
    try folder.write(blocks[3], to: "walks.yaml")
    let scenario = try Scenario(contentsOf: folder.path("walks.yaml"))
    #expect(scenario.simulation == nil && scenario.pipelines.count == 2)
    // Its own, and the baseline.
    #expect(scenario.pipelines.last?.name == "room centre")
  }

  @Test func `the site that the README shows is read as it stands`() throws {
    let blocks = try yamlBlocks(in: "README.md")
    try #require(blocks.count == 1)
    let folder = try TemporaryFolder()
    try folder.write(blocks[0], to: "my-site.yaml")
    let site = try SiteFile(contentsOf: folder.path("my-site.yaml")).site
    #expect(site.testPoints.map(\.id) == [1])
  }

  @Test func `the workflow that docs/compare.md shows is YAML and ends with the comparison`() throws {
    let blocks = try yamlBlocks(in: "docs/compare.md")
    try #require(blocks.count == 1)
    let steps = try Document(yaml: blocks[0], file: "positioning.yml")["jobs"]["gate"].elements("steps")
    let commands = steps.compactMap { try? $0.text("run") }
    #expect(commands.last?.contains("beaconbench compare baselines/mine results/mine --junit") == true)
  }
}
