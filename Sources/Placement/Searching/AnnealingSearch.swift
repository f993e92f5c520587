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
    var layout = problem.layout.filter { !problem.fixed.contains($0) }
    guard !layout.isEmpty, proposals > 0, problem.score.candidates > problem.layout.count else {
      return FoundLayout(problem)
    }
    let scale = max(problem.rating.value, 1e-9)
    func energy(_ rating: Rating) -> Double { rating.value + Double(rating.missing) * scale }
    var present = energy(problem.rating)
    var best = (energy: present, layout: problem.layout)
    var temperature = scale / 100
    let factor = Elementary.exp(Elementary.log(1e-4) / Double(proposals))
    var isTaken = [Bool](repeating: false, count: problem.score.candidates)
    for candidate in problem.layout { isTaken[candidate] = true }
    for _ in 0..<proposals {
      temperature *= factor
      let (slot, new) = (random.uniform(below: layout.count), random.uniform(below: isTaken.count))
      let chance = random.uniform()
      guard !isTaken[new], problem.allows(new, inPlaceOf: layout[slot]) else { continue }
      let proposed = energy(problem.rating(replacing: layout[slot], by: new))
      guard proposed <= present || chance < Elementary.exp((present - proposed) / temperature) else {
        continue
      }
      problem.replace(layout[slot], by: new)
      (isTaken[layout[slot]], isTaken[new]) = (false, true)
      layout[slot] = new
      present = proposed
      if present < best.energy { best = (present, problem.layout) }
    }
    problem.set(best.layout)
    return FoundLayout(problem)
  }
}
