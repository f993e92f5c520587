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

/// Beacons that walk in a scenario: what is known of them, and what is not.
@Suite struct MoverTests {
  private static func site(_ last: String) -> String {
    """
    name: loop
    path: {nodes: {a: [0, 0], b: [12, 0], c: [12, 8], d: [0, 8]}, edges: [[a, b], [b, c], [c, d], [d, a]]}
    testPoints: [{id: 1, position: [6, 0]}, {id: 2, position: [12, 4]}, {id: 3, position: [6, 8]}]
    beacons:
      - {id: one, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, minor: 1, position: [3, -1, 3]}
      - {id: two, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, minor: 2, position: [13, 4, 3]}
      - {id: three, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, minor: 3, position: [6, 9, 3]}
    \(last)
    """
  }

  private static let truck =
    "  - {id: truck, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 8, minor: 4, position: [6, 0, 1]"

  private func scenario(_ site: String, _ moving: String, walk: String = "{walkIn: 5}") throws -> Scenario {
    let folder = try TemporaryFolder()
    try folder.write(site, to: "site.yaml")
    let text = """
      name: m
      site: site.yaml
      laps: {count: 4}
      walk: \(walk)
      channel:
        pathLoss: {logDistance: {n: 2, c: -59}}
        shadowing: {exponential: {deviation: 4}}
        fading: {independent: {k: 2}}
      beacons: {\(moving)}
      assumes: {n: 2}
      pipelines:
        - {name: nearest, method: nearest}
        - {name: centroid, method: {weightedCentroid: {k: 3}}}
        - {name: proximity, method: proximity}
      """
    return try Scenario(
      Document(yaml: text, file: folder.path("m.yaml")), path: folder.path("m.yaml"))
  }

  private func result(_ scenario: Scenario) async throws -> StudyResult {
    try await Study.simulated(study(scenario)).run(width: 2) { _ in }
  }

  @Test func `what a mobile beacon says changes no fix, and is counted`() async throws {
    let moving = "moving: [{beacon: truck, walk: {speed: 1, slowest: 0.5}}]"
    let without = try await result(scenario(Self.site(""), ""))
    let mobile = try await result(scenario(Self.site(Self.truck + ", mobile: true}"), moving))
    let still = try await result(scenario(Self.site(Self.truck + ", mobile: true}"), ""))
    for (one, other) in [(without, mobile), (without, still)] {
      for (a, b) in zip(one.pipelines, other.pipelines) { #expect(a.errors == b.errors) }
      #expect(other.tally.heard > one.tally.heard)
    }
    #expect(mobile.notes.allSatisfy { !$0.contains("truck") })
    // One that positioning believes to be where it was registered does change fixes, and a reader is told.
    let stale = try await result(scenario(Self.site(Self.truck + "}"), moving))
    #expect(stale.pipelines[0].errors != without.pipelines[0].errors)
    #expect(
      stale.notes.contains(
        "1 beacon moves while positioning assumes its position in the site: truck"))
  }

  @Test func `its walk goes on as long as the lap, by draws of its own`() throws {
    let scenario = try scenario(
      Self.site(Self.truck + ", mobile: true}"),
      "moving: [{beacon: truck, walk: {speed: 1, slowest: 0.5, walkIn: 0, height: 0.6, pauses: [{at: b, seconds: 9}]}}]"
    )
    let study = try study(scenario)
    let tracks = (0..<3).compactMap { study.beaconWalks(ofLap: $0)[3] }
    #expect(tracks.count == 3 && tracks[0] != tracks[1])
    #expect(tracks == (0..<3).compactMap { study.beaconWalks(ofLap: $0)[3] })
    for (lap, track) in tracks.enumerated() {
      let duration = study.walk(ofLap: lap).duration
      #expect(track.span.lowerBound < 1e-6 && track.span.upperBound > duration - 1e-6)
      #expect(track.knots.allSatisfy { abs($0.position.z - 0.6) < 1e-9 })
      // Forward on every lap: it stands at b and goes on towards c.
      let pause = zip(track.knots, track.knots.dropFirst()).first { $0.position == $1.position }
      #expect(abs((pause.map { $1.time - $0.time } ?? 0) - 9) < 1e-6 && pause?.0.position.x == 12)
    }
  }

