import Evaluation
import NumericalMethods
import World

/// The result of one search.
package struct SearchedLayout: Sendable {
  /// How it was searched for.
  package let method: PlacementMethod
  /// The best layout that was found.
  package let found: FoundLayout
  /// In units of the kinds' costs.
  package let cost: Double
  /// A note, such as whether the lazy greedy layout equals the greedy one.
  package var note: String?
  /// By how much its value exceeds the best of all layouts, relative to the latter; nil without an exhaustive search.
  package var gap: Double?
}

/// All searches of a study.
struct PlacementSearches {
  let study: PlacementStudy
  let tables: PlacementTables
  private(set) var all: [SearchedLayout] = []
  /// Which searches were not made, and why.
  private(set) var notes: [String] = []
  /// The objective after each beacon of the greedy search, to the end of the budget.
  private(set) var greedy: FoundLayout?

  init(_ study: PlacementStudy, _ tables: PlacementTables, score: any LayoutScore) {
    (self.study, self.tables) = (study, tables)
    search(score)
  }

  /// The one with the best rating; the first of equal ones.
  var best: SearchedLayout? { all.min { $0.found.rating < $1.found.rating } }

  private mutating func search<Score: LayoutScore>(_ score: Score) {
    let settings = study.settings
    let least = settings.constraints.least
    let problem = PlacementProblem(
      score, heard: least > 0 ? tables.counts(least: least, points: study.points.count) : nil,
      fixed: study.kept, costs: study.candidates.map(settings.cost), places: study.candidates.map(\.place),
      budget: settings.cost.map { .cost($0) } ?? .beacons(settings.beacons ?? 0))
    let greedy = GreedySearch.run(problem) { rating in
      settings.target.map { rating.missing == 0 && rating.value <= $0 } ?? false
    }
    self.greedy = greedy
    // The others have as many beacons as the greedy search needed for the target.
    var limited = problem
    if settings.target != nil, settings.cost == nil {
      limited = PlacementProblem(
        score, heard: problem.heard, fixed: problem.fixed, costs: problem.costs, places: problem.places,
        budget: .beacons(greedy.layout.count))
    }
    for method in settings.methods { add(method, limited, greedy) }
    if let best = all.first(where: { $0.method == .exhaustive }) {
      for index in all.indices where best.found.rating.value > 0 {
        all[index].gap = all[index].found.rating.value / best.found.rating.value - 1
      }
    }
  }

  private mutating func add<Score>(
    _ method: PlacementMethod, _ problem: PlacementProblem<Score>, _ greedy: FoundLayout
  ) {
    guard let (found, note) = layout(by: method, problem, greedy) else {
      notes.append(
        "no exhaustive search was made, since it needs a budget of beacons with at most \(study.settings.search.layouts) layouts"
      )
      return
    }
    all.append(
      SearchedLayout(method: method, found: found, cost: problem.cost(of: found.layout), note: note))
  }

  /// What a search finds, and a note on it; nil where there are too many layouts to try all.
  private func layout<Score>(
    by method: PlacementMethod, _ problem: PlacementProblem<Score>, _ greedy: FoundLayout
  ) -> (FoundLayout, String?)? {
    let start = best?.found.layout ?? greedy.layout
    switch method {
    case .greedy: return (greedy, nil)
    case .lazyGreedy:
      let lazy = GreedySearch.runLazily(problem)
      return (lazy, note(on: lazy, beside: greedy))
    case .swaps: return (SwapSearch.run(problem, from: start), nil)
    case .annealing:
      var random = RandomStream(Seed(study.settings.seed).derived("placement").derived("annealing"))
      let proposals = study.settings.search.proposals
      return (AnnealingSearch.run(problem, from: start, proposals: proposals, using: &random), nil)
    case .exhaustive:
      return ExhaustiveSearch.run(problem, limit: study.settings.search.layouts).map {
        ($0, "the best of all layouts")
      }
    }
  }

  private func note(on lazy: FoundLayout, beside greedy: FoundLayout) -> String {
    if let step = zip(lazy.layout, greedy.layout).enumerated().first(where: { $1.0 != $1.1 }) {
      return "differs from greedy from beacon \(step.offset + 1) on"
    }
    return lazy.layout.count != greedy.layout.count
      ? "differs from greedy in the number of beacons"
      : "equal to greedy with \(times(greedy.evaluations, lazy.evaluations)) times fewer evaluations"
  }

  private func times(_ a: Int, _ b: Int) -> String { (Double(a) / Double(max(b, 1))).rounded(to: 1) }
}

/// Where a falling curve bends most.
enum Knee {
  /// The index whose value lies farthest below the straight line from the first to the last; nil with fewer than three, or
  /// where none lies below it.
  ///
  /// Source: Satopää, Albrecht, Irwin and Raghavan 2011, "Finding a 'kneedle' in a haystack", doi:10.1109/ICDCSW.2011.20,
  /// without smoothing and with the one knee of the whole curve.
  static func index(of values: [Double]) -> Int? {
    guard values.count >= 3, let first = values.first, let last = values.last else { return nil }
    let below = values.enumerated().map { index, value in
      first + (last - first) * Double(index) / Double(values.count - 1) - value
    }
    guard let most = below.max(), most > 1e-9 * max(abs(first), 1) else { return nil }
    return below.firstIndex(of: most)
  }
}
