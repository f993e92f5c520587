import World

/// The tables by which layouts of some candidates are rated, computed once.
struct PlacementTables {
  /// The table of the position error bound.
  let bounds: InformationTable
  /// The table for dilution of precision: ranges of equal deviation to all heard beacons.
  let dilution: InformationTable
  let heard: [[Bool]]

  init(_ study: PlacementStudy, _ candidates: [PlacementCandidate]) {
    let links = PlacementLinks(study.scenario, study.simulation)
    let all = candidates.map { candidate in
      study.points.map { links.link(from: candidate, to: $0.place, floor: $0.floor) }
    }
    let weights = [Double](repeating: 1, count: study.points.count)
    bounds = InformationTable(
      candidates: all.count, weights: weights, prior: study.settings.prior,
      offset: study.settings.uncertainty.level
    ) { candidate, point in
      let link = all[candidate][point]
      return .init(slope: link.slope, precision: link.heard / link.variance)
    }
    heard = all.map { $0.map { $0.heard >= 0.5 } }
    let (points, isHeard) = (study.points, heard)
    dilution = InformationTable(
      candidates: all.count, weights: weights, prior: study.settings.prior
    ) { candidate, point in
      let offset = candidates[candidate].position - points[point].place
      let direction = offset.horizontalDirection
      return .init(
        slope: SIMD2(direction.x, direction.y), precision: isHeard[candidate][point] ? 1 : 0)
    }
  }

  func counts(least: Int) -> HeardCounts { HeardCounts(heard, points: bounds.points, least: least) }
}

extension PlacementStudy {
  /// An objective over some candidates, the mean bound where there are no walks.
  ///
  /// - Parameter walks: of fixes at the strongest beacon.
  func score(_ tables: PlacementTables, walks: StrongestScore.Table?) -> any LayoutScore {
    walks.map { StrongestScore($0) } ?? BoundScore(tables.bounds)
  }

  /// Fixes at the strongest of some candidates on the walks of the search; nil for an objective that needs none.
  func strongestWalks(
    for objective: PlacementObjective, _ candidates: [PlacementCandidate], width: Int,
    progress: (Int) -> Void
  ) async throws -> StrongestScore.Table? {
    guard case .strongest(let wrongRooms) = objective else { return nil }
    return try await StrongestWalks(
      walks: walks, candidates: candidates, writer: writer, wrongRooms: wrongRooms
    ).table(width: width, progress: progress)
  }
}
