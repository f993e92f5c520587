import Comparisons
import Context
import Documents
import Evaluation
import Placement
import Rendering
import Results
import Scenarios
import TestSupport
import Testing
import World

/// Layouts judged by what applications claim with them.
@Suite struct NoticingLayoutsTests {
  private static let scenario = Checkout.path("scenarios/context/rooms.yaml")

  private static let opening: LayoutFiguresOpening = { use, path in
    guard case .context(let events) = use else { throw FileProblem(file: path, expected: "", found: "") }
    let scenario = try ContextScenario(contentsOf: path, dataRoot: "")
    return (scenario.scenario, try NoticingLayouts(scenario, events))
  }

  private func study(_ change: String) throws -> PlacementStudy {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      name: rooms
      scenario: \(Self.scenario)
      candidates: {path: 6, lattice: 6}
      beacons: 20
      objective: meanBound
      methods: [greedy]
      compare: [{site: {file: \(Checkout.path("scenarios/sites/hospital.yaml"))}}]
      \(change)
      """, to: "study.yaml")
    return try PlacementStudy(contentsOf: folder.path("study.yaml"), opening: Self.opening)
  }

  /// Walk 0 is lap 0 of the seed 31, walk 1 lap 1 of the seed 32.
  @Test func `the beacons of the site are judged as context scores them`() async throws {
    let result = try await study(
      "judge: {seed: 31, walks: 2, by: {context: {figure: wrong, application: strongest}}}"
    ).run(width: 2) { _ in }
    let right = try await [(seed: UInt64(31), lap: 0), (32, 1)].asyncMap { walk in
      let laps = try await ContextScenario(contentsOf: Self.scenario, seed: walk.seed, laps: 2, dataRoot: "")
        .run(width: 2) { _ in }
      return laps.states[0].laps[walk.lap].own.right
    }
    let site = try #require(result.judged.first { $0.name.contains("hospital") })
    #expect(site.rows.map(\.pipeline) == ["strongest"] && site.best.mean == nil)
    let wrong = try #require(site.best.figure?.value)
    #expect(abs(wrong - (1 - Double(right.reduce(0, +)) / 600)) < 1e-12)
    #expect(result.report.text().contains("share of wrong seconds"))
  }

  @Test func `moves never make the figure worse on their own walks`() async throws {
    let change = "search: {walks: 3, moves: 6}\njudge: {seed: 5, walks: 2, by: {context: {figure: wrong}}}"
    let one = try await study(change + "\nseed: 3").run(width: 1) { _ in }
    let two = try await study(change + "\nseed: 3").run(width: 2) { _ in }
    #expect(one.document.json == two.document.json)
    #expect(one.layouts.contains { $0.name == "moves" })
  }

  @Test func `an application that is not there, and a kind of event for states, are one sentence`() throws {
    for (by, sentence) in [
      ("{application: nearest}", "expected one of strongest, mean of 5 s, found nearest"),
      ("{figure: wrong, event: exit}", "expected no kind of event for the figure wrong, found \"exit\""),
    ] {
      let problem = #expect(throws: FileProblem.self) { try study("judge: {by: {context: \(by)}}") }
      let text = "\(try #require(problem))"
      #expect(text.contains(sentence), "\(text)")
    }
  }
}

extension Array {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}

/// Whether `compare` sees what got worse in a context scenario. docs/compare.md says how often it does.
@Suite struct ContextGateTests {
  private func figures(
    _ name: String, laps: Int = 20, _ change: String? = nil
  ) async throws -> [LapFigure] {
    let changes = ScenarioChanges(try change.map { [try ScenarioChanges.Setting($0)] } ?? [])
    return try await ContextScenario(
      contentsOf: Checkout.path("scenarios/context/\(name).yaml"), laps: laps, changes: changes, dataRoot: ""
    ).run(width: 2, progress: { _ in }).lapFigures
  }

  private func failing(_ a: [LapFigure], _ b: [LapFigure]) throws -> [String] {
    let comparison = try FolderComparison(
      SavedResults(path: "A", lapFigures: a), SavedResults(path: "B", lapFigures: b))
    return comparison.rows.flatMap(\.metrics).filter { $0.verdict == .worse }.map {
      "\($0.name.subject): \($0.name.figure) \($0.name.item)"
    }
  }

  @Test func `a doubled exit delay is a longer delay of exits`() async throws {
    let (before, after) = (
      try await figures("monitoring"),
      try await figures("monitoring", "context.applications[0].application.monitoring.exitDelay=60")
    )
    let failing = try failing(before, after)
    #expect(failing.contains("30 s (iOS): delay exit") && failing.allSatisfy { $0.hasPrefix("30 s (iOS)") })
    #expect(try self.failing(before, before).isEmpty)
  }

  @Test func `a presence that trails is a lower share of right seconds`() async throws {
    let failing = try failing(
      await figures("presence", laps: 40),
      await figures("presence", laps: 40, "context.applications[2].application.presence.smoothing=60"))
    #expect(failing == ["mean of 5 s: right "])
  }

  @Test func `places that trail make the queue's error larger`() async throws {
    let failing = try failing(
      await figures("conference"),
      await figures("conference", "context.applications[1].application.presence.smoothing=60"))
    #expect(failing.contains("conference: queueError ") && failing.contains("conference: right "))
  }

  @Test func `what is written is what is read`() async throws {
    for name in ["monitoring", "presence", "conference", "nearables-noise-free"] {
      let figures = try await figures(name, laps: 3).filter { $0.value != nil }
      let folder = try TemporaryFolder()
      try folder.write(figures.table, to: "figures.csv")
      try folder.write("{\"seed\": 1, \"laps\": 3}", to: "summary.json")
      let read = try SavedResults(contentsOf: folder.path, for: .figures).lapFigures
      #expect(read.map(\.name) == figures.map(\.name) && read.map(\.value) == figures.map(\.value))
    }
  }
}
