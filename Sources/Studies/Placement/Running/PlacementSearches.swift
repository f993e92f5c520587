/// The result of one search.
package struct SearchedLayout: Sendable {
  /// How it was searched for.
  package let method: PlacementMethod
  /// The best layout that was found.
  package let found: FoundLayout
}

/// All searches of a study.
struct PlacementSearches {
  let tables: PlacementTables
  private(set) var all: [SearchedLayout] = []
  /// The objective after each beacon of the greedy search, to the end of the budget.
  let greedy: FoundLayout

  init<Score: LayoutScore>(_ study: PlacementStudy, _ tables: PlacementTables, score: Score) {
    let heard = study.settings.heard > 0 ? tables.counts(least: study.settings.heard) : nil
    let problem = PlacementProblem(
      score, heard: heard, fixed: study.kept, places: study.candidates.map(\.place),
      budget: study.settings.beacons)
    self.tables = tables
    greedy = GreedySearch.run(problem)
    for method in study.settings.methods {
      let found = method == .greedy ? greedy : SwapSearch.run(problem, from: best.layout)
      all.append(SearchedLayout(method: method, found: found))
    }
  }

  /// The one with the best rating; the first of equal ones.
  var best: FoundLayout { all.map(\.found).min { $0.rating < $1.rating } ?? greedy }
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
