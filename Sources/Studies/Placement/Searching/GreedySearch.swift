/// Adds beacon after beacon, each time the one that gains most.
///
/// A beacon that satisfies a constraint comes before one that lowers the value. Of equal gains the first candidate counts. The
/// mean of position error bounds falls with every beacon, but is not submodular, so the well-known guarantee of the greedy
/// method (Nemhauser, Wolsey and Fisher 1978, "An analysis of approximations for maximizing submodular set functions",
/// doi:10.1007/BF01588971) does not hold.
public enum GreedySearch {
  /// - Parameters:
  ///   - problem: the candidates, and how layouts are rated.
  ///   - until: ends the search early, when it is true of a layout's rating; never by default.
  public static func run<Score>(
    _ problem: PlacementProblem<Score>, until: (Rating) -> Bool = { _ in false }
  ) -> FoundLayout {
    var problem = problem
    problem.set(problem.fixed)
    var (order, steps) = (problem.fixed, [Rating]())
    var present = problem.rating
    while !until(present) {
      var best: (met: Int, value: Double, candidate: Int)?
      for candidate in 0..<problem.score.candidates where problem.allows(candidate) {
        let rating = problem.rating(adding: candidate)
        let (met, value) = (present.missing - rating.missing, present.value - rating.value)
        if best.map({ (met, value) > ($0.met, $0.value) }) ?? true { best = (met, value, candidate) }
      }
      guard let best else { break }
      order.append(best.candidate)
      problem.set(order)
      present = problem.rating
      steps.append(present)
    }
    return FoundLayout(problem, order: order, steps: steps)
  }
}

/// Improves a layout by exchanging one beacon at a time for the candidate with the largest gain, until no exchange gains.
public enum SwapSearch {
  /// The largest number of rounds over all beacons.
  public static let mostRounds = 50

  /// - Parameters:
  ///   - problem: the candidates, and how layouts are rated.
  ///   - start: a layout within the budget, with all fixed candidates.
  public static func run<Score>(_ problem: PlacementProblem<Score>, from start: [Int]) -> FoundLayout {
    var problem = problem
    problem.set(start)
    var present = problem.rating
    for _ in 0..<mostRounds {
      let before = present
      for old in problem.layout where !problem.fixed.contains(old) {
        var best: (rating: Rating, candidate: Int)?
        for candidate in 0..<problem.score.candidates where problem.allows(candidate, inPlaceOf: old) {
          guard candidate != old else { continue }
          let rating = problem.rating(replacing: old, by: candidate)
          if rating < best?.rating ?? present { best = (rating, candidate) }
        }
        guard let best else { continue }
        let layout = problem.layout
        problem.set(layout.filter { $0 != old } + [best.candidate])
        // The value found when trying and the one computed afresh differ by rounding.
        if problem.rating < present { present = problem.rating } else { problem.set(layout) }
      }
      if !(present < before) { break }
    }
    return FoundLayout(problem)
  }
}
