import Captures
import Context
import Documents
import Foundation
import Laps
import Sites
import TestSupport
import Testing
import World

/// What is reported of events, claims and measurements.
@Suite struct StreamReportTests {
  private static func scenario(_ name: String) throws -> ContextScenario {
    try ContextScenario(contentsOf: Checkout.path("scenarios/context/\(name).yaml"), laps: 1, dataRoot: "")
  }

  private static func plan(_ scenario: ContextScenario) -> ReportPlan {
    ReportPlan(
      scenario.settings, on: scenario.study.site,
      places: GeodeticPlaces(scenario.study.site, at: .init(latitude: 60, longitude: 10)), person: "Ada")
  }

  /// Logs without anything of the applications of a scenario, with what is noted for the report behind them.
  private static func logs(_ scenario: ContextScenario) -> [ContextLog] {
    [ContextLog](repeating: ContextLog(), count: scenario.settings.applications.count + 1)
  }

  private static func documents(_ records: [ReportRecord]) throws -> [Document] {
    try records.map { try Document(json: $0.body, file: "") }
  }

  /// The middle of the first room, from -10 to 45 m, is 17.5 m east of the origin: 0.000314762 degrees at 60° north, where one of longitude is
  /// 55.597 km on a sphere of 6371 km.
  @Test func `an event becomes an incident with person, place and coordinates`() throws {
    let scenario = try Self.scenario("services-noise-free")
    var logs = Self.logs(scenario)
    var report = StreamReport(Self.plan(scenario), of: "run", lap: 3, began: 1_000_000_000)
    logs[6].add(ContextEvent("place", "first", at: 4_000_000, place: "first"))
    logs[2].add(
      ContextEvent("tooWarm", "cup", at: 81_000_000, place: "second", value: 0.5, identities: ["b60", "cup"]))
    logs[5].add(ContextEvent("ticked", "take the tablets", at: 16_000_000))
    logs[0].add(ContextEvent("enter", "b20", at: 3_500_000))
    let records = report.records(of: logs)
    #expect(records.map(\.key) == ["run.3.0.0.0", "run.3.0.2.0", "run.3.0.5.0"])
    let documents = try Self.documents(records)
    #expect(try documents.map { try $0.text("person") } == ["Ada", "Ada", "Ada"])
    #expect(try documents.map { try $0.number("unixSeconds") } == [1003.5, 1081, 1016])
    // Before the first place is known.
    #expect(!documents[0].has("place") && !documents[0].has("latitude"))
    #expect(try documents[1].text("place") == "second" && documents[1].text("beacon") == "cup")
    #expect(try documents[1].number("value") == 0.5)
    #expect(try documents[1].elements("identities").map { try $0.text } == ["b60", "cup"])
    // Of the patient, whom the master beacon names.
    #expect(try documents[2].text("beacon") == "b20" && documents[2].text("subject") == "take the tablets")
    #expect(try documents[2].text("place") == "first" && documents[2].number("latitude") == 60)
    #expect(try abs(documents[2].number("longitude") - 10.000314762) < 1e-8)
    #expect(report.records(of: logs).isEmpty)
  }

  @Test func `a reading has what was measured, and where the phone was`() throws {
    let scenario = try Self.scenario("services-noise-free")
    var logs = Self.logs(scenario)
    var report = StreamReport(Self.plan(scenario), of: "run", began: 0)
    let cup: [Document.Member] = .init(present: ["rssi": -60, "temperature": 4.25, "moving": true])
    logs[6].add(BeaconReading("b20", at: 1_000_000, place: "first", .init(present: ["rssi": -70.5])))
    logs[6].add(BeaconReading("cup", at: 1_000_000, place: "first", cup))
    let records = report.records(of: logs)
    #expect(records.map(\.key) == ["run.0.0.r0", "run.0.0.r1"])
    #expect(records.allSatisfy { $0.kind == .readings })
    let documents = try Self.documents(records)
    #expect(try documents[0].text("beacon") == "b20" && documents[0].number("rssi") == -70.5)
    #expect(!documents[0].has("temperature"))
    #expect(try documents[1].number("temperature") == 4.25 && documents[1]["moving"].flag)
    #expect(try documents[1].number("latitude") == 60)
  }

