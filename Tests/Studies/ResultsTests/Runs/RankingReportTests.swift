import Laps
import Rendering
import Results
import Scenarios
import TestSupport
import Testing

@Suite struct RankingReportTests {
  private func report(laps: Int) async throws -> String {
    func result(_ noise: Scenario.Noise) async throws -> StudyResult {
      let scenario = try Scenario(
        contentsOf: Checkout.path("scenarios/initial-loop.yaml"), laps: laps, noise: noise)
      return try await Study(scenario, dataRoot: "").run(width: 2) { _ in }
    }
    let ranking = RankingComparison(
      structured: try await result(.structured), white: try await result(.white))
    return ranking.report.text()
  }

  /// Five differences a row of six: 15 pairs, of which one is sure from 10 laps on (15 / 2^9 is below 0.05).
  @Test func `too few laps are said to be too few, within the width`() async throws {
    let text = try await report(laps: 4)
    #expect(text.split(separator: "\n").allSatisfy { $0.displayWidth <= 100 && $0.last != " " })
    #expect(text.contains("White-noise twin: in "))
    #expect(
      text.replacing("\n  ", with: " ").contains(
        "4 laps cannot show whether the ranking changes: of 15 pairs none can be significant with fewer than 10 laps."
      ))
  }

  @Test func `one lap ranks nothing for sure`() async throws {
    #expect(try await report(laps: 1).contains("Whether the ranking changes cannot be tested"))
  }
}
