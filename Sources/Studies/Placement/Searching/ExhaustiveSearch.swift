/// The best of all layouts, for cases small enough to try them all.
public enum ExhaustiveSearch {
  /// The number of layouts with all fixed candidates and as many more as the budget allows; nil where the budget is a cost,
  /// or for more than a limit.
  public static func count<Score>(_ problem: PlacementProblem<Score>, limit: Int) -> Int? {
    guard case .beacons(let beacons) = problem.budget else { return nil }
    let (from, choose) = (problem.score.candidates - problem.fixed.count, beacons - problem.fixed.count)
    guard choose >= 0, choose <= from else { return 0 }
    var count = 1
    for step in 0..<min(choose, from - choose) {
      let (product, overflow) = count.multipliedReportingOverflow(by: from - step)
      guard !overflow else { return nil }
      count = product / (step + 1)
      if count > limit { return nil }
    }
    return count
  }

  /// The best layout, the first of equally good ones in the order of candidates; nil where ``count(_:limit:)`` is nil, or
  /// where the places allow none.
  public static func run<Score>(_ problem: PlacementProblem<Score>, limit: Int) -> FoundLayout? {
    guard case .beacons(let beacons) = problem.budget, count(problem, limit: limit) != nil else { return nil }
    var walk = Walk(
      problem: problem, free: (0..<problem.score.candidates).filter { !problem.fixed.contains($0) })
    walk.extend(problem.fixed, by: beacons - problem.fixed.count, from: 0)
    guard let best = walk.best else { return nil }
    walk.problem.set(best.layout)
    return FoundLayout(walk.problem)
  }

  private struct Walk<Score: LayoutScore> {
    var problem: PlacementProblem<Score>
    let free: [Int]
    var best: (rating: Rating, layout: [Int])?

    /// Tries all ways to add so many beacons; the last of them without taking it.
    mutating func extend(_ layout: [Int], by missing: Int, from first: Int) {
      problem.set(layout)
      guard missing > 0 else {
        consider(problem.rating, layout)
        return
      }
      for index in first..<max(free.count - missing + 1, first) where problem.allows(free[index]) {
        if missing == 1 {
          consider(problem.rating(adding: free[index]), layout + [free[index]])
        } else {
          extend(layout + [free[index]], by: missing - 1, from: index + 1)
          problem.set(layout)
        }
      }
    }

    private mutating func consider(_ rating: Rating, _ layout: [Int]) {
      if best.map({ rating < $0.rating }) ?? true { best = (rating, layout) }
    }
  }
}
