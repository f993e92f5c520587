import Documents
import NumericalMethods
import Scenarios
import Sites
import TestSupport
import Testing
import World

@testable import Placement

/// What a phone hears of candidates, and what the rules make of a study.
@Suite struct PlacementLinksTests {
  private static let site = """
    name: corridor
    path: {nodes: {a: [0, 0], b: [20, 0]}, edges: [[a, b]]}
    testPoints: [{id: 1, position: [10, 0]}]
    rooms: [{name: hall, corners: [[-1, -5], [21, -5], [21, 5], [-1, 5]]}]
    walls: [{from: [5, -5], to: [5, 5], loss: 6}]
    beacons:
      - {id: old, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 1, measuredPower: -59, position: [10, 0, 3]}

    """

  private func folder(
    channel: String = "", obstacles: Bool = false, receiver: String = "{sensitivity: -90}",
    study: String = "beacons: 3"
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.site, to: "site.yaml")
    try folder.write(
      """
      name: s
      site: site.yaml
      laps: {count: 1}
      walk: {walkIn: 0, duration: 15, route: [a, b], height: 1}
      channel: {pathLoss: {logDistance: {n: 2, c: -60}}, obstacles: \(obstacles)\(channel)}
      beacons: {interval: 0.5, loss: 0}
      receiver: \(receiver)
      assumes: {n: 2}
      pipelines: [{name: nearest, method: nearest}]
      """, to: "s.yaml")
    try folder.write(
      """
      name: study
      scenario: s.yaml
      candidates: {path: 5, heights: [3]}
      objective: meanBound
      \(study)
      """, to: "study.yaml")
    return folder
  }

  private func links(
    channel: String = "", obstacles: Bool = false, receiver: String = "{sensitivity: -90, noiseDeviation: 0}"
  ) throws
    -> PlacementLinks
  {
    let folder = try folder(channel: channel, obstacles: obstacles, receiver: receiver)
    let scenario = try Scenario(contentsOf: folder.path("s.yaml"))
    return PlacementLinks(scenario, try #require(scenario.simulation))
  }

  private func candidate(_ x: Double, z: Double = 0, floor: Int = 0) -> PlacementCandidate {
    PlacementCandidate(position: Point(x: x, y: 0, z: z), floor: floor, place: 0)
  }

  /// 10 m away the level is -60 - 20 dBm. From one metre to the next it changes by 20 / ln 10 / 10 = 0.8686 dB: towards the beacon it
  /// grows, so that the slope along x is positive.
  @Test func `the level and its slope are those of the law`() throws {
    let link = try links().link(from: candidate(10), to: .zero, floor: 0)
    #expect(abs(link.mean + 80) < 1e-9)
    #expect(abs(link.slope.x - 20 / 2.302585 / 10) < 1e-5 && abs(link.slope.y) < 1e-9)
    #expect(link.heard == 1 && link.variance == 0.01)
  }

  @Test func `walls count where the channel has obstacles, on their floor`() throws {
    let place = Point(x: 0, y: 0)
    let open = try links().link(from: candidate(10), to: place, floor: 0)
    let behind = try links(obstacles: true).link(
      from: candidate(10), to: place, floor: 0)
    #expect(abs(open.mean - behind.mean - 6) < 1e-9)
    let beside = try links(obstacles: true).link(
      from: candidate(10), to: Point(x: 6, y: 0), floor: 0)
    #expect(abs(beside.mean - (-60 - 20 * 0.60206)) < 1e-4)
  }

  /// Shadows of 4 dB, noise of 2 dB and two packets in a second's window: 16 + 4 / 2.
  @Test func `shadows stay and noise shrinks with the packets of a window`() throws {
    let links = try links(
      channel: ", shadowing: {exponential: {deviation: 4, decorrelation: 2}}",
      receiver: "{sensitivity: -80, noiseDeviation: 2}")
    let link = links.link(from: candidate(10), to: .zero, floor: 0)
    #expect(abs(link.variance - 18) < 1e-9)
    // The mean is at the sensitivity: every other window has a reading.
    #expect(abs(link.heard - 0.5) < 1e-9)
    // One standard deviation of √20 above it: the normal distribution's 0.8413.
    let metres = Elementary.exp10((20 - 20.0.squareRoot()) / 20)
    #expect(abs(links.link(from: candidate(metres), to: .zero, floor: 0).heard - 0.841345) < 1e-5)
  }

  @Test func `bodies take half of their loss`() throws {
    let link = try links(channel: ", body: {cosine: {loss: 8, handAngle: 0}}").link(
      from: candidate(10), to: .zero, floor: 0)
    #expect(abs(link.mean + 84) < 1e-9)
  }

  private func study(_ text: String) throws -> PlacementStudy {
    let folder = try folder(study: text)
    return try PlacementStudy(contentsOf: folder.path("study.yaml"))
  }

  private func rules(_ text: String, beacons: Int) throws -> LayoutRules {
    let study = try study(text)
    return try LayoutRules(study, PlacementTables(study, study.candidates), beacons: beacons)
  }

  @Test func `rules make layouts of the same number, and those that stay are in each`() throws {
    let rules = try rules(
      "beacons: 3\nkeep: [old]\ncompare: [evenly, {spacing: {metres: 5}}, lattice]", beacons: 3)
    #expect(rules.layouts.map(\.name) == ["evenly spaced", "every 5 m", "lattice"])
    #expect(rules.layouts.map(\.count) == [3, 5, 3] && rules.notes.isEmpty)
    #expect(rules.layouts.allSatisfy { $0.beacons.contains { $0.kept == "old" } && $0.isRule })
    // Two beacons share 20 m.
    #expect(rules.layouts[0].site.site.anchors.map(\.position.x) == [10, 5, 15])
    #expect(rules.layouts[0].site.site.anchors.dropFirst().allSatisfy { $0.position.z == 3 })
  }

  @Test func `candidates are added until enough are heard everywhere, or the rule says that it cannot be`()
    throws
  {
    let possible = try rules("beacons: 3\ncompare: [{heard: {beacons: 2}}]", beacons: 3)
    #expect(possible.layouts.map(\.name) == ["2 heard everywhere"] && possible.layouts[0].count == 2)
    let impossible = try rules("beacons: 3\ncompare: [{heard: {beacons: 9}}]", beacons: 3)
    #expect(impossible.layouts.isEmpty)
    // The path has 20 points at 1 m.
    #expect(
      impossible.notes == ["9 heard everywhere: impossible, since 20 points hear fewer of all candidates"])
  }

  @Test func `a layout over the budget, without what stays or that is heard too little cannot be chosen`()
    throws
  {
    let kept = try study("beacons: 2\nkeep: [old]")
    let old = try #require(kept.candidates.first)
    let others = kept.candidates.dropFirst()
    func exclusion(_ study: PlacementStudy, _ beacons: [PlacementCandidate]) throws -> String? {
      study.exclusion(of: try study.writer.layout("a", beacons, origin: .rule))
    }
    #expect(try exclusion(kept, [old] + others.prefix(1)) == nil)
    #expect(try exclusion(kept, [old] + others.prefix(2)) == "over the budget")
    #expect(try exclusion(kept, Array(others.prefix(2))) == "lacks beacons to keep")
    let heard = try study("beacons: 3\nconstraints: {heard: 2}")
    #expect(try exclusion(heard, Array(heard.candidates.prefix(1))) == "too few heard")
    #expect(try exclusion(heard, Array(heard.candidates.prefix(2))) == nil)
  }

  @Test(arguments: [
    ("", "the key beacons"), ("beacons: 3\nkinds: []", "kinds"),
    ("beacons: 3\nmethods: []", "methods"), ("beacons: 3\njudge: {walks: 1}", "judge.walks"),
    ("beacons: 3\nkeep: [new]", "has no beacon new"), ("beacons: 99", "the number of places"),
  ])
  func `settings that do not go together are refused`(text: String, part: String) {
    let found = refusal { try study(text) }
    #expect(found.contains(part), "\(found)")
  }

  @Test func `options take the place of the file's numbers`() throws {
    let folder = try folder()
    let study = try PlacementStudy(contentsOf: folder.path("study.yaml"), beacons: 2, seed: 99, walks: 5)
    #expect(study.settings.beacons == 2 && study.settings.seed == 99 && study.settings.judge.walks == 5)
    #expect(
      study.candidates.count == 4 && study.points.count == 20 && study.points.allSatisfy { $0.place.z == 1 })
  }
}
