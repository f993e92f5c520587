import Documents
import Evaluation
import Foundation
import Rendering
import TestSupport
import Testing

@testable import Laps
@testable import Results
@testable import Scenarios

private func ranking(laps: Int) async throws -> RankingComparison {
  func result(_ noise: Scenario.Noise) async throws -> StudyResult {
    let scenario = try Scenario(
      contentsOf: Checkout.path("scenarios/initial-loop.yaml"), laps: laps, noise: noise)
    return try await Study(scenario, dataRoot: "").run(width: 2) { _ in }
  }
  return RankingComparison(
    structured: try await result(.structured), white: try await result(.white))
}

@Suite struct RankingComparisonTests {
  private func difference(_ metres: Double, sure: Bool) -> PipelineDifference {
    PipelineDifference(
      pipeline: "b", reference: "a", pairs: 24, laps: 12, metres: metres,
      interval: sure
        ? ConfidenceInterval(lower: metres - 0.01, upper: metres + 0.01)
        : ConfidenceInterval(lower: -1, upper: 1),
      p: 0.001, pHolm: 0.002)
  }

  @Test func `a pair is turned only when both studies are sure of opposite orders`() {
    func order(_ a: (Double, Bool), _ b: (Double, Bool)) -> RankingComparison.Pair.Order {
      RankingComparison.Pair(
        structured: difference(a.0, sure: a.1), white: difference(b.0, sure: b.1)
      ).order
    }
    #expect(order((0.2, true), (-0.3, true)) == .turned)
    #expect(order((0.2, true), (0.3, true)) == .same)
    #expect(order((0.2, true), (-0.3, false)) == .lost)
    #expect(order((0.2, false), (-0.3, true)) == .gained)
    #expect(order((0.2, false), (-0.3, false)) == .notShown)
  }

  /// Room centre hears nothing: its errors are the same in both, and it is last in both.
  @Test func `ranks follow the means, and every pair of pipelines is compared once`() async throws {
    let ranking = try await ranking(laps: 8)
    #expect(ranking.pairs.count == 15 && ranking.rows.count == 6)
    for means in [ranking.rows.map { ($0.rank, $0.mean) }, ranking.rows.map { ($0.whiteRank, $0.whiteMean) }]
    {
      let sorted = try means.sorted { $0.0 < $1.0 }.map { try #require($0.1) }
      #expect(sorted == sorted.sorted())
    }
    let last = try #require(ranking.rows.last)
    #expect(last.pipeline == "room centre" && last.rank == 6 && last.whiteRank == 6 && last.change == 0)
    for row in ranking.rows {
      let (mean, white) = (try #require(row.mean), try #require(row.whiteMean))
      #expect(abs(try #require(row.change) - (white - mean)) < 1e-9, "\(row.pipeline)")
    }
    #expect(try ranking.document["ranking"].elements("pairs").count == 15)
  }

  @Test func `pipelines with equal errors share a rank`() async throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: Checkout.path("scenarios/initial-loop.yaml"), encoding: .utf8)
    try folder.write(
      text.replacing("site: sites/", with: "site: \(Checkout.path("scenarios/sites"))/")
        .replacing(
          "\npipelines:\n",
          with: "\npipelines:\n  - {name: one, method: nearest}\n  - {name: two, method: nearest}\n"),
      to: "tied.yaml")
    func result(_ noise: Scenario.Noise) async throws -> StudyResult {
      let scenario = try Scenario(contentsOf: folder.path("tied.yaml"), laps: 2, noise: noise)
      return try await Study(scenario, dataRoot: "").run(width: 2) { _ in }
    }
    let rows = RankingComparison(structured: try await result(.structured), white: try await result(.white))
      .rows
    #expect(rows[0].rank == rows[1].rank && rows[0].whiteRank == rows[1].whiteRank)
    #expect(!rows.contains { $0.rank == rows[0].rank + 1 })
  }

  @Test func `one lap ranks nothing for sure`() async throws {
    let ranking = try await ranking(laps: 1)
    #expect(ranking.pairs.isEmpty && !ranking.isTurned)
    #expect(ranking.report.text().contains("Whether the ranking changes cannot be tested"))
  }
}

@Suite struct RankingReportTests {
  /// Five differences a row of six: 15 pairs, of which one is sure from 10 laps on (15 / 2^9 is below 0.05).
  @Test func `too few laps are said to be too few, within the width`() async throws {
    let text = try await ranking(laps: 4).report.text()
    #expect(text.split(separator: "\n").allSatisfy { $0.displayWidth <= 100 && $0.last != " " })
    #expect(text.contains("White-noise twin: in "))
    #expect(
      text.replacing("\n  ", with: " ").contains(
        "4 laps cannot show whether the ranking changes: of 15 pairs none can be significant with fewer than 10 laps."
      ))
  }
}
