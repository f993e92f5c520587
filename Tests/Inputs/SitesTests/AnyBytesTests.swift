import Documents
import Foundation
import Sites
import TestSupport
import Testing
import World

/// Whatever the octets, there is a result or a sentence. `BEACONBENCH_FUZZ` gives another number of rounds.
@Suite struct AnyBytesTests {
  static let rounds = ProcessInfo.processInfo.environment["BEACONBENCH_FUZZ"].flatMap { Int($0) } ?? 300

  /// Reads many mutants of a text and sees to it that some are read, some refused, and each refusal is one line.
  func survive(_ text: String, seed: UInt64, in name: String, read: (String) throws -> Void) throws {
    let scratch = try TemporaryFolder()
    let path = URL(filePath: scratch.path(name))
    var mutator = TextMutator(seed: seed)
    var refused = 0
    for round in 0..<AnyBytesTests.rounds {
      try Data(mutator.mutant(of: Array(text.utf8))).write(to: path)
      do {
        try read(path.path)
      } catch let problem as FileProblem {
        refused += 1
        #expect(!problem.description.contains("\n"), "round \(round): \(problem)")
        #expect(
          problem.description.contains("expected") && problem.file == path.path, "round \(round): \(problem)")
      }
    }
    #expect(refused > AnyBytesTests.rounds / 20 && refused < AnyBytesTests.rounds, "\(refused) refused")
  }

  @Test func `a site of any octets gives a site or a sentence`() throws {
    for (seed, text) in [SiteFileTests.small, SiteFileTests.storeys].enumerated() {
      try survive(text, seed: UInt64(seed), in: "s.yaml") { _ = try SiteFile(contentsOf: $0) }
    }
  }

  @Test func `JSON of any octets gives a document or a sentence`() throws {
    let text = Sample.awkward.prettyJSON
    try survive(text, seed: 2, in: "d.json") { _ = try Document(contentsOf: $0) }
  }

  @Test func `tables of any octets give readings, truth and presses or a sentence`() throws {
    let site = try SiteFile(Document(yaml: SiteFileTests.storeys, file: "")).site
    let readings =
      "time_s,beacon,rssi_dbm,receiver,transmitter,channel,count,lap\n0.0,b,-70.0,phone,C0:98:E5:00:00:01@-60,37,1,7\n1.5,a,,\"x\",,,2,7\n"
    try survive(readings, seed: 3, in: "r.csv") {
      var source = try ReadingsSource(contentsOf: $0, site: site, lap: 7)
      _ = try source.stream()
    }
    try survive("time_s,x_m,y_m,z_m,floor,lap\n0,1,2,3,0,1\n1.5,2,3,4,1,1\n", seed: 4, in: "t.csv") {
      _ = try TruthTable(contentsOf: $0, site: site).walk(lap: 1)
    }
    try survive("lap,time_s,point\n1,2.5,7\n1,3.5,7\n", seed: 5, in: "p.csv") {
      _ = try PressesTable(contentsOf: $0, site: site).presses(lap: 1)
    }
  }

  /// A random document, with words that are easily taken for something else.
  func document(depth: Int, using random: inout SplitMix) -> Document {
    let words = [
      "yes", "No", "ON", "null", "~", "", " ", "-", "1.5", "0x10", "017", "1_0", "12:30", "2021-11-29",
      ".inf", "NaN", "a: b",
      "a #b", "#", "[", "{a", "&a", "*a", "!a", "|", ">", "%a", "@a", "`a", "'", "\"", "\\", "a\nb", "\r",
      "\t", "\u{85}",
      "\u{2028}", "\u{7F}", "é", "😀", "plain", "two words", "a/b.c-d_e", "ends ", "true", "<<", "=", "?",
      "? a", "- a", "---",
    ]
    func word(_ random: inout SplitMix) -> String {
      words[Int.random(in: 0..<words.count, using: &random)]
    }
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return Document(word(&random))
    case 1: return Document(Int.random(in: -1_000_000...1_000_000, using: &random))
    case 2:
      let scale = [1e-300, 1e-9, 1.0, 1e9, 1e300][Int.random(in: 0..<5, using: &random)]
      return Document(Double.random(in: -1...1, using: &random) * scale)
    case 3: return Document(Bool.random(using: &random))
    case 4: return nil
    case 5:
      return Document(
        (0..<Int.random(in: 0...5, using: &random)).map { _ in document(depth: depth - 1, using: &random) })
    default:
      var members: [Document.Member] = []
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let key = word(&random)
        guard !members.contains(where: { $0.key == key }) else { continue }
        members.append(.init(key: key, value: document(depth: depth - 1, using: &random)))
      }
      return Document(members)
    }
  }

  private func documents(seed: UInt64) -> [Document] {
    var random = SplitMix(state: seed)
    return (0..<AnyBytesTests.rounds).map { _ in document(depth: 4, using: &random) }
  }

  @Test func `writes any document as YAML and JSON that read back the same`() throws {
    for (round, document) in documents(seed: 6).enumerated() {
      #expect(try Document(yaml: document.yaml, file: "f") == document, "round \(round)")
      #expect(try Document(json: document.json, file: "f").json == document.json, "round \(round)")
      #expect(try Document(json: document.prettyJSON, file: "f").json == document.json, "round \(round)")
    }
  }

  @Test(.enabled(if: Python.hasYAML, "needs Python with yaml"))
  func `writes any document as YAML and JSON that mean the same to Python`() throws {
    let documents = documents(seed: 7)
    let program = """
      import json, sys, yaml
      json.dump([yaml.safe_load(text) == json.loads(j) for text, j in json.load(sys.stdin)], sys.stdout)
      """
    let pairs = Document(documents.map { [Document($0.yaml), Document($0.json)] }).json
    let verdicts = try Document(json: Python.run(program, input: pairs).output, file: "PyYAML").elements
    try #require(verdicts.count == documents.count)
    for (verdict, document) in zip(verdicts, documents) { #expect(verdict == true, "\(document.yaml)") }
  }
}
