import Documents
import Evaluation
import World

extension PlacementStudy {
  /// Searches for layouts, judges these and those of the rules, and chooses.
  ///
  /// - Parameters:
  ///   - width: how many walks at a time; results do not depend on it.
  ///   - progress: called with how many walks are simulated.
  package func run(width: Int, progress: (Int) -> Void) async throws -> PlacementResult {
    let tables = PlacementTables(self, candidates)
    try checkPossible(tables)
    let strongest = try await strongestWalks(
      for: settings.objective, candidates, width: width, progress: progress)
    let score = score(tables, walks: strongest)
    let searches = PlacementSearches(self, tables, score: score)
    let found = try layouts(of: searches)
    let rules = try LayoutRules(self, tables, beacons: found[0].count)
    let counts = try layoutsOfCounts(searches)
    var done = strongest == nil ? 0 : settings.search.walks
    let judge = LayoutJudge(walks: walks, figure: settings.judgedFigure, use: use)
    let moves = JudgedMoves(
      study: self,
      judge: LayoutJudge(walks: walks, figure: settings.judgedFigure, use: use, seed: settings.seed))
    let before = done
    let moved = try await moves.layout(from: found, width: width) { progress(before + $0) }
    done += JudgedMoves.walks(settings, from: found.count)
    let layouts = found + (moved.map { [$0] } ?? []) + rules.layouts
    let moments = try await judge.moments(
      of: layouts + counts.layouts, on: 0..<settings.judge.walks, width: width
    ) { progress(done + $0) }
    done += moments.count * settings.judge.walks
    var judged = try JudgedStudy(
      self, judge, Array(moments.prefix(layouts.count)), counts: Array(moments.dropFirst(layouts.count)))
    let fresh = try await confirmed(&judged, layouts, width: width) { progress(done + $0) }
    done += fresh.count * settings.judge.walks
    let chosen = try await rated(fresh[0].layout, tables, score, width: width) { progress(done + $0) }
    return try result(
      searches, layouts, judged, fresh, chosen, notes: rules.notes + counts.notes)
  }

  /// The moments of the chosen layout and of its rival on fresh walks, which exchange the two where they show the rival to
  /// be better.
  private func confirmed(
    _ judged: inout JudgedStudy, _ layouts: [PlacementLayout], width: Int, progress: (Int) -> Void
  ) async throws -> [LayoutJudge.Moments] {
    let both = [judged.choice.chosen] + (judged.choice.rival.map { [$0] } ?? [])
    let fresh = try await judged.judge.moments(
      of: both.map { try installed(layouts[$0]) },
      on: settings.judge.walks..<2 * settings.judge.walks, width: width, progress: progress)
    guard judged.isOverturned(by: fresh) else { return fresh }
    judged = judged.exchanged
    return fresh.reversed()
  }

  /// The layouts that the searches found, each once, with the names of its searches.
  private func layouts(of searches: PlacementSearches) throws(FileProblem) -> [PlacementLayout] {
    guard searches.best.rating.missing == 0 else {
      throw try document["beacons"].problem(
        expected: "enough beacons for \(settings.heard) to be heard at every point",
        found: "\(settings.beacons), which leave \(searches.best.rating.missing) short")
    }
    var found: [(layout: [Int], names: [String])] = []
    for search in searches.all where search.found.rating.missing == 0 {
      let layout = search.found.layout.sorted()
      if let known = found.firstIndex(where: { $0.layout == layout }) {
        found[known].names.append(search.method.rawValue)
      } else {
        found.append((layout, [search.method.rawValue]))
      }
    }
    let layouts = try found.map { search throws(FileProblem) in
      try layout(search.names.joined(separator: ", "), search.layout)
    }
    // The layout with the best objective must be one that can be installed.
    _ = try installed(layout("best", searches.best.layout))
    return layouts
  }

  /// The first beacons of the greedy search, as many as the study wants judged.
  private func layoutsOfCounts(
    _ searches: PlacementSearches
  ) throws(FileProblem) -> (layouts: [PlacementLayout], notes: [String]) {
    let greedy = searches.greedy.layout
    let counts = settings.judge.counts.filter { $0 <= greedy.count }
    let layouts = try counts.map { count throws(FileProblem) in
      try layout("greedy \(count)", Array(greedy.prefix(count)))
    }
    return (
      layouts,
      counts.count < settings.judge.counts.count
        ? ["numbers of beacons above the greedy layout's \(greedy.count) are not judged"] : []
    )
  }

