import Documents
import Foundation
import Sites
import TestSupport
import Testing
import World

@Suite struct SiteWalkableTests {
  private static let plan: String = """
    name: s
    defaults: {floor: 0, height: 2}
    walls: [{from: [2, 0], to: [2, 2], loss: 3}]
    receivers: [{id: r, position: [1, 1]}]
    walkable: [{corners: [[0, 0], [4, 0], [4, 3], [0, 3]]}, {cells: {corner: [4, 0], side: 1, rows: ["..", "#.", "##"]}}]
    """

  private func read(_ text: String) throws -> SiteFile { try SiteFile(Document(yaml: text, file: "s.yaml")) }

  @Test func `reads areas and cells, whose last row is the southern one`() throws {
    let file = try read(SiteWalkableTests.plan)
    #expect(
      file.site.walkable == [
        WalkableArea(
          shape: .outline([.zero, Point(x: 4, y: 0), Point(x: 4, y: 3), Point(x: 0, y: 3)]), floor: 0),
        WalkableArea(
          shape: .cells(
            .init(
              corner: Point(x: 4, y: 0), side: 1, rows: [[false, false], [false, true], [true, true]])),
          floor: 0),
      ])
    #expect(try SiteFile(Document(yaml: file.document.yaml, file: "")).site == file.site)
  }

  @Test(arguments: [
    ("\"##\"", "\"#\"", "walkable[1].cells.rows[2]: expected a row of 2 cells, like the first, found 1"),
    ("\"##\"", "\"#x\"", "walkable[1].cells.rows[2]: expected a row of . and #, found \"#x\""),
    (
      "[4, 3], [0, 3]]", "[0, 3], [4, 3]]",
      "walkable[0].corners: expected corners in order round the walkable area, found sides 2 and 4, which meet"
    ),
    (
      "to: [2, 2]", "to: [2, 3]",
      "walkable: expected one connected area on each floor, between the walls and through doors where the path crosses them, "
        + "found 9 m² near [2.13, 0.13] on floor 0 to which no way leads"
    ),
    (
      "[0, 3]]}, {", "[0, 3]], cells: {corner: [0, 0], side: 1, rows: [\".\"]}}, {",
      "walkable[0]: expected exactly one of the keys corners or cells, found corners and cells"
    ),
    (
      "walkable: [{corners: [[0, 0], [4, 0], [4, 3], [0, 3]]}, {cells: {corner: [4, 0], side: 1, rows: [\"..\", \"#.\", \"##\"]}}]",
      "walkable: [{corners: [[0, 0], [0.5, 0], [0.5, 1], [0, 1]]}]",
      "walkable: expected a connected area of at least 1.0 m² between the obstacles, found none"
    ),
  ])
  func `says what is wrong with walkable areas`(part: String, other: String, sentence: String) throws {
    let text = SiteWalkableTests.plan.replacingOccurrences(of: part, with: other)
    #expect(text != SiteWalkableTests.plan)
    let problem = try #require(throws: FileProblem.self) { try read(text) }
    #expect("\(problem)".hasSuffix(sentence), "\(problem)")
  }

  @Test func `two areas far apart are refused at once`() throws {
    let text = SiteWalkableTests.plan.replacingOccurrences(
      of: "corner: [4, 0]", with: "corner: [900000, 900000]")
    let problem = try #require(throws: FileProblem.self) { try read(text) }
    #expect("\(problem)".contains("walkable: expected a"), "\(problem)")
  }

  private func site(_ name: String) throws -> Site {
    try SiteFile(contentsOf: inCheckout("scenarios/sites/\(name).yaml")).site
  }

  /// The file names a cell by its north-eastern corner: only so do its outer cells hold the walls at 0, 20.66 and 17.64 m.
  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `people walk on danis where its published cells say`() throws {
    let text = try String(
      contentsOf: SharedData.file("data/datasets/danis/occ/tetam_0.2.occ"), encoding: .utf8)
    let area = try #require(try site("danis").walkable.first)
    let lines = text.split(separator: "\n").dropFirst()
    #expect(lines.count == 9450)
    for line in lines {
      let numbers = line.split { !"0123456789.".contains($0) }.compactMap { Double($0) }
      try #require(numbers.count == 3)
      let middle = Point(x: numbers[0] - 0.1, y: numbers[1] - 0.1)
      #expect(area.contains(middle) == (numbers[2] == 0), "\(line)")
    }
  }

  @Test(arguments: ["danis", "kolakowski", "uji-ble"])
  func `on recorded sites, what is walkable is connected in cells of 0.4 m too, and holds the path`(
    name: String
  ) throws {
    let site = try site(name)
    let cells = WalkableCells(site.ground, obstacles: site.obstacles, floors: site.floors, side: 0.4)
    #expect(cells.places.count > 100 && cells.separatePart(path: nil) == nil)
    for place in site.path?.middles(atMost: 0.05) ?? [] {
      #expect(site.walkable.contains { $0.contains(place.position) }, "\(place.position)")
      #expect(!site.obstacles.contains { $0.blocks(place.position, place.position) }, "\(place.position)")
    }
    for point in site.testPoints {
      #expect(site.walkable.contains { $0.contains(point.position) }, "\(point.id)")
    }
  }
}
