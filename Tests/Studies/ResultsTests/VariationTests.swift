import Documents
import Results
import Synchronization
import TestSupport
import Testing
import World

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
  }

  @Test(arguments: ["channel.n.x", "nope.n", "pipelines[c].snap", "pipelines[2].snap"])
  func `a place that the scenario does not have is named`(key: String) throws {
    let problem = #expect(throws: FileProblem.self) { try varied(key, 1) }
    let text = try #require(problem?.description)
    #expect(
      text.contains("expected a place that the scenario has: ") && text.contains("\"\(key)\""), "\(text)")
  }

  /// Presets and sweeps set seed and laps themselves.
  @Test(arguments: ["seed", "laps.count"])
  func `seed and laps are not for a variation`(key: String) throws {
    let document = Document([Document.Member(key: key, value: 3)])
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
