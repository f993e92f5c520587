/// Improves a layout by exchanging one beacon at a time for the candidate with the largest gain, until no exchange gains.
public enum SwapSearch {
  /// The largest number of rounds over all beacons.
  public static let mostRounds = 50

  /// - Parameters:
  ///   - problem: the candidates, what they cost, and how layouts are rated.
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
