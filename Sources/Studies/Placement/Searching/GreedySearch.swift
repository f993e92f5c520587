/// Adds beacon after beacon, each time the one that gains most.
///
/// Where candidates differ in cost, the gain is that for each unit of cost. Of equal gains the first candidate counts. The
/// mean of position error bounds falls with every beacon, but is not submodular, so the well-known guarantee of the greedy
/// method (Nemhauser, Wolsey and Fisher 1978, "An analysis of approximations for maximizing submodular set functions",
/// doi:10.1007/BF01588971) does not hold.
public enum GreedySearch {
  /// - Parameters:
  ///   - problem: the candidates, what they cost, and how layouts are rated.
  ///   - until: ends the search early, when it is true of a layout's rating; never by default.
  public static func run<Score>(
    _ problem: PlacementProblem<Score>, until: (Rating) -> Bool = { _ in false }
  ) -> FoundLayout {
    var problem = problem
    problem.set(problem.fixed)
    var (order, steps) = (problem.fixed, [Rating]())
    var present = problem.rating
    while !until(present) {
      var best: (gain: Gain, candidate: Int)?
      for candidate in 0..<problem.score.candidates where problem.allows(candidate) {
        let gain = Gain(from: present, to: problem.rating(adding: candidate), cost: problem.costs[candidate])
        if best.map({ gain > $0.gain }) ?? true { best = (gain, candidate) }
      }
      guard let best else { break }
      order.append(best.candidate)
      problem.set(order)
      present = problem.rating
      steps.append(present)
    }
    return FoundLayout(problem, order: order, steps: steps)
  }

  /// The gain of one more beacon per unit of cost: first in constraints that it satisfies, then in value.
  private struct Gain: Comparable {
    let met: Double
    let value: Double

    init(from present: Rating, to rating: Rating, cost: Double) {
      met = Double(present.missing - rating.missing) / cost
      value = (present.value - rating.value) / cost
    }

    static func < (a: Gain, b: Gain) -> Bool { (a.met, a.value) < (b.met, b.value) }
  }
}