  func layout(_ name: String, _ layout: [Int]) throws(FileProblem) -> PlacementLayout {
    try writer.layout(name, layout.sorted().map { candidates[$0] }, origin: .search)
  }

  /// Refuses constraints that not even all candidates together satisfy.
  private func checkPossible(_ tables: PlacementTables) throws(FileProblem) {
    let least = settings.heard
    let short = tables.counts(least: least).impossible
    guard least > 0, let first = short.first else { return }
    let place = points[first].place
    let heard = tables.heard.count { $0[first] }
    throw try document["constraints"].problem(
      expected: "at most as many beacons heard as all candidates together give",
      found:
        "\(least) at [\(place.x.rounded(to: 2)), \(place.y.rounded(to: 2))] on floor \(points[first].floor), where \(heard) are heard, and "
        + "\(short.count - 1) more points")
  }
}

/// All layouts of a study with what the judge says of them.
struct JudgedStudy {
  let choice: LayoutChoice
  let judge: LayoutJudge
  let moments: [LayoutJudge.Moments]
  let layouts: [JudgedLayout]
  /// Of the greedy search with other numbers of beacons.
  let counts: [JudgedLayout]
  let constant: JudgedPipeline
  private let countMoments: [LayoutJudge.Moments]
  /// By layout why it cannot be chosen; nil where it can.
  private let excluded: [String?]

  init(
    _ study: PlacementStudy, _ judge: LayoutJudge, _ moments: [LayoutJudge.Moments],
    counts: [LayoutJudge.Moments]
  ) throws(FileProblem) {
    let first = moments[0]
    let excluded = moments.map { own in
      judge.difference(own, from: first) == nil ? "other walks" : study.exclusion(of: own.layout)
    }
    guard let choice = LayoutChoice(judge, moments, excluded: excluded) else {
      throw try study.document["compare"].problem(expected: "a layout that can be chosen", found: "none")
    }
    self.init(choice, judge, moments, counts: counts, excluded: excluded)
  }

  private init(
    _ choice: LayoutChoice, _ judge: LayoutJudge, _ moments: [LayoutJudge.Moments],
    counts: [LayoutJudge.Moments], excluded: [String?]
  ) {
    let all = judge.judged(
      moments + counts, chosen: choice.chosen,
      excluded: excluded + [String?](repeating: nil, count: counts.count))
    (self.choice, self.judge, self.moments) = (choice, judge, moments)
    (countMoments, self.excluded) = (counts, excluded)
    layouts = Array(all.prefix(moments.count))
    self.counts = Array(all.dropFirst(moments.count))
    constant = judge.constant(beside: moments[choice.chosen])
  }

  /// Whether the rival is shown to be better on the fresh walks, which were not used to select either of the two.
  func isOverturned(by fresh: [LayoutJudge.Moments]) -> Bool {
    verdict(fresh).rival?.difference?.interval.map { $0.upper < 0 } ?? false
  }

  /// The same with the rival in place of the chosen layout.
  var exchanged: JudgedStudy {
    JudgedStudy(choice.exchanged, judge, moments, counts: countMoments, excluded: excluded)
  }

  /// - Parameter fresh: the moments of the chosen layout and of its rival on fresh walks.
  func verdict(_ fresh: [LayoutJudge.Moments]) -> PlacementVerdict {
    let chosen = layouts[choice.chosen]
    let pipeline = judge.pipeline(of: moments[choice.chosen], with: judge.figure)
    return PlacementVerdict(
      figure: judge.figure, layout: chosen.name, isRule: moments[choice.chosen].layout.isRule,
      beacons: chosen.beacons, pipeline: chosen.best.pipeline, selected: chosen.best.figure,
      confirmed: judge.figure.value(over: fresh[0].byPipeline[pipeline]),
      rival: choice.rival.map { rival in
        let own = judge.pipeline(of: moments[rival], with: judge.figure)
        return .init(
          layout: layouts[rival].name, isRule: moments[rival].layout.isRule, beacons: layouts[rival].beacons,
          difference: judge.difference(
            of: fresh[1].byPipeline[own], from: fresh[0].byPipeline[pipeline]))
      },
      isOverturned: choice.isOverturned, tied: choice.tied.map { layouts[$0].name },
      overBudget: layouts.filter(\.isBetterOverBudget).map {
        .init(layout: $0.name, isRule: true, beacons: $0.beacons, difference: $0.best.more?.figure)
      })
  }
}
