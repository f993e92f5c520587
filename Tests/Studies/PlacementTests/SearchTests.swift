import NumericalMethods
import Placement
import Testing

@Suite struct SearchTests {
  private let example = PlacementExample.drawn(14, 60)

  private func problem(_ beacons: Int, fixed: [Int] = []) -> PlacementProblem<BoundScore> {
    PlacementProblem(BoundScore(example.table), fixed: fixed, budget: .beacons(beacons))
  }

  /// The best of all layouts, by loops that share nothing with the search.
  private func best(of four: Int = 4) -> (layout: [Int], mean: Double) {
    var best: (layout: [Int], mean: Double) = ([], .infinity)
    for a in 0..<14 {
      for b in (a + 1)..<14 {
        for c in (b + 1)..<14 {
          for d in (c + 1)..<14 {
            let mean = example.mean([a, b, c, d])
            if mean < best.mean { best = ([a, b, c, d], mean) }
          }
        }
      }
    }
    return best
  }

  @Test func `the exhaustive search finds the best of all layouts, and no search is better`() throws {
    let known = best()
    let all = problem(4)
    #expect(ExhaustiveSearch.count(all, limit: 2000) == 1001)
    let found = try #require(ExhaustiveSearch.run(all, limit: 2000))
    #expect(found.layout == known.layout && abs(found.rating.value - known.mean) < 1e-4)
    let greedy = GreedySearch.run(all)
    let swapped = SwapSearch.run(all, from: greedy.layout)
    var random = RandomStream(Seed(5))
    let annealed = AnnealingSearch.run(all, from: greedy.layout, proposals: 4000, using: &random)
    #expect(greedy.rating >= found.rating && swapped.rating >= found.rating)
    #expect(swapped.rating <= greedy.rating)
    #expect(annealed.layout == known.layout)
    #expect(ExhaustiveSearch.run(all, limit: 1000) == nil)
  }

  @Test func `greedy adds the best beacon each time`() {
    let found = GreedySearch.run(problem(3))
    var layout: [Int] = []
    for step in 0..<3 {
      let next = (0..<14).filter { !layout.contains($0) }.min {
        example.mean(layout + [$0]) < example.mean(layout + [$1])
      }
      layout.append(next ?? -1)
      #expect(found.layout[step] == layout[step])
    }
    // 14 + 13 + 12.
    #expect(found.evaluations == 39)
  }

  /// How many of the points a set of candidates covers is submodular, so that both must agree.
  private struct Coverage: LayoutScore {
    let sets: [Set<Int>]
    var layout: [Int] = []
    var candidates: Int { sets.count }
    mutating func set(_ layout: [Int]) { self.layout = layout.sorted() }
    private func uncovered(_ layout: [Int]) -> Double {
      Double(100 - layout.reduce(into: Set<Int>()) { $0.formUnion(sets[$1]) }.count)
    }
    func value() -> Double { uncovered(layout) }
    func value(adding candidate: Int) -> Double { uncovered(layout + [candidate]) }
    func value(replacing old: Int, by new: Int) -> Double { uncovered(layout.filter { $0 != old } + [new]) }
  }

  @Test func `lazy greedy equals greedy where gains never grow, with fewer evaluations`() {
    var random = RandomStream(Seed(3))
    let sets = (0..<40).map { _ in Set((0..<12).map { _ in random.uniform(below: 100) }) }
    let problem = PlacementProblem(Coverage(sets: sets), budget: .beacons(10))
    let (greedy, lazy) = (GreedySearch.run(problem), GreedySearch.runLazily(problem))
    #expect(greedy.layout == lazy.layout && greedy.rating == lazy.rating)
    #expect(lazy.evaluations < greedy.evaluations)
  }

  @Test func `beacons that stay are in every layout, and one place holds one beacon`() {
    let places = (0..<14).map { $0 / 2 }
    let problem = PlacementProblem(
      BoundScore(example.table), fixed: [2], places: places, budget: .beacons(5))
    var random = RandomStream(Seed(1))
    let greedy = GreedySearch.run(problem)
    for found in [
      greedy, SwapSearch.run(problem, from: greedy.layout),
      AnnealingSearch.run(problem, from: greedy.layout, proposals: 500, using: &random),
    ] {
      #expect(found.layout.contains(2) && found.layout.count == 5)
      #expect(Set(found.layout.map { places[$0] }).count == 5)
    }
  }

  @Test func `a budget of cost buys what gains most for it`() {
    // Two candidates at the same place: equal gains, the cheaper one wins.
    let example = PlacementExample(
      beacons: [SIMD2(5, 0), SIMD2(5, 0), SIMD2(0, 5)], points: [.zero])
    let problem = PlacementProblem(
      BoundScore(example.table), costs: [2, 1, 1], places: [0, 0, 1], budget: .cost(2))
    let found = GreedySearch.run(problem)
    #expect(found.layout.sorted() == [1, 2] && problem.cost(of: found.layout) == 2)
  }

  @Test func `constraints come before the objective`() {
    // The first candidate is so far off that it tells nothing, but it alone is heard at the second point.
    let heard = HeardCounts([[true, true], [true, false], [true, false]], points: 2, least: 1)
    let example = PlacementExample(
      beacons: [SIMD2(30, 30), SIMD2(1, 0), SIMD2(0, 1)], points: [.zero, SIMD2(9, 9)])
    let free = GreedySearch.run(PlacementProblem(BoundScore(example.table), budget: .beacons(1)))
    let bound = GreedySearch.run(
      PlacementProblem(BoundScore(example.table), heard: heard, budget: .beacons(1)))
    #expect(free.layout != [0] && bound.layout == [0] && bound.rating.missing == 0)
    #expect(HeardCounts([[true, false]], points: 2, least: 1).impossible == [1])
  }
}
