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

  /// The same, but a candidate is rated again only while its earlier gain makes it the best, and only if a beacon added
  /// since then is heard where the candidate is.
  ///
  /// Where gains never grow as beacons are added, the layout is that of ``run(_:until:)``. Those of the position error bound
  /// may grow, and then it may differ: the caller compares.
  ///
  /// Source: Minoux 1978, "Accelerated greedy algorithms for maximizing submodular set functions", doi:10.1007/BFb0006528.
  public static func runLazily<Score>(_ problem: PlacementProblem<Score>) -> FoundLayout {
    var problem = problem
    problem.set(problem.fixed)
    var (order, steps) = (problem.fixed, [Rating]())
    var present = problem.rating
    // In the order of gains; a candidate whose gain is that with the present layout is fresh.
    var queue: [Queued] = (0..<problem.score.candidates).map { (.unknown, $0, false) }
    while let best = Self.best(of: &queue, from: present, &problem) {
      let added = queue[best].candidate
      order.append(added)
      problem.set(order)
      present = problem.rating
      steps.append(present)
      for index in queue.indices where problem.interacts(queue[index].candidate, added) {
        queue[index].isFresh = false
      }
    }
    return FoundLayout(problem, order: order, steps: steps)
  }

  private typealias Queued = (gain: Gain, candidate: Int, isFresh: Bool)

  /// The place in the queue of the candidate with the largest gain, which is fresh; nil where none is allowed.
  private static func best<Score>(
    of queue: inout [Queued], from present: Rating, _ problem: inout PlacementProblem<Score>
  ) -> Int? {
    let allowed = queue.indices.filter { problem.allows(queue[$0].candidate) }
    while true {
      let best = allowed.max { a, b in
        (queue[a].gain, -queue[a].candidate) < (queue[b].gain, -queue[b].candidate)
      }
      guard let best, !queue[best].isFresh else { return best }
      let candidate = queue[best].candidate
      let gain = Gain(from: present, to: problem.rating(adding: candidate), cost: problem.costs[candidate])
      queue[best] = (gain, candidate, true)
    }
  }

  /// The gain of one more beacon per unit of cost: first in constraints that it satisfies, then in value.
  private struct Gain: Comparable {
    let met: Double
    let value: Double

    /// Larger than any gain.
    static let unknown = Gain(met: .infinity, value: .infinity)

    private init(met: Double, value: Double) { (self.met, self.value) = (met, value) }

    init(from present: Rating, to rating: Rating, cost: Double) {
      met = Double(present.missing - rating.missing) / cost
      value = (present.value - rating.value) / cost
    }

    static func < (a: Gain, b: Gain) -> Bool { (a.met, a.value) < (b.met, b.value) }
  }
}