  @Test func `keys go with the walker`() throws {
    let scenario = try scenario(
      Self.site(Self.truck + ", mobile: true}"), "moving: [{beacon: truck, carried: {offset: [0, 0, -0.5]}}]")
    let study = try study(scenario)
    let (walk, keys) = (study.walk(ofLap: 1).walk, try #require(study.beaconWalks(ofLap: 1)[3]))
    for time in stride(from: 0.0, to: 30, by: 0.7) {
      let offset = keys.position(at: time) - walk.position(at: time)
      #expect(offset.horizontalLength < 1e-9 && abs(offset.z + 0.5) < 1e-9)
    }
    var source = try study.source(ofLap: 1)
    // 0.5 m away: 6 dB above the level at one metre, within shadow and fade.
    let levels = try source.stream().filter { $0.anchor == 3 }.map(\.level.value)
    let mean = levels.reduce(0, +) / Double(levels.count)
    #expect(abs(mean + 53) < 15)
  }

  @Test func `ranges are scored against where the beacon truly is`() async throws {
    // Half a metre below the phone wherever it goes: -52.98 dBm, read as -53, which is 0.501 m.
    let moving = "moving: [{beacon: truck, carried: {offset: [0, 0, -0.5]}}]"
    let site = Self.site(Self.truck + ", mobile: true}")
    let plain = try scenario(site, moving).resolved.setting("channel.shadowing", to: "none")
      .setting("channel.fading", to: "none")
    let folder = try TemporaryFolder()
    try folder.write(site, to: "site.yaml")
    let result = try await result(Scenario(plain, path: folder.path("m.yaml")))
    let errors = try #require(result.ranging.first).tally.anchors[3]
    #expect(errors.count > 100 && (errors.meanMagnitude ?? 9) < 0.002)
    // One that is mobile and of which nobody says where it was is not scored.
    let unknown = try await self.result(scenario(site, ""))
    #expect(try #require(unknown.ranging.first).tally.anchors[3].count == 0)
  }

  @Test func `tracks as a table are the same tracks`() throws {
    let scenario = try scenario(
      Self.site(Self.truck + ", mobile: true}"),
      "moving: [{beacon: truck, walk: {}}, {beacon: one, carried: {}}]")
    let site = try #require(scenario.simulation).site
    let walks = try study(scenario).beaconWalks(ofLap: 0)
    let folder = try TemporaryFolder()
    try folder.write(BeaconTracksTable.text(of: walks, site: site), to: "tracks.csv")
    let read = try BeaconTracksTable(contentsOf: folder.path("tracks.csv"), site: site).walks()
    #expect(Set(read.keys) == [0, 3])
    for (anchor, walk) in walks {
      #expect(read[anchor]?.knots.map(\.time) == walk.knots.map(\.time))
      #expect(read[anchor]?.knots.map(\.position) == walk.knots.map(\.position))
    }
    for (table, sentence) in [
      ("1,four,2,3\n", "column beacon: expected a beacon of the site, one, two, three"),
      ("1,one,2,3\n1,two,2,3\n1,one,2,3\n", "column time_s: expected rising times of one"),
      ("", "expected at least one row"),
    ] {
      try folder.write("time_s,beacon,x_m,y_m\n" + table, to: "bad.csv")
      let refusal = refusal { try BeaconTracksTable(contentsOf: folder.path("bad.csv"), site: site) }
      #expect(refusal.contains(sentence), "\(refusal)")
    }
  }

  @Test(arguments: [
    ("[{beacon: nix, walk: {}}]", "[0].beacon: expected the id of a beacon of the site"),
    ("[{beacon: one, walk: {}}, {beacon: one, walk: {}}]", "[1].beacon: expected each beacon once"),
    ("[{beacon: one}]", "[0]: expected "),
    ("[{beacon: one, walk: {}, carried: {}}]", "[0]: expected "),
    ("[{beacon: one, walk: {duration: 9}}]", "[0].walk.duration: expected no such key for a beacon"),
    ("[{beacon: one, walk: {route: [a, c]}}]", "[0].walk.route[1]: expected a node that an edge joins to a"),
    ("[{beacon: one, walk: {track: {truth: nix.csv}}}]", "[0].walk.track.truth: no such file"),
    ("[{beacon: one, carried: {offset: [1, 2]}}]", "[0].carried.offset: expected "),
  ])
  func `what cannot walk so is refused with its key`(moving: String, sentence: String) {
    let refusal = refusal { try scenario(Self.site(""), "moving: \(moving)") }
    #expect(refusal.contains("beacons.moving\(sentence)"), "\(refusal)")
  }
}
