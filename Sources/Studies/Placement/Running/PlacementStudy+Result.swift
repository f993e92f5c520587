import Documents
import Propagation
import Rendering
import Scenarios
import Sites
package import World

/// A layout with the tables that rate it.
struct RatedLayout {
  let layout: PlacementLayout
  /// The tables of the candidates from which its beacons are taken.
  let tables: PlacementTables
  let score: any LayoutScore
  /// Indices of the candidates, in the order of its beacons.
  let indices: [Int]
}

extension PlacementStudy {
  /// The chosen layout, which need not consist of candidates of the study.
  func rated(
    _ layout: PlacementLayout, _ tables: PlacementTables, _ score: any LayoutScore, width: Int,
    progress: (Int) -> Void
  ) async throws -> RatedLayout {
    let places = Dictionary(zip(candidates, candidates.indices)) { first, _ in first }
    let known = layout.beacons.compactMap { places[$0] }
    guard layout.isRule || known.count < layout.count else {
      return RatedLayout(layout: layout, tables: tables, score: score, indices: known)
    }
    let own = PlacementTables(self, layout.beacons)
    let strongest = try await strongestWalks(
      for: settings.objective, layout.beacons, width: width, progress: progress)
    return RatedLayout(
      layout: layout, tables: own, score: self.score(own, walks: strongest),
      indices: Array(layout.beacons.indices))
  }

  /// - Parameter fresh: the moments of the chosen layout and of its rival on fresh walks.
  func result(
    _ searches: PlacementSearches, _ layouts: [PlacementLayout], _ judged: JudgedStudy,
    _ fresh: [LayoutJudge.Moments], _ chosen: RatedLayout, notes: [String]
  ) throws -> PlacementResult {
    let steps = steps(of: searches)
    let pipeline = judged.judge.pipeline(
      of: judged.moments[judged.choice.chosen], with: judged.judge.figure)
    return PlacementResult(
      name: settings.name, seed: settings.seed, objective: settings.objective, candidates: candidates.count,
      points: points.count, heard: settings.heard, verdict: judged.verdict(fresh),
      searches: searches.all, chosen: chosen.layout, layouts: layouts, steps: steps,
      knee: Knee.index(of: steps.map(\.value)).map { steps[$0].beacons }, walks: settings.judge.walks,
      judged: judged.layouts, constant: judged.constant, counts: judged.counts, losses: losses(of: chosen),
      heights: heights(of: chosen.layout),
      map: map(of: chosen, use == nil ? fresh[0].byPipeline[pipeline] : []),
      installation: try InstallationPlan(
        chosen.layout, settings: settings, measuredPower: measuredPower,
        interval: simulation.beacons.interval),
      notes: notes + scoringNotes)
  }

  private func steps(of searches: PlacementSearches) -> [PlacementResult.Step] {
    let greedy = searches.greedy
    let first = greedy.layout.count - greedy.steps.count
    let bounds = BoundScore(searches.tables.bounds)
    return greedy.steps.enumerated().map { index, rating in
      PlacementResult.Step(
        beacons: first + index + 1, value: rating.value,
        meanBound: bounds.value(of: Array(greedy.layout.prefix(first + index + 1))))
    }
  }

  private func losses(of chosen: RatedLayout) -> [PlacementResult.BeaconLoss] {
    guard chosen.indices.count > 1 else { return [] }
    let whole = chosen.score.value(of: chosen.indices)
    let anchors = chosen.layout.site.site.anchors
    return chosen.indices.enumerated().map { number, candidate in
      let value = chosen.score.value(of: chosen.indices.filter { $0 != candidate })
      return PlacementResult.BeaconLoss(
        beacon: anchors[number].id, position: anchors[number].position, floor: anchors[number].floor,
        value: value, increase: value - whole)
    }.sorted { ($0.increase, $1.beacon) > ($1.increase, $0.beacon) }
  }

  private var scoringNotes: [String] {
    use == nil && scenario.scoring.needsTestPoints && !settings.judge.everyCallback
      ? ["errors are those at presses at the site's test points, which need not be where most time is spent"]
      : []
  }

  /// The chosen places at every height, where there is more than one.
  private func heights(of layout: PlacementLayout) -> [PlacementResult.HeightRow] {
    guard settings.candidates.heights.count > 1 else { return [] }
    return settings.candidates.heights.map { height in
      let others = layout.beacons.map { beacon in
        beacon.kept != nil
          ? beacon
          : PlacementCandidate(
            position: beacon.position.at(height: base.site.elevation(ofFloor: beacon.floor) + height),
            floor: beacon.floor, place: beacon.place)
      }
      let tables = PlacementTables(self, others)
      let heard = tables.heard.reduce(0) { $0 + $1.count { $0 } }
      return PlacementResult.HeightRow(
        height: height, meanBound: BoundScore(tables.bounds).value(of: Array(others.indices)),
        heard: Double(heard) / Double(points.count))
    }
  }

  private func map(of chosen: RatedLayout, _ moments: [JudgedMoment]) -> [PlacementResult.MapPoint] {
    var (bounds, dilution) = (BoundScore(chosen.tables.bounds), BoundScore(chosen.tables.dilution))
    bounds.set(chosen.indices)
    dilution.set(chosen.indices)
    var sums = [(metres: Double, count: Int)](repeating: (0, 0), count: points.count)
    for moment in moments {
      guard
        let nearest = points.indices.filter({ points[$0].floor == moment.floor }).min(by: {
          points[$0].place.horizontalDistance(to: moment.place)
            < points[$1].place.horizontalDistance(to: moment.place)
        })
      else { continue }
      sums[nearest].metres += moment.metres
      sums[nearest].count += 1
    }
    let (own, other) = (bounds.bounds, dilution.bounds)
    return points.indices.map { point in
      PlacementResult.MapPoint(
        position: points[point].place, floor: points[point].floor, bound: own[point], dilution: other[point],
        heard: chosen.indices.count { chosen.tables.heard[$0][point] },
        error: sums[point].count > 0 ? sums[point].metres / Double(sums[point].count) : nil,
        moments: sums[point].count)
    }
  }
}

extension PlacementStudy {
  /// The chosen layout as files: a site, a scenario that runs with it, and tables.
  package func files(of result: PlacementResult) throws(FileProblem) -> [(name: String, text: String)] {
    let scenario = try PlacementWalks.with(result.chosen, in: scenario.resolved)
    let saved = try SavedScenario(
      scenario.setting("name", to: Document(settings.name)), site: result.chosen.site.document,
      tables: simulation.tables)
    return saved.texts + tables(of: result)
  }

  /// The beacons, the curve, the map and the batteries.
  package func tables(of result: PlacementResult) -> [(name: String, text: String)] {
    [
      ("beacons.csv", InstallationPlan.Beacon.figures.csv(of: result.installation.beacons)),
      ("curve.csv", PlacementResult.Step.figures.csv(of: result.steps)),
      ("map.csv", PlacementResult.MapPoint.figures.csv(of: result.map)),
      (
        "batteries.csv",
        InstallationPlan.Battery.figures.csv(of: result.installation.batteries)
      ),
    ]
  }
}
