import Documents
import Evaluation
import Laps
import Rendering
import Scenarios
import TestSupport
import Testing

@Suite struct DeterminismTests {
  private func summary(_ path: String, laps: Int, width: Int, seed: UInt64? = nil) async throws -> StudyResult
  {
    let scenario = try Scenario(contentsOf: Checkout.path(path), seed: seed, laps: laps)
    return try await Study(scenario, dataRoot: "").run(width: width) { _ in }
  }

  @Test func `results are the same for one lap at a time and for seven`() async throws {
    let one = try await summary("scenarios/floor35.yaml", laps: 7, width: 1)
    let seven = try await summary("scenarios/floor35.yaml", laps: 7, width: 7)
    #expect(one.document.json == seven.document.json)
    #expect(one.pipelines.map(\.errors) == seven.pipelines.map(\.errors))
  }

  /// Cells are kept by their probability, and those of the plan come in the order in which walks reach them.
  @Test func `trackers on path and plan give the same bytes on any number of threads`() async throws {
    let one = try await summary("scenarios/robustness.yaml", laps: 3, width: 1)
    let three = try await summary("scenarios/robustness.yaml", laps: 3, width: 3)
    #expect(one.document.json == three.document.json)
    #expect(one.pipelines.contains { $0.definition.name == "self-calibrating in the open" })
  }

  @Test func `a longer study begins with the laps of a shorter one`() async throws {
    let short = try await summary("scenarios/floor35-pillars.yaml", laps: 2, width: 2)
    let long = try await summary("scenarios/floor35-pillars.yaml", laps: 4, width: 2)
    for (a, b) in zip(short.pipelines, long.pipelines) { #expect(a.errors == b.errors.filter { $0.lap < 2 }) }
  }

  @Test func `another seed gives other errors`() async throws {
    let first = try await summary("scenarios/floor35.yaml", laps: 1, width: 1)
    let second = try await summary("scenarios/floor35.yaml", laps: 1, width: 1, seed: 2)
    #expect(first.pipelines[0].errors != second.pipelines[0].errors)
  }

  @Test func `progress counts every lap once`() async throws {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/initial-loop.yaml"), laps: 5)
    nonisolated(unsafe) var seen: [Int] = []
    _ = try await Study(scenario, dataRoot: "").run(width: 2) { seen.append($0) }
    #expect(seen == [1, 2, 3, 4, 5])
  }
}
