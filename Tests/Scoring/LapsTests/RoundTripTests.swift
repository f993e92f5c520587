import Captures
import Evaluation
import Foundation
import Laps
import Propagation
import Scenarios
import Sites
import TestSupport
import Testing
import World

/// Simulate, write as a capture, replay: the very same stream, fixes and scores.
@Suite struct RoundTripTests {
  private static func study() throws -> (Scenario, Simulation, SimulatedStudy) {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/floor35.yaml"), laps: 8)
    let simulation = try #require(scenario.simulation)
    return (scenario, simulation, try SimulatedStudy(scenario, simulation))
  }

  /// Laps 0 to 3 hold both directions with both hands.
  @Test(arguments: 0..<4, [CaptureFormat.btsnoop, .btsnoopMonitor, .pcapng])
  func `a written capture replays to the same stream but for the channel`(lap: Int, format: CaptureFormat)
    throws
  {
    let (_, simulation, study) = try Self.study()
    var simulated = try study.source(ofLap: lap, tellsChannel: false)
    let stream = try simulated.stream()
    var writer = CaptureWriter(format: format)
    try writer.append(stream, directory: simulated.directory)
    writer.finish(at: try #require(simulated.end))
    var replayed = try ReplaySource(
      bytes: writer.bytes, name: "lap", options: ReplayOptions(site: simulation.site))
    #expect(try replayed.stream() == stream)
    #expect(replayed.directory == simulated.directory)
    #expect(replayed.tally == simulated.tally)
    #expect(replayed.end == simulated.end)
    #expect(stream.count > 20_000)
  }

  @Test(arguments: 0..<4)
  func `replaying a lap from its files gives the fixes and errors of run to the last bit`(lap: Int)
    async throws
  {
    let (scenario, simulation, study) = try Self.study()
    let result = try await Study.simulated(study).run(width: 1) { _ in }
    let folder = try TemporaryFolder()
    let simulated = try SimulatedLap(study, lap: lap)
    try folder.write(TruthTable.text(of: simulated.walk), to: "truth.csv")
    try folder.write(PressesTable.text(of: simulated.presses, site: simulation.site), to: "presses.csv")

    let truth = Replay.Truth(
      walk: try TruthTable(contentsOf: folder.path("truth.csv"), site: simulation.site).walk(),
      presses: try PressesTable(contentsOf: folder.path("presses.csv"), site: simulation.site).presses())
    let replay = try folder.replay(folder.capture(simulated), of: scenario, truth: truth)
    let scores = try #require(replay.scores)
    for (run, replayed) in zip(result.pipelines, scores.pipelines) {
      let expected = run.errors.filter { $0.lap == lap }
      #expect(replayed.errors.map(\.time) == expected.map(\.time))
      #expect(replayed.errors.map(\.outcome) == expected.map(\.outcome))
      #expect(expected.count == 12)
    }
    #expect(try replay.tracks.map(\.callbacks) == study.callbacks(of: simulated))
  }

  /// As a site knows beacons that are no iBeacons; of the one by its address the site alone says the power.
  private static let kinds = """
    name: kinds
    path: {nodes: {a: [0, 0], b: [12, 0], c: [12, 8]}, edges: [[a, b], [b, c], [c, a]]}
    testPoints: [{id: 1, position: [3, 0]}]
    beacons:
      - {id: alt, altBeacon: {uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 1}, measuredPower: -59, position: [1, -1, 3]}
      - {id: uid, eddystone: {namespace: EDD1EBEAC04E5DEFA017, instance: "0000000000B1"}, measuredPower: -61, position: [7, 4, 3]}
      - {id: url, eddystone: {url: "https://example.org/a"}, measuredPower: -60, position: [11, 1, 3]}
      - {id: tag, address: "C0:98:E5:00:00:01", measuredPower: -62, position: [12, 8, 3]}
    """

  @Test func `beacons of every kind replay to the same stream, ranges and fixes`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.kinds, to: "site.yaml")
    try folder.write(
      """
      name: lap
      site: site.yaml
      laps: {count: 1}
      walk: {walkIn: 0, duration: 20}
      channel: {pathLoss: {logDistance: {n: 2, c: -59}}}
      assumes: {n: 2}
      pipelines: [{name: p, method: weightedCentroid}]
      """, to: "s.yaml")
    let scenario = try Scenario(contentsOf: folder.path("s.yaml"))
    let simulation = try #require(scenario.simulation)
    let study = try SimulatedStudy(scenario, simulation)
    let simulated = try SimulatedLap(study, lap: 0)
    let path = try folder.capture(simulated)
    var replayed = try ReplaySource(
      bytes: Array(Data(contentsOf: URL(filePath: path))), name: "lap",
      options: ReplayOptions(site: simulation.site))
    #expect(try replayed.stream().anchors == simulated.stream.anchors)
    #expect(replayed.directory == simulated.directory)
    #expect(Set(simulated.stream.anchors) == [0, 1, 2, 3])

    let replay = try folder.replay(path, of: scenario)
    #expect(replay.ranges.map(\.levelAtOneMetre) == [-59, -61, -60, -62])
    #expect(try replay.tracks.map(\.callbacks) == study.callbacks(of: simulated))
  }

  @Test func `a readings table of a lap replays to the same fixes as its capture`() throws {
    let (scenario, simulation, study) = try Self.study()
    let simulated = try SimulatedLap(study, lap: 3)
    let folder = try TemporaryFolder()
    try folder.write(
      ReadingsTable.text(of: simulated.stream, directory: simulated.directory, site: simulation.site),
      to: "readings.csv")
    let replay = try folder.replay(folder.path("readings.csv"), of: scenario)
    #expect(try replay.tracks.map(\.callbacks) == study.callbacks(of: simulated))
  }
}
