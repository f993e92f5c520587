import Documents
import Evaluation
import Filtering
import Laps
import Placement
import Propagation
import Scenarios
import SiteFiles
import World

extension PlacementStudy {
  /// Searches, and judges what was found.
  ///
  /// - Parameters:
  ///   - width: how many walks at a time; results do not depend on it.
  ///   - progress: called with how many walks are simulated.
  package func run(width: Int, progress: (Int) -> Void) async throws -> PlacementResult {
    let tables = PlacementTables(self)
    try checkPossible(tables)
    var (done, strongest) = (0, StrongestScore.Table?.none)
    if case .strongest(let wrongRooms) = settings.objective {
      strongest = try await StrongestWalks(
        walks: walks, candidates: candidates, writer: writer, wrongRooms: wrongRooms
      ).table(width: width) { progress($0) }
      done = settings.search.walks
    }
    let score = score(tables, walks: strongest)
    let searches = PlacementSearches(self, tables, score: score)
    guard let best = searches.best, let greedy = searches.greedy else {
      throw try document["methods"].problem(expected: "a search that the budget allows", found: "none")
    }
    guard best.found.rating.missing == 0 else {
      throw try document[settings.cost == nil ? "beacons" : "cost"].problem(
        expected: "enough beacons for \(settings.constraints.least) to be heard at every point",
        found:
          "\(settings.beacons.map { "\($0)" } ?? "\(settings.cost ?? 0)"), which leave \(best.found.rating.missing) short"
      )
    }
    var layouts = [try layout(LayoutWriter.chosen, best.found.layout)]
    var notes: [String] = []
    for rule in settings.compare {
      try add(rule, beacons: best.found.layout.count, tables, to: &layouts, &notes)
    }
    let counts = settings.judge.counts.filter { $0 <= greedy.layout.count }
    if counts.count < settings.judge.counts.count {
      notes.append("numbers of beacons above the greedy layout's \(greedy.layout.count) are not judged")
    }
    let named = layouts.count
    for count in counts { layouts.append(try layout("greedy \(count)", Array(greedy.layout.prefix(count)))) }
    let judge = LayoutJudge(walks: walks)
    let errors = try await judge.errors(of: layouts, width: width) { progress(done + $0) }
    let judged = judge.judged(errors)
    return try result(
      tables, score, searches, best, layouts[0], judged: Array(judged[..<named]),
      counts: Array(judged[named...]),
      errors: errors[0], notes: notes)
  }

  func layout(_ name: String, _ layout: [Int]) throws(FileProblem) -> PlacementLayout {
    try writer.layout(name, layout.sorted().map { candidates[$0] })
  }

  /// Refuses constraints that not even all candidates together satisfy.
  private func checkPossible(_ tables: PlacementTables) throws(FileProblem) {
    let least = settings.constraints.least
    let short = tables.counts(least: least, points: points.count).impossible
    guard least > 0, let first = short.first else { return }
    let place = points[first].place
    let heard = tables.heard.count { $0[first] }
    throw try document["constraints"].problem(
      expected: "at most as many beacons heard as all candidates together give",
      found:
        "\(least) at [\(rounded(place.x)), \(rounded(place.y))] on floor \(points[first].floor), where \(heard) are heard, and "
        + "\(short.count - 1) more points")
  }

  /// Adds the layout of a rule, or a note why there is none.
  private func add(
    _ rule: LayoutRule, beacons: Int, _ tables: PlacementTables, to layouts: inout [PlacementLayout],
    _ notes: inout [String]
  ) throws(FileProblem) {
    let ground = PlacementSite(site: base.site)
    let height = settings.candidates.heights[0]
    func hung(_ spots: [PlacementSite.Spot]) -> [PlacementCandidate] {
      spots.enumerated().map { index, spot in
        PlacementCandidate(
          position: spot.place.at(height: base.site.elevation(ofFloor: spot.floor) + height),
          floor: spot.floor,
          place: index)
      }
    }
    func add(_ name: String, _ spots: [PlacementSite.Spot]) throws(FileProblem) {
      guard !spots.isEmpty else {
        notes.append("\(name): the site has no path or room for it")
        return
      }
      layouts.append(try writer.layout(name, hung(spots)))
    }
    switch rule {
    case .evenly: try add("evenly spaced", ground.evenlyAlongPath(count: beacons))
    case .spacing(let metres): try add("every \(rounded(metres)) m", ground.alongPath(every: metres))
    case .lattice: try add("lattice", ground.lattice(count: beacons))
    case .site(let path):
      let file = try SiteFile(contentsOf: path)
      layouts.append(
        PlacementLayout(name: file.site.name, beacons: [], site: file, changes: []))
    case .heard(let least):
      let counts = tables.counts(least: least, points: points.count)
      guard counts.impossible.isEmpty else {
        notes.append(
          "\(least) heard everywhere: impossible, since \(counts.impossible.count) points hear fewer of all candidates"
        )
        return
      }
      let found = GreedySearch.run(
        PlacementProblem(
          BoundScore(tables.bounds), heard: counts, places: candidates.map(\.place),
          budget: .beacons(candidates.count))
      ) { $0.missing == 0 }
      layouts.append(try layout("\(least) heard everywhere", found.layout))
    }
  }

