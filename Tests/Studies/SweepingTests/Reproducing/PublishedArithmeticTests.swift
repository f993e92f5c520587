import Sweeping
import Testing

/// Every number here is worked by hand.
@Suite struct PublishedArithmeticTests {
  @Test func `60 % with 0.71 m is possible, but not with every error at most 1.6 m`() throws {
    let pair = PublishedArithmetic(row: "r", hitRate: 0.6, mean: 0.71, spacing: 1.6, points: 21)
    #expect(abs(pair.leastMean - 0.64) < 1e-12)
    #expect(abs(try #require(pair.meanMiss) - 1.775) < 1e-12)
    #expect(pair.isPossible && !pair.canAllBeNear)
    #expect(pair.mixed.isEmpty && pair.unlisted == nil)
  }

  @Test func `60 % with 0.64 m is just possible with every error at most 1.6 m`() {
    let pair = PublishedArithmetic(row: "r", hitRate: 0.6, mean: 0.64, spacing: 1.6, points: 21)
    #expect(pair.isPossible && pair.canAllBeNear)
    #expect(!PublishedArithmetic(row: "r", hitRate: 0.6, mean: 0.63, spacing: 1.6, points: 21).isPossible)
  }

  /// 10 of 14 are 71.43 %; 4 misses by 1.6 m are 6.4 m: 0.32 m over 20 and 0.457 over 14. 15 of 21 would be 9.6 m over
  /// 27, which is 0.356, and 5 of 7 would be 3.2 over 13, which is 0.246.
  @Test func `71.4 % with 0.32 m is impossible over one set of points, and comes out over two`() throws {
    let pair = PublishedArithmetic(
      row: "r", hitRate: 0.714, mean: 0.32, spacing: 1.6, points: 21, unlisted: (count: 6, mean: 0.77))
    #expect(abs(pair.leastMean - 0.4576) < 1e-12 && !pair.isPossible)
    let counts = try #require(pair.mixed.first)
    #expect(pair.mixed.count == 1)
    #expect(counts.hits == 10 && counts.visits == 14 && counts.divisor == 20)
    #expect(abs(counts.sum / 20 - 0.32) < 1e-12 && abs(counts.meanOfVisits - 6.4 / 14) < 1e-12)
    // 0.77 m over 20 are 15.4 m; less 6.4 m, or less 14 times 0.32 m, over 6.
    let unlisted = try #require(pair.unlisted)
    #expect(abs(unlisted.afterLeastErrors - 1.5) < 1e-12)
    #expect(abs(unlisted.afterPublishedErrors - 10.92 / 6) < 1e-12)
    #expect(abs(unlisted.farthestFromGrid - 1.131370849898476) < 1e-12)
  }

  @Test func `with all hits there is no miss`() {
    let pair = PublishedArithmetic(row: "r", hitRate: 1, mean: 0, spacing: 1.6, points: 21)
    #expect(pair.meanMiss == nil && pair.isPossible && pair.canAllBeNear)
  }
}
