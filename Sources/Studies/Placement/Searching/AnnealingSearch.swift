public import NumericalMethods

/// Simulated annealing over exchanges of one beacon.
///
/// Source: Kirkpatrick, Gelatt and Vecchi 1983, "Optimization by simulated annealing", doi:10.1126/science.220.4598.671, with
/// a temperature that falls by the same factor at each proposal. Ours: it begins at a hundredth of the first value and ends at
/// a millionth of it, and a beacon that a constraint misses counts as much as the first value.
public enum AnnealingSearch {
  /// - Parameters:
  ///   - problem: the candidates, what they cost, and how layouts are rated.
  ///   - start: a layout within the budget, with all fixed candidates.
  ///   - proposals: the number of exchanges to try.
  ///   - random: draws the proposed exchanges, and decides which of those that make the layout worse are accepted.
  public static func run<Score>(
    _ problem: PlacementProblem<Score>, from start: [Int], proposals: Int, using random: inout RandomStream
  ) -> FoundLayout {
    var problem = problem
    problem.set(start)
    var walk = Walk(problem)
    guard !walk.layout.isEmpty, proposals > 0, problem.score.candidates > problem.layout.count else {
      return FoundLayout(problem)
    }
    let factor = Elementary.exp(Elementary.log(1e-4) / Double(proposals))
    for _ in 0..<proposals {
      walk.temperature *= factor
      walk.propose(using: &random)
    }
    walk.problem.set(walk.best.layout)
    return FoundLayout(walk.problem)
  }

  /// A walk from layout to layout.
  private struct Walk<Score: LayoutScore> {
    var problem: PlacementProblem<Score>
    /// The beacons that may be exchanged.
    var layout: [Int]
    var isTaken: [Bool]
    /// What a missing beacon counts, in the unit of the value.
    let scale: Double
    var temperature: Double
    var present: Double
    var best: (energy: Double, layout: [Int])

    init(_ problem: PlacementProblem<Score>) {
      self.problem = problem
      layout = problem.layout.filter { !problem.fixed.contains($0) }
      isTaken = [Bool](repeating: false, count: problem.score.candidates)
      for candidate in problem.layout { isTaken[candidate] = true }
      scale = max(problem.rating.value, 1e-9)
      temperature = scale / 100
      present = problem.rating.value + Double(problem.rating.missing) * scale
      best = (present, problem.layout)
    }

    /// Tries one exchange.
    mutating func propose(using random: inout RandomStream) {
      let (slot, new) = (random.uniform(below: layout.count), random.uniform(below: isTaken.count))
      let chance = random.uniform()
      guard !isTaken[new], problem.allows(new, inPlaceOf: layout[slot]) else { return }
      let rating = problem.rating(replacing: layout[slot], by: new)
      let proposed = rating.value + Double(rating.missing) * scale
      guard proposed <= present || chance < Elementary.exp((present - proposed) / temperature) else { return }
      problem.replace(layout[slot], by: new)
      (isTaken[layout[slot]], isTaken[new]) = (false, true)
      layout[slot] = new
      present = proposed
      if present < best.energy { best = (present, problem.layout) }
    }
  }
}
