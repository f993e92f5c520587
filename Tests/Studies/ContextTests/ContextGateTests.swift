import Comparisons
import Context
import Evaluation
import Results
import Scenarios
import TestSupport
import Testing

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
