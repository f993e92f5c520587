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

  @Test func `no search is better than the best of all layouts, and swaps find it here`() {
    let known = best()
    let greedy = GreedySearch.run(problem(4))
    let swapped = SwapSearch.run(problem(4), from: greedy.layout)
    #expect(greedy.rating.value >= known.mean - 1e-4 && swapped.rating <= greedy.rating)
    #expect(swapped.layout == known.layout && abs(swapped.rating.value - known.mean) < 1e-4)
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

  @Test func `beacons that stay are in every layout, and one place holds one beacon`() {
    let places = (0..<14).map { $0 / 2 }
    let problem = PlacementProblem(
      BoundScore(example.table), fixed: [2], places: places, budget: .beacons(5))
    let greedy = GreedySearch.run(problem)
    for found in [greedy, SwapSearch.run(problem, from: greedy.layout)] {
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
