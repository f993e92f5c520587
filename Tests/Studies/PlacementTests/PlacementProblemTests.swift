import Testing

@testable import Placement

@Suite struct PlacementProblemTests {
  private let example = PlacementExample(
    beacons: [SIMD2(5, 0), SIMD2(0, 5), SIMD2(-5, 0), SIMD2(0, -5)], points: [.zero])

  /// By candidate, then by point: the first is heard at both points, the last at none.
  private func counts(least: Int) -> HeardCounts {
    HeardCounts([[true, true], [true, false], [false, true], [false, false]], points: 2, least: least)
  }

  @Test func `the missing beacons are summed over all points`() {
    var counts = counts(least: 2)
    #expect(counts.missing() == 4)
    counts.set([0, 1])
    #expect(counts.all == [2, 1] && counts.missing() == 1)
    #expect(counts.missing(adding: 2) == 0 && counts.missing(adding: 3) == 1)
    // In place of the first, the third is heard at one point only.
    #expect(counts.missing(adding: 2, without: 0) == 2)
    #expect(counts.missing(without: 1) == 2)
    // More than is needed at one point makes up for nothing at another.
    counts.set([0, 1, 1])
    #expect(counts.all == [3, 1] && counts.missing() == 1)
  }

  @Test func `without a constraint nothing is missing, and nothing is impossible`() {
    #expect(counts(least: 0).missing() == 0 && counts(least: 0).impossible.isEmpty)
    #expect(counts(least: 2).impossible.isEmpty)
    #expect(counts(least: 3).impossible == [0, 1])
  }

  @Test func `missing beacons come before the value of a rating`() {
    let ratings = [Rating(missing: 1, value: 0), Rating(missing: 0, value: 9), Rating(missing: 0, value: 2)]
    #expect(ratings.sorted() == [ratings[2], ratings[1], ratings[0]])
  }

  @Test func `a budget of beacons counts those that stay`() {
    var problem = PlacementProblem(BoundScore(example.table), fixed: [3], budget: .beacons(2))
    #expect(problem.layout == [3] && problem.allows(0) && problem.fixed == [3])
    problem.set([0, 3])
    #expect(!problem.allows(1) && problem.allows(1, inPlaceOf: 0))
  }

  @Test func `a budget of cost is met to the last tenth, whatever the order of the sum`() {
    let costs = [0.1, 0.2, 0.3, 0.1]
    var problem = PlacementProblem(BoundScore(example.table), costs: costs, budget: .cost(0.6))
    problem.set([0, 1])
    // 0.1 + 0.2 + 0.3 is 0.6000000000000001 in binary.
    #expect(0.1 + 0.2 + 0.3 > 0.6 && problem.allows(2))
    problem.set([0, 1, 3])
    #expect(!problem.allows(2) && problem.allows(2, inPlaceOf: 0))
    #expect(abs(problem.cost(of: [0, 1, 3]) - 0.4) < 1e-12)
  }

  @Test func `one place holds one beacon, which another of the same place may replace`() {
    var problem = PlacementProblem(BoundScore(example.table), places: [0, 0, 1, 1], budget: .beacons(4))
    problem.set([0])
    #expect(!problem.allows(1) && problem.allows(2) && problem.allows(1, inPlaceOf: 0))
  }

  @Test func `each layout that is tried is counted, and the present one stays`() {
    var problem = PlacementProblem(BoundScore(example.table), budget: .beacons(3))
    problem.set([0])
    let before = problem.rating
    let more = problem.rating(adding: 1)
    let other = problem.rating(replacing: 0, by: 2)
    // Beacons to the east and to the west tell the same.
    #expect(more < before && abs(other.value - before.value) < 1e-5)
    #expect(problem.evaluations == 2 && problem.layout == [0] && problem.rating == before)
  }
}
