import Documents
import Foundation
import Rendering
import Sites
import TestSupport
import Testing
import World

@testable import Comparisons
@testable import Laps
@testable import Results
@testable import Scenarios
@testable import Sweeping

/// Documents, tables and results with a few changes each: whatever they say, there is a value or one sentence of
/// printable characters. A trap ends the run, and leaves the folder with the file that did it among the temporary ones.
///
/// `BEACONBENCH_FUZZ` says how many mutants there are of each seed; `make fuzz` asks for many.
@Suite(.serialized) struct DocumentMutationTests {
  static let rounds = ProcessInfo.processInfo.environment["BEACONBENCH_FUZZ"].flatMap { Int($0) } ?? 3

  private let temporary: TemporaryFolder
  /// Where a mutant lies while it is read.
  private let folder: String

  init() throws {
    temporary = try TemporaryFolder()
    // Documents name others beside them.
    folder = temporary.path("scenarios")
    try FileManager.default.copyItem(atPath: Checkout.path("scenarios"), toPath: folder)
  }

  /// Reads mutants of a text, each at the same place.
  private func survive(
    _ text: String, at name: String, rounds: Int = Self.rounds, read: (String) throws -> Void
  ) throws {
    var mutator = TextMutator(seed: UInt64(text.utf8.count))
    let path = "\(folder)/\(name)"
    let octets = Array(text.utf8)
    var accepted = 0
    for round in 0..<rounds {
      try Data(mutator.mutant(of: octets)).write(to: URL(filePath: path))
      do {
        try read(path)
        accepted += 1
      } catch let problem as any InputProblem {
        let sentence = problem.description
        #expect(sentence == sentence.printable(), "\(name), round \(round): \(sentence)")
      }
    }
    // Changes that are all accepted, or all refused, reach little.
    #expect(rounds < 100 || 1..<rounds ~= accepted, "\(name): \(accepted) of \(rounds) accepted")
    try Data(octets).write(to: URL(filePath: path))
  }

  /// The same for files of the repository, which lie in the folder already.
  private func survive(_ names: [String], read: (String) throws -> Void) throws {
    for name in names {
      let text = try String(contentsOfFile: Checkout.path("scenarios/\(name)"), encoding: .utf8)
      try survive(text, at: name, read: read)
    }
  }

  private func yaml(in part: String) throws -> [String] {
    try Checkout.files(in: "scenarios" + part, ending: ".yaml").map {
      String($0.dropFirst("scenarios/".count))
    }
  }

  @Test func `sites, in YAML and in JSON`() throws {
    try survive(try yaml(in: "/sites")) { _ = try SiteFile(contentsOf: $0) }
    for name in try yaml(in: "/sites").prefix(4) {
      let json = try Document(contentsOf: "\(folder)/\(name)").prettyJSON
      try survive(json, at: "sites/mutant.json") { _ = try SiteFile(contentsOf: $0) }
    }
  }

  @Test func `scenarios, simulated and recorded`() throws {
    try survive(try yaml(in: "")) { _ = try Scenario(contentsOf: $0) }
  }

  @Test func `channels, reproductions and fingerprint experiments`() throws {
    try survive(try yaml(in: "/channels")) { path in
      let scenario = "\(folder)/floor35.yaml"
      _ = try Scenario(contentsOf: scenario, channel: ChannelFile(contentsOf: path))
    }
    try survive(try yaml(in: "/reproductions")) { _ = try Reproduction(contentsOf: $0) }
    try survive(try yaml(in: "/fingerprint")) { _ = try FingerprintStudy(contentsOf: $0) }
  }

