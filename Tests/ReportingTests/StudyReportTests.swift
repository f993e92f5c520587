import Reporting
import Studies
import TestSupport
import Testing

@Suite struct StudyReportTests {
  private func result() async throws -> StudyResult {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/initial-loop.yaml"), laps: 2)
    return try await Study(scenario, dataRoot: "").run(width: 1) { _ in }
  }

  @Test func `has a row for each pipeline, with the published figure beside its own`() async throws {
    let result = try await result()
    let lines = StudyReport(result).text.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    #expect(lines[0] == "initial-loop: 2 laps, scored at presses, last callback, error on the plan")
    let header = try #require(lines.firstIndex { $0.hasPrefix("pipeline") })
    let rows = lines[(header + 2)...].prefix(result.pipelines.count)
    for (row, pipeline) in zip(rows, result.pipelines) {
      #expect(row.hasPrefix(pipeline.definition.name))
      #expect(row.contains(" 24 "))
    }
    let average = try #require(rows.first { $0.hasPrefix("moving average") })
    #expect(average.hasSuffix("  4.00"))
    #expect(rows.count { $0.hasSuffix("  4.00") } == 1)
  }

  @Test func `says how every advertisement ended, and the ends add up`() async throws {
    let result = try await result()
    let sent = try #require(result.tally.simulated)
    #expect(sent.sent == sent.lost + sent.belowSensitivity + result.tally.heard)
    let line =
      "Advertisements: \(sent.sent) sent, \(sent.lost) lost, \(sent.belowSensitivity) too weak, \(result.tally.heard) heard"
    #expect(StudyReport(result).text.contains(line))
  }

  @Test func `no line ends in a space`() async throws {
    let lines = StudyReport(try await result()).text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.last != " " })
  }
}
