import Documents
import Laps
import Scenarios
import Synchronization
import TestSupport
import Testing
import World

@testable import Results

/// What was called, in order.
private final class Log: Sendable {
  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock { $0 } }
  func append(_ line: String) { kept.withLock { $0.append(line) } }
}

/// Values that replace a scenario's.
@Suite struct VariationTests {
  private let scenario: Document = [
    "name": "s", "channel": ["n": 1.8, "c": -59],
    "pipelines": [["name": "a", "snap": true], ["name": "b", "snap": true]],
  ]

  private func varied(_ key: String, _ value: Document) throws -> Document {
    try Variation([Document.Member(key: key, value: value)]).applied(to: scenario)
  }

  @Test func `a path replaces one value and leaves the rest`() throws {
    let changed = try varied("channel.n", 2.5)
    #expect(try changed["channel"]["n"].number == 2.5 && changed["channel"]["c"].number == -59)
    #expect(
      try varied("pipelines[b].snap", false)["pipelines"].elements.map { try $0["snap"].plain } == [
        "true", "false",
      ])
    #expect(
      try varied("pipelines[0].snap", false)["pipelines"].elements.map { try $0["snap"].plain } == [
        "false", "true",
      ])
  }

  @Test func `an asterisk replaces it in every element`() throws {
    let changed = try varied("pipelines[*].snap", false)
    #expect(try changed["pipelines"].elements.map { try $0["snap"].plain } == ["false", "false"])
  }

  @Test func `later settings apply to what earlier ones made`() throws {
    let variation = Variation([
      Document.Member(key: "channel", value: ["n": 3]), Document.Member(key: "channel.n", value: 4),
    ])
    #expect(try variation.applied(to: scenario)["channel"]["n"].number == 4)
    #expect(try Variation().applied(to: scenario) == scenario)
  }

  @Test(arguments: ["channel.n.x", "nope.n", "pipelines[c].snap", "pipelines[2].snap"])
  func `a place that the scenario does not have is named`(key: String) throws {
    let problem = #expect(throws: FileProblem.self) { try varied(key, 1) }
    let text = try #require(problem?.description)
    #expect(
      text.contains("expected a place that the scenario has: ") && text.contains("\"\(key)\""), "\(text)")
  }

  /// Presets and sweeps set seed and laps themselves.
  @Test(arguments: [["seed": 3], ["laps.count": 3], ["laps": ["count": 3]]] as [Document])
  func `seed and laps are not for a variation`(document: Document) throws {
    #expect(try Variation.form.read(["laps": ["hands": "left"]]).settings.map(\.key) == ["laps"])
    let problem = #expect(throws: FileProblem.self) { try Variation.form.read(document) }
    #expect(problem?.description.contains("expected no such key, since seed and laps") == true)
  }

  @Test func `a varied scenario is its file with the values set`() throws {
    let folder = try TemporaryFolder()
    try folder.write("name: s\nchannel: {n: 1.8}\n", to: "s.yaml")
    var varied = VariedScenario()
    varied.path = folder.path("s.yaml")
    varied.variation = Variation([Document.Member(key: "channel.n", value: 2)])
    try varied.load()
    #expect(try varied.document["channel"]["n"].number == 2)
    varied.path = folder.path("none.yaml")
    #expect(throws: FileProblem.self) { try varied.load() }
  }

  @Test func `a study's stages are begun with their steps and finished once`() async throws {
    struct Shown: StudyProgress {
      let log: Log

      mutating func show(done: Int) { log.append("\(done)") }
      mutating func finish() { log.append("end") }
    }
    let log = Log()
    let runner = StudyRunner(width: 3) { steps in
      log.append("\(steps.count) \(steps.unit)")
      return Shown(log: log)
    }
    let sum = try await runner.stage(StudySteps(2)) { done in
      for lap in 1...2 { done(lap) }
      return 5
    }
    #expect(sum == 5 && runner.width == 3)
    #expect(log.lines == ["2 laps", "1", "2", "end"])
  }
}

/// Sentences about studies and programs, and values that take the place of others.
@Suite struct SentenceTests {
  @Test func `each end of an advertisement has its number, and one that did not occur is left out`() {
    var tally = LapTally()
    (tally.source.delivered, tally.readings) = (23_282, 1)
    #expect(AdvertisementLine.text(of: tally) == "Advertisements: 23,282 received, which give 1 reading.")
    var simulated = LapTally.Simulated()
    (simulated.sent, simulated.lost, simulated.belowSensitivity) = (38_007, 11_402, 3323)
    tally.simulated = simulated
    #expect(
      AdvertisementLine.text(of: tally)
        == "Advertisements: 38,007 sent, of which 11,402 were lost and 3323 below the receiver's sensitivity; 23,282 received, which give 1 reading."
    )
  }

  @Test func `a fit is told with both laws`() throws {
    let rows = [(0, 1.0, -60.0), (0, 10.0, -80.0), (1, 1.0, -50.0), (1, 10.0, -70.0)].map {
      Calibration.Row(anchor: $0.0, distance: $0.1, level: DBm($0.2))
    }
    // About one law all residuals are 5 dB, so that sigma with two degrees of freedom is √(4 × 25 / 2) = 7.071.
    #expect(
      try Calibration(rows, anchors: 2).sentence
        == "Fitted to 4 readings: n 2.000, C -55.000 dBm, sigma 7.071 dB; with a C for each beacon n 2.000, sigma 0.000 dB."
    )
  }

  @Test(arguments: [
    (String(repeating: "a", count: 40), "commit \(String(repeating: "a", count: 40))", Bool?(false)),
    (
      String(repeating: "0", count: 64) + " modified", "commit \(String(repeating: "0", count: 64)) modified",
      true
    ),
    ("", "commit unknown", nil), (String(repeating: "a", count: 39), "commit unknown", nil),
    (String(repeating: "g", count: 40), "commit unknown", nil),
  ])
  func `a program knows its commit, or that it does not`(stamp: String, text: String, isModified: Bool?) {
    let commit = ProgramCommit(stamp: stamp)
    #expect(commit.description == text && commit.isModified == isModified)
  }

  @Test func `a provenance has what only some studies have when it is given`() {
    let plain = Provenance(start: RunClock(), threads: 3)
    #expect(plain.threads == 3 && plain.costs.isEmpty && plain.dataFolders.isEmpty && plain.wallSeconds >= 0)
    #expect(plain.with(costs: [], dataFolders: ["data"]).dataFolders == ["data"])
    #expect(!plain.machine.isEmpty && plain.startedAt.hasSuffix("Z"))
  }
}
