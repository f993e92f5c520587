import Sweeping
import Testing

@Suite struct RankingStabilityTests {
  /// Ranks 1 2 3, 1 3 2 and 2 1 3: sums 4, 6, 8 about 6, so S = 8 and W = 12 · 8 / (9 · 24) = 4/9.
  @Test func `ranks and Kendall's W are those worked by hand`() throws {
    let ranking = try #require(
      RankingStability(
        [[1.0, 2, 3], [0.5, 0.9, 0.7], [2, 1, 4]], of: ["a", "b", "c"], smallerIsBetter: true))
    #expect(abs(try #require(ranking.concordance) - 4.0 / 9) < 1e-12)
    #expect(ranking.points == 3 && ranking.leftOut == 0)
    #expect(ranking.rows.map(\.meanRank) == [4.0 / 3, 2, 8.0 / 3])
    #expect(ranking.rows.map(\.bestRank) == [1, 1, 2] && ranking.rows.map(\.worstRank) == [2, 3, 3])
    #expect(ranking.rows.map(\.shareFirst) == [2.0 / 3, 1.0 / 3, 0])
  }

  /// Ranks 1.5 1.5 3 twice: sums 3 3 6 about 4, S = 6; 12 · 6 / (4 · 24 - 2 · (6 + 6)) = 72 / 72.
  @Test func `ties are corrected for, so that equal orders have W 1`() throws {
    let ranking = try #require(
      RankingStability([[1.0, 1, 3], [2, 2, 5]], of: ["a", "b", "c"], smallerIsBetter: true))
    #expect(abs(try #require(ranking.concordance) - 1) < 1e-12)
    #expect(ranking.rows.map(\.shareFirst) == [1, 1, 0])
  }

  @Test func `a share is best when it is largest, and points without a value are counted`() throws {
    let ranking = try #require(
      RankingStability([[0.2, 0.9], [nil, 0.5], [0.3, 0.8]], of: ["a", "b"], smallerIsBetter: false))
    #expect(ranking.rows.map(\.meanRank) == [2, 1] && ranking.points == 2 && ranking.leftOut == 1)
    #expect(RankingStability([[1.0, 2]], of: ["a", "b"], smallerIsBetter: true) == nil)
  }
}