  private func rounded(_ number: Double) -> String {
    let short = (number * 100).rounded() / 100
    return Int(exactly: short).map { "\($0)" } ?? "\(short)"
  }
}

extension PlacementStudy {
  private func result(
    _ tables: PlacementTables, _ score: any LayoutScore, _ searches: PlacementSearches,
    _ best: SearchedLayout,
    _ chosen: PlacementLayout, judged: [JudgedLayout], counts: [JudgedLayout], errors: LayoutJudge.Errors,
    notes: [String]
  ) throws -> PlacementResult {
    let layout = best.found.layout.sorted()
    let greedy = searches.greedy
    let first = (greedy?.layout.count ?? 0) - (greedy?.steps.count ?? 0)
    let steps = (greedy?.steps ?? []).enumerated().map { index, rating in
      PlacementResult.Step(
        beacons: first + index + 1, value: rating.value,
        meanBound: BoundScore(tables.bounds).value(
          of: Array((greedy?.layout ?? []).prefix(first + index + 1))))
    }
    let whole = score.value(of: layout)
    let losses = layout.enumerated().compactMap { index, candidate -> PlacementResult.BeaconLoss? in
      guard layout.count > 1 else { return nil }
      let value = score.value(of: layout.filter { $0 != candidate })
      return PlacementResult.BeaconLoss(
        beacon: chosen.site.site.anchors[index].id, position: candidates[candidate].position,
        floor: candidates[candidate].floor, value: value, increase: value - whole)
    }.sorted { ($0.increase, $1.beacon) > ($1.increase, $0.beacon) }
    return PlacementResult(
      name: settings.name, seed: settings.seed, objective: settings.objective, candidates: candidates.count,
      points: points.count, constraints: settings.constraints, searches: searches.all, chosen: chosen,
      method: best.method, steps: steps, knee: Knee.index(of: steps.map(\.value)).map { steps[$0].beacons },
      walks: settings.judge.walks, judged: judged, counts: counts, losses: losses,
      heights: heights(of: layout, tables), map: map(of: layout, tables, errors),
      installation: try InstallationPlan(chosen, settings: settings, interval: simulation.beacons.interval),
      notes: notes + scoringNotes)
  }

  private var scoringNotes: [String] {
    scenario.scoring.needsTestPoints && !settings.judge.everyCallback
      ? ["errors are those at presses at the site's test points, which need not be where most time is spent"]
      : []
  }

  /// The chosen places with every height and kind, where there is a choice.
  private func heights(of layout: [Int], _ tables: PlacementTables) -> [PlacementResult.HeightRow] {
    let kinds = settings.kinds.isEmpty ? [BeaconKind.defaults] : settings.kinds
    guard settings.candidates.heights.count * kinds.count > 1 else { return [] }
    let places = Set(layout.map { candidates[$0].place })
    return settings.candidates.heights.flatMap { height in
      kinds.indices.map { kind in
        let others = candidates.indices.filter { index in
          let candidate = candidates[index]
          let own = candidate.position.z - base.site.elevation(ofFloor: candidate.floor)
          return places.contains(candidate.place)
            && (candidate.kept != nil || candidate.kind == kind && abs(own - height) < 1e-9)
        }
        let heard = points.indices.reduce(0) { sum, point in sum + others.count { tables.heard[$0][point] } }
        return PlacementResult.HeightRow(
          height: height, kind: kinds[kind].name, meanBound: BoundScore(tables.bounds).value(of: others),
          heard: Double(heard) / Double(points.count))
      }
    }
  }

  private func map(
    of layout: [Int], _ tables: PlacementTables, _ errors: LayoutJudge.Errors
  ) -> [PlacementResult.MapPoint] {
    var (bounds, dilution) = (BoundScore(tables.bounds), BoundScore(tables.dilution))
    bounds.set(layout)
    dilution.set(layout)
    var sums = [(metres: Double, count: Int)](repeating: (0, 0), count: points.count)
    for error in errors.errors.first ?? [] {
      guard let metres = error.metres, let place = error.place,
        let nearest = points.indices.filter({ points[$0].floor == error.floor }).min(by: {
          points[$0].place.horizontalDistance(to: place) < points[$1].place.horizontalDistance(to: place)
        })
      else { continue }
      sums[nearest].metres += metres
      sums[nearest].count += 1
    }
    let (own, other) = (bounds.bounds, dilution.bounds)
    return points.indices.map { point in
      PlacementResult.MapPoint(
        position: points[point].place, floor: points[point].floor, bound: own[point], dilution: other[point],
        heard: layout.count { tables.heard[$0][point] },
        error: sums[point].count > 0 ? sums[point].metres / Double(sums[point].count) : nil,
        moments: sums[point].count)
    }
  }
}