  @Test func `a sighting comes with each change, and once a minute from who stays`() throws {
    let scenario = try Self.scenario("presence-noise-free")
    let application = try #require(
      scenario.settings.applications.firstIndex {
        !$0.application.settings.states(on: scenario.study.site).isEmpty
      })
    let offered = scenario.settings.applications[application].application.settings.offered
    let beacons = scenario.study.site.anchors.map(\.id)
    var logs = Self.logs(scenario)
    var report = StreamReport(Self.plan(scenario), of: "run", walker: (2, "Eve"), began: 0)
    var records: [ReportRecord] = []
    // 62 seconds at one beacon, 2 at another, 1 nowhere and 1 at the other.
    for state in [Int32](repeating: 0, count: 62) + [1, 1, -1, 1] {
      logs[application].claim([state] + [Int32](repeating: -1, count: offered - 1))
      records += report.records(of: logs)
    }
    #expect(records.map(\.key) == [1, 61, 63, 66].map { "run.0.2.s\($0)" })
    let documents = try Self.documents(records)
    #expect(try documents.map { try $0.text("beacon") } == [0, 0, 1, 1].map { beacons[$0] })
    #expect(try documents.map { try $0.number("unixSeconds") } == [1, 61, 63, 66])
    #expect(try documents.allSatisfy { try $0.text("person") == "Eve" })
  }

  /// The presence of visitors, who have several applications each; rooms; and events of all services.
  @Test(arguments: ["conference-noise-free", "rooms", "services", "fleet-noise-free", "presence"])
  func `a recording is reported the same in one piece and in many, each record with a key of its own`(
    _ name: String
  ) throws {
    let scenario = try Self.scenario(name)
    guard case .simulated(let study) = scenario.study else { return }
    let folder = try TemporaryFolder()
    let lap = try SimulatedLap(study, lap: 0)
    var writer = CaptureWriter(format: .btsnoop)
    try writer.append(lap.stream, directory: lap.directory)
    writer.finish(at: lap.end)
    try Data(writer.bytes).write(to: URL(filePath: folder.path("lap")))
    func replay(_ path: String) throws -> (records: [ReportRecord], name: String?) {
      var replay = try ContextReplay(
        contentsOf: path, through: scenario, site: scenario.study.site, isReported: true)
      var report = StreamReport(Self.plan(scenario), of: "run", began: 0)
      var records: [ReportRecord] = []
      while try replay.next() != nil { records += report.records(of: replay.logs) }
      return (records, replay.beginning(now: 0)?.name)
    }
    let whole = try replay(folder.path("lap"))
    let fifo = try Fifo()
    fifo.write(
      stride(from: 0, to: writer.bytes.count, by: 3001).map {
        Array(writer.bytes[$0..<min($0 + 3001, writer.bytes.count)])
      })
    let live = try replay(fifo.path)
    #expect(Set(live.records) == Set(whole.records) && live.records.count == whole.records.count)
    #expect(live.name == whole.name && whole.name?.count == 16)
    #expect(Set(whole.records.map(\.key)).count == whole.records.count && whole.records.count > 10)
  }

  @Test func `the names of scenarios differ by what they simulate, and not by the number of laps`() throws {
    func name(seed: UInt64, laps: Int, _ scenario: String = "services") throws -> String {
      try ReportPlan.name(
        of: ContextScenario(
          contentsOf: Checkout.path("scenarios/context/\(scenario).yaml"), seed: seed, laps: laps,
          dataRoot: ""))
    }
    let first = try name(seed: 1, laps: 1)
    #expect(try name(seed: 1, laps: 40) == first)
    #expect(try name(seed: 2, laps: 1) != first && name(seed: 1, laps: 1, "presence") != first)
    #expect(first.hasSuffix(".1"))
  }

  @Test func `the server is to know the site's beacons and the patient first`() throws {
    let preparations = try Self.plan(Self.scenario("services-noise-free")).preparations
    #expect(preparations.map(\.key) == ["b20", "b60", "keys", "cup", "b20"])
    let documents = try Self.documents(preparations)
    #expect(try documents[1].integer("minor") == 60 && documents[1].number("x") == 60)
    #expect(try documents[1].text("uuid") == "2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21")
    #expect(try documents[4].text("name") == "A. Example" && documents[4].elements("tasks").count == 2)
    #expect(try documents[4].elements("items").map { try $0.text("id") } == ["keys", "cup"])
  }
}
