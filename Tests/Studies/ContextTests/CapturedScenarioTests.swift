import Captures
import Context
import Foundation
import Laps
import Scenarios
import Sites
import TestSupport
import Testing
import World

/// The round trip of applications: simulate, write as a capture, replay.
@Suite struct CapturedScenarioTests {
  private static let simulated = [
    "conference", "conference-noise-free", "energy", "energy-noise-free", "exhibition-noise-free",
    "exhibition-running", "exhibition-walking", "fleet", "fleet-noise-free", "monitoring",
    "monitoring-noise-free",
    "nearables-noise-free", "nearables-zones", "pass", "pass-noise-free", "presence", "presence-noise-free",
    "rooms", "services",
    "services-noise-free", "spoofing", "spoofing-noise-free",
  ]
  private static let recorded = ["two-rooms", "two-rooms-first-half"]

  @Test func `every shipped scenario is among those that are captured here`() throws {
    #expect(
      try Checkout.files(in: "scenarios/context", ending: ".yaml")
        == (Self.simulated + Self.recorded).map { "scenarios/context/\($0).yaml" }.sorted())
  }

  private static func scenario(_ name: String) throws -> ContextScenario {
    try ContextScenario(contentsOf: Checkout.path("scenarios/context/\(name).yaml"), laps: 1, dataRoot: "")
  }

  @Test(arguments: simulated)
  func `a replayed capture gives every container's events, states and measurements of the lap`(_ name: String)
    throws
  {
    let scenario = try Self.scenario(name)
    guard case .simulated(let study) = scenario.study else { return }
    let folder = try TemporaryFolder()
    for (walker, expected) in try scenario.outcomes(ofLap: 0).enumerated() {
      let lap = try SimulatedLap(study, lap: 0, walker: walker)
      for format in CaptureFormat.allCases {
        var writer = CaptureWriter(format: format)
        try writer.append(lap.stream, directory: lap.directory)
        writer.finish(at: lap.end)
        try Data(writer.bytes).write(to: URL(filePath: folder.path("lap")))
        let messages = scenario.messages(ofLap: 0, of: study, walker: walker)
        #expect(try logs("lap", in: folder, scenario, messages) == expected.map(\.log), "\(format)")
      }
    }
  }

  /// The pieces are as long as no record, so that most of them end within one.
  @Test(arguments: simulated)
  func `a capture that is replayed live from a pipe gives the events of the lap as they come`(_ name: String)
    throws
  {
    let scenario = try Self.scenario(name)
    guard case .simulated(let study) = scenario.study else { return }
    for (walker, expected) in try scenario.outcomes(ofLap: 0).enumerated() {
      let lap = try SimulatedLap(study, lap: 0, walker: walker)
      var writer = CaptureWriter(format: .btsnoop)
      try writer.append(lap.stream, directory: lap.directory)
      writer.finish(at: lap.end)
      let bytes = writer.bytes
      let fifo = try Fifo()
      fifo.write(
        stride(from: 0, to: bytes.count, by: 9973).map { Array(bytes[$0..<min($0 + 9973, bytes.count)]) })
      var replay = try ContextReplay(
        contentsOf: fifo.path, through: scenario, site: scenario.study.site,
        messages: scenario.messages(ofLap: 0, of: study, walker: walker))
      #expect(replay.isLive)
      var rows: [[EventRow]] = []
      while let more = try replay.next() { rows.append(more) }
      #expect(replay.logs == expected.map(\.log))
      // Each event is handed over once.
      #expect(rows.joined().count == expected.reduce(0) { $0 + $1.log.events.count })
    }
  }

  /// A data set listens to the end of its ground truth, a table alone to its last row.
  @Test(arguments: recorded)
  func `a replayed table gives the states of a recorded walk as far as the table goes`(_ name: String) throws
  {
    let scenario = try Self.scenario(name)
    guard case .recorded(let study) = scenario.study else { return }
    #expect(!study.walks.isEmpty)
    for (lap, walk) in study.walks.enumerated() {
      let table = Checkout.path("scenarios/recordings/starksm64/\(walk.name)-readings.csv.gz")
      var replay = try ContextReplay(contentsOf: table, through: scenario, site: scenario.study.site)
      _ = try replay.result()
      for (noticed, outcome) in try zip(replay.logs, scenario.outcomes(ofLap: lap)[0]) {
        #expect(!noticed.claims.isEmpty && outcome.log.claims.starts(with: noticed.claims))
        #expect(noticed.events == outcome.log.events)
      }
    }
  }

  /// Of the eleven applications, all but the fleet's say nothing of a stream without what they need.
  @Test func `all eleven kinds of application are in the scenarios`() throws {
    let kinds = try Self.simulated.flatMap {
      try Self.scenario($0).settings.applications.map { type(of: $0.application.settings).name }
    }
    #expect(Set(kinds).count == 11)
  }

  private static let mixed = """
    name: mixed
    floors: [{level: 0, elevation: 0}]
    path: {nodes: {a: [0, 0], b: [9, 0]}, edges: [[a, b]]}
    beacons:
      - {id: door, eddystone: {namespace: EDD1EBEAC04E5DEFA017, instance: 0123456789AB}, position: [1, 0, 1], measuredPower: -59}
      - {id: link, eddystone: {url: "https://example.com/"}, position: [4, 0, 1], measuredPower: -59}
      - {id: chair, address: "11:22:33:44:55:66", position: [6, 0, 1]}
    """
  private static let mixedScenario = """
    name: mixed
    site: site.yaml
    laps: {count: 1}
    walk: {route: [a, b], duration: 60}
    channel: {pathLoss: {logDistance: {n: 2, c: -59}}}
    beacons:
      interval: 0.5
      nearables:
        - {beacon: door, temperature: 7, warming: 120, battery: 2.41, batteryLoss: 3}
        - {beacon: link, temperature: -3}
        - {beacon: chair, battery: 2.5, batteryLoss: 20, moves: [{from: 10, until: 12, orientation: rightSide}]}
    context:
      applications:
        - {name: fleet, application: {fleet: {}}}
        - {name: food, application: {transport: {items: [door, link]}}}
        - {name: wheelchair, application: {mobility: {chair: chair}}}
    """

  /// The battery of the door has 2.41 V less 3 V an hour: below 2.4 V after 12 s. It is above 8 °C after 30 s, the link is below 0 °C always,
  /// and the chair lies from 11 s on. Its battery is below 2.4 V after 18 s.
  @Test(arguments: CaptureFormat.allCases)
  func `telemetry of Eddystone beacons and stickers known by address come through a capture`(
    _ format: CaptureFormat
  )
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.mixed, to: "site.yaml")
    try folder.write(Self.mixedScenario, to: "mixed.yaml")
    let scenario = try ContextScenario(contentsOf: folder.path("mixed.yaml"), dataRoot: "")
    guard case .simulated(let study) = scenario.study else { return }
    let lap = try SimulatedLap(study, lap: 0)
    var writer = CaptureWriter(format: format)
    try writer.append(lap.stream, directory: lap.directory)
    writer.finish(at: lap.end)
    try Data(writer.bytes).write(to: URL(filePath: folder.path("lap")))
    let logs = try logs("lap", in: folder, scenario)
    #expect(try logs == scenario.outcomes(ofLap: 0)[0].map(\.log))
    let events = logs.flatMap(\.events)
    #expect(events.contains { $0.kind == "battery" && $0.subject == "door" && 11...15 ~= $0.time })
    #expect(events.contains { $0.kind == "battery" && $0.subject == "chair" && 17...21 ~= $0.time })
    #expect(events.contains { $0.kind == "tooWarm" && $0.subject == "door" && 39...45 ~= $0.time })
    #expect(events.contains { $0.kind == "tooCold" && $0.subject == "link" && 9...13 ~= $0.time })
    #expect(events.contains { $0.kind == "asked" && $0.subject == "chair" })
  }

  @Test
  func `a recording without what an application needs is warned about, and refused without anything for any`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write("time_s,beacon,rssi_dbm\n0.5,b20,-60\n9.5,b20,-70\n", to: "booth.csv")
    try folder.write("time_s,beacon,rssi_dbm\n0.5,cup,-60\n", to: "cup.csv")
    let scenario = try Self.scenario("services-noise-free")
    var booth = try ContextReplay(
      contentsOf: folder.path("booth.csv"), through: scenario, site: scenario.study.site)
    _ = try booth.result()
    #expect(
      booth.warnings
        == [
          "keys, which needs an advertisement of keys", "food, which needs a temperature of cup",
          "answered, which needs an orientation of cup", "not answered, which needs an orientation of cup",
        ].map { "\(folder.path("booth.csv")): nothing for the application \($0)" })
    var cup = try ContextReplay(
      contentsOf: folder.path("cup.csv"), through: scenario, site: scenario.study.site)
    #expect {
      _ = try cup.result()
    } throws: {
      "\($0)"
        == "\(folder.path("cup.csv")): expected something that one of the 6 applications needs, such as a beacon of the "
        + "regions b20, b60 for rules, found none in 1 advertisements of other beacons"
    }
  }

  private func logs(
    _ name: String, in folder: TemporaryFolder, _ scenario: ContextScenario,
    _ messages: [[ContextMessage]]? = nil
  ) throws -> [ContextLog] {
    var replay = try ContextReplay(
      contentsOf: folder.path(name), through: scenario, site: scenario.study.site, messages: messages)
    _ = try replay.result()
    #expect(replay.warnings.isEmpty)
    return replay.logs
  }
}
