import Documents
import Evaluation
import Laps
import Propagation
import Rendering
import Scenarios
import Sites
import TestSupport
import Testing
import World

/// Several who walk through a scenario at the same time.
@Suite struct WalkersTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(ScenarioDocuments.site, to: "site.yaml")
  }

  private func scenario(_ walkers: String, moving: String = "", laps: Int = 3) throws -> Scenario {
    let text = """
      name: w
      site: site.yaml
      laps: {count: \(laps)}
      walk: {walkIn: 5, route: [a, b, c, a]}
      channel: {pathLoss: {logDistance: {n: 2, c: -59}}, shadowing: {exponential: {deviation: 4}}}
      beacons: {\(moving)}
      assumes: {n: 2}
      pipelines: [{name: nearest, method: nearest}, {name: centroid, method: weightedCentroid}]
      \(walkers)
      """
    return try Scenario(Document(yaml: text, file: folder.path("w.yaml")), path: folder.path("w.yaml"))
  }

  private func result(_ scenario: Scenario, width: Int = 2) async throws -> StudyResult {
    try await Study.simulated(study(scenario)).run(width: width) { _ in }
  }

  private static let two = "walkers: [{name: ann}, {name: bo, walk: {walkIn: 9, route: [c, b, a], speed: 1}}]"

  @Test func `the first walks and hears as if alone, and each is scored on each lap`() async throws {
    let (alone, two) = (try await result(scenario("")), try await result(scenario(Self.two)))
    for (one, both) in zip(alone.pipelines, two.pipelines) {
      let ann = both.errors.filter { $0.walker?.name == "ann" }
      #expect(ann.map(\.outcome) == one.errors.map(\.outcome) && ann.map(\.time) == one.errors.map(\.time))
      #expect(both.errors.count == 2 * one.errors.count && both.errors.allSatisfy { $0.walker != nil })
      let division = try #require(both.score.divisions.first { $0.grouping == .walker })
      #expect(division.groups.map(\.name) == ["ann", "bo"])
      #expect(division.groups.map(\.score.count) == [3, 3] && both.score.whole.laps == 3)
      #expect(one.score.divisions.allSatisfy { $0.grouping != .walker || $0.groups.isEmpty })
    }
    #expect(two.laps == 3 && two.differences[0].pairs == 6 && two.differences[0].laps == 3)
    #expect(!alone.document.json.contains(#""walker":{"#) && two.document.json.contains(#""walker":{"ann""#))
  }

  @Test func `results do not depend on how many laps run at once`() async throws {
    let scenario = try scenario(Self.two, laps: 5)
    let one = try await result(scenario, width: 1).document.json
    #expect(try await result(scenario, width: 4).document.json == one)
  }

  @Test func `two go the same way in their own time, and one carries the other's beacon`() throws {
    let scenario = try scenario(
      "walkers: [{name: ann}, {name: bo}]", moving: "moving: [{beacon: two, carried: {by: bo}}]")
    let study = try study(scenario)
    let walks = (0..<2).map { study.walk(ofLap: 1, walker: $0) }
    #expect(walks[0].speed != walks[1].speed && walks[0].start != walks[1].start)
    let carried = try #require(study.beaconWalks(ofLap: 1)[1])
    for time in [3.0, 9, 17] {
      #expect(carried.position(at: time).distance(to: walks[1].walk.position(at: time)) < 1e-6)
    }
    #expect(study.truth(ofLap: 1, walker: 1).walker == Walker(index: 1, name: "bo"))
  }

  @Test func `a reader is told of test points that a route does not pass`() throws {
    // The one at [3, 0] is 3 m from the side of 4 m.
    let alone = "walkers: [{name: ann}, {name: bo, walk: {route: [b, c], walkIn: 9}}]"
    let simulation = try #require(try scenario(alone).simulation)
    #expect(
      simulation.notes.contains(
        "1 of 1 test points lie more than 2.0 m off the route of bo and are not pressed there"))
    #expect(try study(scenario(alone)).truth(ofLap: 0, walker: 1).presses.isEmpty)
    #expect(try #require(try scenario("").simulation).notes.allSatisfy { !$0.contains("pressed") })
  }

  @Test func `errors in a file are paired walker by walker`() {
    let a = [
      PositionError(lap: 0, walker: "ann", point: 1, time: 5, metres: 1),
      PositionError(lap: 0, walker: "bo", point: 1, time: 5, metres: 4),
    ]
    let b = [
      PositionError(lap: 0, walker: "bo", point: 1, time: 5, metres: 6),
      PositionError(lap: 0, walker: "ann", point: 1, time: 5, metres: 2),
    ]
    #expect(PairedErrors(a, b).pairs.map(\.difference) == [1, 2])
    #expect(PairedErrors(a, [b[0]]).unmatchedA == 1)
  }

  @Test(arguments: [
    ("walkers: [{name: ann}]", "", "walkers: expected "),
    ("walkers: [{name: ann}, {name: ann}]", "", "walkers[1].name: expected each name once"),
    (
      "walkers: [{name: ann}, {name: bo, walk: {route: [a, x]}}]", "",
      "walkers[1].walk.route[1]: expected the name of a node"
    ),
    (
      "", "moving: [{beacon: one, carried: {by: bo}}]",
      "beacons.moving[0].carried.by: expected no such key where there is one walker"
    ),
    (
      two, "moving: [{beacon: one, carried: {by: cy}}]",
      "beacons.moving[0].carried.by: expected the name of a walker, ann and bo"
    ),
  ])
  func `walkers that cannot be are refused with their key`(walkers: String, moving: String, sentence: String)
  {
    let refusal = refusal { try scenario(walkers, moving: moving) }
    #expect(refusal.contains(sentence), "\(refusal)")
  }
}