  @Test func `tables of readings, truth, presses and beacons that walk`() throws {
    let site = try SiteFile(contentsOf: "\(folder)/sites/two-floors.yaml").site
    let beacon = site.anchors[0].id
    let readings = """
      time_s,beacon,rssi_dbm,receiver,transmitter,channel,count,lap
      0.0,\(beacon),-70.0,phone,C0:98:E5:00:00:01@-60,37,1,7
      1.5,\(site.anchors[1].id),,"x",,,2,7

      """
    try survive(readings, at: "r.csv", rounds: 20 * Self.rounds) { path in
      for unknown in [UnknownBeacons.refused, .counted] {
        var source = try ReadingsSource(contentsOf: path, site: site, lap: 7, unknownBeacons: unknown)
        _ = try source.stream(kind: source.kind)
      }
    }
    try survive(
      "time_s,x_m,y_m,z_m,floor,lap\n0,1,2,3,0,1\n1.5,2,3,4,1,1\n", at: "t.csv", rounds: 20 * Self.rounds
    ) { _ = try TruthTable(contentsOf: $0, site: site).walk(lap: 1) }
    let point = site.testPoints.first?.id ?? 1
    try survive("lap,time_s,point\n1,2.5,\(point)\n1,3.5,\(point)\n", at: "p.csv", rounds: 20 * Self.rounds) {
      _ = try PressesTable(contentsOf: $0, site: site).presses(lap: 1)
    }
    try survive(
      "time_s,beacon,x_m,y_m\n0,\(beacon),1,2\n1,\(beacon),2,2\n", at: "b.csv", rounds: 20 * Self.rounds
    ) { _ = try BeaconTracksTable(contentsOf: $0, site: site) }
  }

  @Test func `data sets: the declaration, its rows and its histograms`() throws {
    let site = "name: s\nreceivers: [{id: a, position: [0, 0, 0]}, {id: b, position: [9, 0, 0]}]\n"
    let rows = "t,r,l,x,y\n1,a,-50,1,1\n2,b,-60,1.5,1\n3,a,-55,2,1\n"
    let survey =
      "Bins:[-80, -70, -60]\nDongles:{}\nBeacons:{}\n"
      + #"Fingerprints:{"(1.5, -2, 3)": {"b": {"e": [0.25, 0.75]}, "a": {"e": [1, 0]}}}"# + "\n"
    func write(_ text: String, _ name: String) throws -> String {
      try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
      return try FileDigest.sha256(ofFile: "\(folder)/\(name)")
    }
    _ = try write(site, "s.yaml")
    let (ofRows, ofSurvey) = (try write(rows, "rows.csv"), try write(survey, "survey.hst"))
    func declaration(rows: String, survey: String) -> String {
      """
      {name: d, about: a, source: s, licence: l, site: s.yaml, faults: [gaps],
       layout: {rows: {time: t, anchor: r, level: l, x: x, y: y, height: 1}},
       walks: [{name: w, path: rows.csv, sha256: "\(rows)"}],
       calibration: [{name: c, path: survey.hst, sha256: "\(survey)", layout: {histograms: {beacon: e}}}]}

      """
    }
    func read(_ path: String) throws { _ = try Dataset(contentsOf: path, root: folder) }
    try survive(
      declaration(rows: ofRows, survey: ofSurvey), at: "d.yaml", rounds: 10 * Self.rounds, read: read)
    for (text, name) in [(rows, "rows.csv"), (survey, "survey.hst")] {
      try survive(text, at: name, rounds: 2 * Self.rounds) { path in
        let digest = try FileDigest.sha256(ofFile: path)
        let digests = name == "rows.csv" ? (digest, ofSurvey) : (ofRows, digest)
        _ = try write(declaration(rows: digests.0, survey: digests.1), "d.yaml")
        try read("\(folder)/d.yaml")
      }
    }
  }

  @Test func `results folders: errors, summary and scenario`() async throws {
    let document = try Document(contentsOf: "\(folder)/floor35.yaml").shortened(to: 2)
      .setting("laps.count", to: 2)
    let study = try Study(Scenario(document, path: "\(folder)/floor35.yaml"), dataRoot: folder)
    let result = try await study.run(width: 1) { _ in }
    var errors: [UInt8] = []
    ErrorsTable.write(result) {
      errors += $0
    }
    let files = [
      ("scenario.yaml", try study.saved.files[0].document.yaml), ("summary.json", result.document.prettyJSON),
      ("errors.csv", String(decoding: errors, as: UTF8.self)),
    ]
    for folder in ["a", "b"] {
      try FileManager.default.createDirectory(
        atPath: "\(self.folder)/\(folder)", withIntermediateDirectories: true)
      for (name, text) in files {
        try Data(text.utf8).write(to: URL(filePath: "\(self.folder)/\(folder)/\(name)"))
      }
    }
    let a = try SavedResults(contentsOf: "\(folder)/a")
    for (name, text) in files {
      try survive(text, at: "b/\(name)", rounds: 2 * Self.rounds) { _ in
        let b = try SavedResults(contentsOf: "\(folder)/b")
        _ = try FolderComparison(a, b)
        _ = try FolderComparison(within: b, pipelines: b.pipelines.map(\.name))
      }
    }
  }
}
