import Documents
import Evaluation
import Foundation
import Laps
import Propagation
import Scenarios
import Sites
import TestSupport
import Testing
import World

/// What a scenario's `walk` may say, and the sentences for what it may not.
@Suite struct WalkReadingTests {
  private let folder: TemporaryFolder

  /// Two floors that stairs join at `b` and a lift at `a`, and a plain edge that no walk may take.
  private static let site = """
    name: house
    floors: [{level: 0, elevation: 0}, {level: 1, elevation: 3}]
    path:
      nodes:
        a: {at: [0, 0], floor: 0}
        b: {at: [10, 0], floor: 0}
        c: {at: [14, 0], floor: 1}
        d: {at: [0, 0], floor: 1}
        e: {at: [0, 9], floor: 0}
      edges: [[a, b], [c, d], [e, d], [a, e]]
      stairs: [{between: [b, c], speed: 0.5}]
      lifts: [{between: [a, d], wait: 10, speed: 1}]
    testPoints: [{id: 1, position: [5, 0], floor: 0}, {id: 2, position: [5, 0], floor: 1}]
    beacons:
      - {id: one, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 1, position: [1, -1, 3], floor: 0}
    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.site, to: "site.yaml")
    try folder.write("time_s,x_m,y_m,floor\n0,0,0,0\n10,10,0,0\n20,14,0,1\n30,4,0,1\n", to: "truth.csv")
    try folder.write(
      "time_s,x_m,y_m,floor,lap\n0,0,0,0,4\n10,10,0,0,4\n0,0,0,1,7\n12,10,0,1,7\n", to: "laps.csv")
    try folder.write("lap,time_s,point\n4,5,1\n7,6,2\n", to: "presses.csv")
    try folder.write("time_s,x_m,y_m,z_m,floor\n0,0,0,1,0\n10,10,0,4.5,0\n", to: "flying.csv")
  }

  /// A scenario on the site that is in the folder.
  private func scenario(_ walk: String, beacons: String = "{}") throws(FileProblem) -> Scenario {
    let text = """
      name: w
      site: site.yaml
      laps: {count: 4}
      walk: \(walk)
      channel: {pathLoss: {logDistance: {n: 2, c: -59}}}
      beacons: \(beacons)
      assumes: {n: 2}
      pipelines: [{name: p, method: nearest}]
      """
    return try Scenario(Document(yaml: text, file: folder.path("w.yaml")), path: folder.path("w.yaml"))
  }

  private func plan(_ walk: String) throws -> WalkPlan {
    try #require(scenario(walk).simulation).walk
  }

  private func route(_ walk: String) throws -> Itinerary {
    guard case .route(let itinerary) = try plan(walk).journey else {
      throw FileProblem(file: "", sentence: "no route")
    }
    return itinerary
  }

  @Test
  func `a route goes by stairs and lifts with the site's times, and its stops are where they are named`()
    throws
  {
    let itinerary = try route(
      """
      {route: [a, b, c, d, a], speed: 1, slowest: 0.5, stretches: [{between: [c, d], speed: 2}],
        pauses: [{at: 2, seconds: 3}, {at: c, seconds: 4, turn: -90}, {at: [7, 1], seconds: 5}, {at: a, seconds: 6}]}
      """)
    #expect(itinerary.route.isClosed && itinerary.route.floors == [0, 0, 1, 1])
    #expect(
      itinerary.manners == [
        .walked(speed: nil), .walked(speed: 0.5), .walked(speed: 2), .ridden(wait: 10, speed: 1),
      ])
    // 10 m, stairs of 5 m, 14 m; the second test point is 9 m behind c.
    #expect(
      itinerary.stops == [
        Itinerary.Stop(arc: 24, seconds: 3), Itinerary.Stop(arc: 15, seconds: 4, turn: -90),
        Itinerary.Stop(arc: 7, seconds: 5), Itinerary.Stop(arc: 0, seconds: 6),
      ])
    // At half the speed: 20 s, 20 s, 14 s, and 13 s of the lift whoever rides, with 18 s of stops.
    #expect(abs(itinerary.seconds(at: 0.5, mean: 1) - 85) < 1e-9)
  }

  @Test func `a node that the route passes twice is stopped at twice`() throws {
    let itinerary = try route("{route: [b, a, e, a, b], pauses: [{at: a, seconds: 2}]}")
    #expect(itinerary.stops.map(\.arc) == [10, 28])
  }

  @Test func `settings of pace are read as they stand`() throws {
    let settings = try plan(
      """
      {route: [a, b], variation: {deviation: 0.2}, turnRate: 90,
        randomPauses: {perMinute: 2, length: {uniform: {least: 1, most: 4}}}}
      """
    ).settings
    #expect(settings.variation == SpeedVariation { ($0.deviation, $0.correlationTime) = (0.2, 5) })
    #expect(settings.turnRate == 90)
    #expect(settings.randomPauses == RandomPauses { ($0.perMinute, $0.length) = (2, .uniform(1...4)) })
    let other = try plan("{route: [a, b], randomPauses: {perMinute: 1, length: {exponential: {mean: 3}}}}")
    #expect(other.settings.randomPauses?.length == .exponential(mean: 3))
  }

  @Test func `tracks are those of the table's laps, at the height of the phone`() throws {
    guard
      case .recorded(let tracks) = try plan("{track: {truth: laps.csv, presses: presses.csv}, height: 1.1}")
        .journey
    else {
      Issue.record("no track")
      return
    }
    #expect(tracks.count == 2)
    #expect(tracks[1].walk.position(at: 6) == Point(x: 5, y: 0, z: 4.1))
    #expect(tracks.map(\.presses) == [[Press(time: 5, testPoint: 0)], [Press(time: 6, testPoint: 1)]])
  }

  @Test(arguments: [
    (
      "route: [d, e]",
      ".route[1]: expected a way that leaves its floor by stairs or a lift of the site only, found the edge from e on floor 0 to d on floor 1"
    ),
    (
      "random: {}, duration: 60",
      ".random: expected a way that leaves its floor by stairs or a lift of the site only"
    ),
    ("", ": expected the key route, since the site's path branches, found none"),
    ("random: {nodes: [a, b]}", ": expected the key duration beside random, found none"),
    ("random: {nodes: [a, a]}, duration: 60", ".random.nodes[1]: expected each node once"),
    (
      "random: {nodes: [a, x]}, duration: 60",
      ".random.nodes[1]: expected the name of a node of the site's path"
    ),
    ("random: {pause: {least: 3, most: 2}}, duration: 60", ".random"),
    (
      "random: {}, pauses: [{at: 1, seconds: 2}], duration: 60", ".pauses: expected no such key beside random"
    ),
    ("route: [a, b], random: {}", ".random: expected no such key beside route"),
    ("route: [a, b], track: {truth: truth.csv}", ".track: expected no such key beside route"),
    ("track: {truth: truth.csv}, variation: {deviation: 1}", ".variation: expected no such key beside track"),
    ("track: {truth: none.csv}", ".track.truth: no such file"),
    ("track: {truth: truth.csv, presses: presses.csv}", "presses.csv"),
    (
      "track: {truth: flying.csv}",
      ".track.truth: expected a track that keeps to its floor: on floor 0 from z -5.0 to 3.0 m, found z 4.5 at 10.0 s"
    ),
    (
      "route: [a, b], height: 5",
      ".height: expected one that keeps to each floor: on floor 0 from -5.0 to 3.0 m, found 5"
    ),
    (
      "route: [a, b], stretches: [{between: [a, d], speed: 2}]",
      ".stretches[0].between: expected two nodes that an edge or stairs join"
    ),
    (
      "route: [a, b], stretches: [{between: [b, c], speed: 2}]",
      ".stretches[0].between: expected two nodes between which the route goes"
    ),
    (
      "route: [a, b], stretches: [{between: [a, b], speed: 2}, {between: [b, a], speed: 3}]",
      ".stretches[1].between: expected each edge or stairs once, found [b, a] a second time"
    ),
    (
      "route: [a, b], pauses: [{at: 9, seconds: 2}]",
      ".pauses[0].at: expected the id of a test point of the site, found 9"
    ),
    (
      "route: [a, b], pauses: [{at: 2, seconds: 2}]",
      ".pauses[0].at: expected a test point on a floor of the route"
    ),
    ("route: [a, b], pauses: [{at: c, seconds: 2}]", ".pauses[0].at: expected a node of the route"),
    (
      "route: [a, b], pauses: [{at: [1, 1], floor: 1, seconds: 2}]",
      ".pauses[0].floor: expected a floor of the route, found 1"
    ),
    (
      "route: [a, b], pauses: [{at: a, floor: 0, seconds: 2}]",
      ".pauses[0].floor: expected no floor beside a test point or a node"
    ),
    ("route: [a, b], pauses: [{at: a, seconds: -2}]", ".pauses[0].seconds: expected "),
    ("route: [a, b], turnRate: 0", ".turnRate: expected "),
    ("route: [a, b], variation: {deviation: -1}", ".variation.deviation: expected "),
    ("route: [a, b], variation: {}", ".variation: expected the key deviation"),
    (
      "route: [a, b], randomPauses: {perMinute: 1, length: {uniform: {least: 5, most: 4}}}",
      ".randomPauses.length.uniform.most: expected at least `least`, 5.0, found 4"
    ),
    (
      "route: [a, b], pauses: [{at: a, seconds: 86400}, {at: b, seconds: 86400}, {at: a, seconds: 86400}, {at: a, seconds: 86400}, {at: a, seconds: 86400}, {at: a, seconds: 86400}, {at: a, seconds: 86400}, {at: a, seconds: 86400}, {at: a, seconds: 86400}, {at: a, seconds: 86400}]",
      ": expected laps of at most 864000 s"
    ),
    (
      "route: [a, b, a, b, a, b, a, b], duration: 60, slowest: 0.01, stretches: [{between: [a, b], speed: 0.01}], variation: {deviation: 1}",
      ": expected laps of at most 1000000 straight legs"
    ),
  ])
  func `what no walk can be is refused with its key`(walk: String, sentence: String) throws {
    let refusal = refusal { try plan("{\(walk)}") }
    #expect(refusal.contains(sentence) && !refusal.contains("\n"), "\(refusal)")
  }

  @Test(arguments: [
    (
      "rogues: [{beacon: one, position: [1, 1, 100], floor: 1}]", "{route: [a, b]}",
      "beacons.rogues[0].position: expected a height on floor 1, from 1.5 to 8.0 m, found 100.0"
    ),
    (
      "moving: [{beacon: one, carried: {offset: [0, 0, 2]}}]", "{route: [a, b]}",
      "beacons.moving[0].carried.offset: expected one that keeps to each floor: on floor 0 to z from -5.0 to 3.0 m, found z 3.2"
    ),
    (
      "moving: [{beacon: one, carried: {offset: [0, 0, -3]}}]", "{track: {truth: laps.csv}}",
      "beacons.moving[0].carried.offset: expected one that keeps to each floor: on floor 1 to z from 1.5 to 8.0 m, found z 1.2"
    ),
  ])
  func `rogues and what is carried keep to their storeys`(beacons: String, walk: String, sentence: String)
    throws
  {
    try folder.write(Self.site, to: "site.yaml")
    let right = beacons.replacingOccurrences(of: "100", with: "4")
      .replacingOccurrences(of: "0, 2]", with: "0, 1]").replacingOccurrences(of: "-3", with: "-1")
    _ = try scenario(walk, beacons: "{\(right)}")
    let refusal = refusal { try scenario(walk, beacons: "{\(beacons)}") }
    #expect(refusal.contains(sentence), "\(refusal)")
  }

  @Test func `laps of a track or from node to node have no direction, and are scored at what is passed`()
    async throws
  {
    for walk in ["{track: {truth: truth.csv}}", "{random: {nodes: [a, b, c]}, duration: 200, walkIn: 5}"] {
      let site = Self.site.replacingOccurrences(of: ", [e, d]", with: "")
      try folder.write(site, to: "site.yaml")
      let scenario = try self.scenario(walk)
      let study = try SimulatedStudy(scenario, #require(scenario.simulation))
      let truth = study.truth(ofLap: 2)
      #expect(truth.direction == nil && !truth.presses.isEmpty)
      let result = try await Study.simulated(study).run(width: 2) { _ in }
      #expect(result.pipelines[0].errors.allSatisfy { $0.direction == nil && $0.hand != nil })
      #expect(result.pipelines[0].errors.count >= 8)
    }
  }
}
