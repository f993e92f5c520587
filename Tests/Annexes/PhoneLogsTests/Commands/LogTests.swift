import Documents
import Foundation
import Sites
import TestSupport
import Testing

/// Logs of phones and receivers on the command line, with positions worked out on paper.
@Suite struct LogTests {
  private static let site = """
    name: hall
    origin: {latitude: 41, longitude: 2}
    rooms:
      - {name: hall, corners: [[-5, -5], [20, -5], [20, 10], [-5, 10]]}
    beacons:
      - {id: a, uuid: 2D6C1A5E-1234-5678-9ABC-DEF000000001, major: 100, minor: 1, measuredPower: -59, position: [0, 0, 2]}
      - {id: b, uuid: 2D6C1A5E-1234-5678-9ABC-DEF000000001, major: 100, minor: 2, measuredPower: -59, position: [10, 0, 2]}

    """

  /// Ten seconds at the place 3 m east and 4 m north of beacon a, which is heard best. At 41° of latitude a degree of longitude of
  /// WGS 84 is 84135.185 m, and one of latitude 111053.908 m.
  private static let log: String = {
    var rows = ["% LogFile created by the 'GetSensorData' App for Android."]
    rows.append("POSI;100.000;1;41.00003602;2.00003566;0;0")
    for number in 0..<50 {
      let time = String(format: "%.3f", 100 + Double(number) / 5)
      for (minor, level) in [(1, -50), (2, -80)] {
        rows.append(
          "BLE4;\(time);iBeacon;AA:BB:CC:DD:EE:0\(minor);\(level);-59;100;\(minor);2d6c1a5e-1234-5678-9abc-def000000001"
        )
      }
    }
    rows.append("POSI;110.000;2;41.00003602;2.00003566;0;0")
    return rows.joined(separator: "\n")
  }()

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.site, to: "site.yaml")
    try folder.write(Self.log, to: "walk.log")
    return folder
  }

  private func replay(_ options: String, in folder: TemporaryFolder) async throws -> Outcome {
    try await Program.run(["replay"] + options.split(separator: " ").map(String.init), in: folder)
  }

  @Test func `a log is scored against its own marks, whose degrees become metres by the site's origin`()
    async throws
  {
    let folder = try folder()
    let outcome = try await replay("walk.log --site site.yaml --json", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let document = try Document(json: outcome.output, file: "replay")
    let scores = try document.elements("scores")
    let nearest = try #require(scores.first { try $0.text("pipeline") == "proximity" })
    // The strongest beacon is 5 m away at every callback.
    #expect(try abs(nearest.number("meanMetres") - 5) < 0.002)
    #expect(try nearest.integer("n") == 10)
    #expect(
      try document.elements("notes").contains { try $0.text == "the ground truth is 2 marks of walk.log" })
  }

  @Test func `without an origin a log is replayed, and a note says why it is not scored`() async throws {
    let folder = try folder()
    try folder.write(Self.site.replacing("origin: {latitude: 41, longitude: 2}\n", with: ""), to: "site.yaml")
    let outcome = try await replay("walk.log --site site.yaml --json", in: folder)
    #expect(outcome.status == 0)
    let document = try Document(json: outcome.output, file: "replay")
    #expect(document.optional("scores") == nil)
    #expect(
      try document.elements("notes").map { try $0.text }.contains(
        "walk.log has 2 positions of the walker by latitude and longitude, which need the key origin of the site"
      ))
  }

  @Test func `inspect names the log, its marks and what is not read`() async throws {
    let outcome = try await Program.run(["inspect", "walk.log"], in: folder())
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("walk.log: log of GetSensorData\n"))
    #expect(outcome.output.contains("marks") && outcome.output.contains("100/1"))
  }

  @Test func `the map of a replay has fixes, truth and beacons with their degrees and times`() async throws {
    let folder = try folder()
    let outcome = try await replay("walk.log --site site.yaml --geojson-output map.geojson", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let features = try Document(contentsOf: folder.path("map.geojson")).elements("features")
    func all(_ kind: String) throws -> [Document] {
      try features.filter { try $0["properties"].text("kind") == kind }
    }
    func place(_ feature: Document) throws -> [Double] {
      try feature["geometry"]["coordinates"].elements.map { try $0.number }
    }
    // 10 m are 0.00011886 degrees of longitude.
    #expect(try all("beacon").map(place) == [[2, 41], [2.0001189, 41]])
    let truth = try all("truth")
    #expect(try truth.count == 10 && truth.allSatisfy { try place($0) == [2.0000357, 41.000036] })
    let fixes = try all("fix").filter { try $0["properties"].text("pipeline") == "proximity" }
    #expect(try fixes.count == 10 && fixes.allSatisfy { try place($0) == [2, 41] })
    #expect(try fixes.map { try $0["properties"].number("time_s") } == (1...10).map { Double($0) })
    // The log counts from its own beginning.
    #expect(fixes.allSatisfy { (try? $0["properties"])?.optional("time") == nil })
    #expect(try all("room").count == 1)
  }

  @Test func `a map of a site without an origin is refused in a sentence, before anything is written`()
    async throws
  {
    let folder = try folder()
    try folder.write(Self.site.replacing("origin: {latitude: 41, longitude: 2}\n", with: ""), to: "site.yaml")
    let outcome = try await replay("walk.log --site site.yaml --geojson-output map.geojson", in: folder)
    #expect(outcome.status == 2 && outcome.output.isEmpty && !folder.exists("map.geojson"))
    #expect(
      outcome.errors
        == "beaconbench: site.yaml: origin: expected latitude and longitude of the point [0, 0], for --geojson, found none\n"
    )
  }

  @Test func `messages of receivers about several devices need --device, which inspect lists`() async throws {
    let folder = try folder()
    var lines: [String] = []
    for number in 0..<20 {
      for (device, receiver, level) in [("phone", "k", -60), ("phone", "s", -70), ("tag", "k", -50)] {
        lines.append(
          "{\"tst\":\"2023-11-14T22:13:\(20 + number).000000+0000\",\"topic\":\"espresense/devices/\(device)/\(receiver)\","
            + "\"payload\":{\"mac\":\"aabbccddee01\",\"rssi\":\(level)}}")
      }
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "home.jsonl")
    try folder.write(
      "name: home\nreceivers:\n  - {id: k, position: [0, 0, 1]}\n  - {id: s, position: [4, 0, 1]}\n",
      to: "home.yaml")
    let refused = try await replay("home.jsonl --site home.yaml", in: folder)
    #expect(refused.status == 2)
    #expect(
      refused.errors
        == "beaconbench: home.jsonl: expected one device that the receivers hear, or --device of replay to choose one, found phone and tag\n"
    )
    let outcome = try await replay("home.jsonl --site home.yaml --device phone --json", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let ranges = try Document(json: outcome.output, file: "replay").elements("ranges")
    #expect(try ranges.map { try $0.text("beacon") } == ["k", "s"])
    #expect(try ranges.map { try $0.number("meanDbm") } == [-60, -70])
    let listed = try await Program.run(["inspect", "home.jsonl", "--json"], in: folder)
    let log = try Document(json: listed.output, file: "inspect")["log"]
    #expect(try log.elements("devices").map { try $0.text("name") } == ["phone", "tag"])
  }

  @Test func `an archive that leads out of its folder is refused with status 2`() async throws {
    let folder = try folder()
    try #require(
      try run([
        "python3", "-c",
        "import zipfile; z = zipfile.ZipFile('\(folder.path("walk.zip"))', 'w'); z.writestr('../bluetooth-x.csv', 'time,id,rssi')",
      ])
      .status == 0)
    let outcome = try await Program.run(["inspect", "walk.zip"], in: folder)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors.hasSuffix(
        "expected names of files below the archive's own folder, found \"../bluetooth-x.csv\"\n"))
  }

  @Test func `export writes a map beside its tables, which an export without it does not leave behind`()
    async throws
  {
    let folder = try SmallFiles.folder()
    try folder.write(SmallFiles.site + "origin: {latitude: 41, longitude: 2}\n", to: "site.yaml")
    try folder.write(SmallFiles.scenario + "score: {at: callbacks}\n", to: "tiny.yaml")
    let made = try await Program.run(["run", "tiny.yaml", "--quiet"], in: folder)
    #expect(made.status == 0, "\(made.errors)")
    let export = ["export", "results/tiny/seed1-laps4", "--into", "out"]
    let mapped = try await Program.run(export + ["--geojson", "--json"], in: folder)
    #expect(mapped.status == 0, "\(mapped.errors)")
    #expect(try Document(json: mapped.output, file: "export").text("map") == "map.geojson")
    let features = try Document(contentsOf: folder.path("out/map.geojson")).elements("features")
    func count(_ kind: String) throws -> Int {
      try features.count { try $0["properties"].text("kind") == kind }
    }
    // One row of the tables is one feature.
    func rows(_ table: String) throws -> [String] {
      try folder.read("out/\(table).csv").split(separator: "\n").dropFirst().map(String.init)
    }
    #expect(try count("beacon") == 3 && count("testPoint") == 2)
    #expect(try count("truth") == rows("truth").count)
    #expect(try count("fix") == rows("fixes").count { $0.contains(",ok,") })
    let plain = try await Program.run(export, in: folder)
    #expect(plain.status == 0, "\(plain.errors)")
    #expect(!folder.exists("out/map.geojson"))
  }

  private static let hasOgrinfo = (try? run(["ogrinfo", "--version"]).status) == 0

  @Test(.enabled(if: hasOgrinfo, "needs ogrinfo"))
  func `ogrinfo opens the map, with all features and times as numbers`() async throws {
    let folder = try folder()
    _ = try await replay("walk.log --site site.yaml --geojson-output map.geojson", in: folder)
    let features = try Document(contentsOf: folder.path("map.geojson")).elements("features")
    let told = try run(["ogrinfo", "-ro", "-al", "-so", folder.path("map.geojson")])
    #expect(told.status == 0)
    #expect(told.output.contains("Layer name: hall"))
    #expect(told.output.contains("Feature Count: \(features.count)"))
    #expect(told.output.contains("time_s: Real"))
    #expect(told.output.contains("WGS 84"))
  }
}
