import NumericalMethods

/// A search by the judged figure itself: one beacon at a time moves to another candidate, and stays there if the walks of the search
/// then have a smaller figure.
///
/// Random local search (Aarts and Lenstra 1997, "Local search in combinatorial optimization", chapter 2), since a figure of applications or
/// guidance has no sum over beacons that a greedy search could use. Every layout is judged on the same walks, which are not those of the
/// judge.
struct JudgedMoves {
  let study: PlacementStudy
  /// With the walks of the search.
  let judge: LayoutJudge

  private var walks: Int { study.settings.search.walks }

  /// The number of simulated walks, for a search that starts from some number of layouts.
  static func walks(_ settings: PlacementSettings, from layouts: Int) -> Int {
    settings.search.moves == 0 ? 0 : (layouts + settings.search.moves) * settings.search.walks
  }

  /// The best layout that was found; nil where no move was better than the best of the layouts it starts from.
  func layout(
    from starts: [PlacementLayout], width: Int, progress: (Int) -> Void
  ) async throws -> PlacementLayout? {
    let moves = study.settings.search.moves
    guard moves > 0 else { return nil }
    let moments = try await judge.moments(of: starts, on: 0..<walks, width: width, progress: progress)
    let values = moments.map { judge.value(of: $0) ?? .infinity }
    let first = values.indices.min { (values[$0], $0) < (values[$1], $1) } ?? 0
    var (best, least, isMoved) = (starts[first], values[first], false)
    var random = RandomStream(Seed(study.settings.seed).derived("placement").derived("moves"))
    for move in 0..<moves {
      defer { progress((starts.count + move + 1) * walks) }
      guard let other = try moved(best, using: &random), study.exclusion(of: other) == nil else { continue }
      let own = try await judge.moments(of: [other], on: 0..<walks, width: width) { _ in }
      guard let value = judge.value(of: own[0]), value < least else { continue }
      (best, least, isMoved) = (other, value, true)
    }
    return isMoved ? best : nil
  }

  /// One beacon that need not stay at another place; nil where the draw is a place that is taken.
  private func moved(
    _ layout: PlacementLayout, using random: inout RandomStream
  ) throws -> PlacementLayout? {
    let free = layout.beacons.indices.filter { layout.beacons[$0].kept == nil }
    let from = Int(random.uniform() * Double(free.count))
    let to = Int(random.uniform() * Double(study.candidates.count))
    guard free.indices.contains(from), study.candidates.indices.contains(to) else { return nil }
    let candidate = study.candidates[to]
    guard candidate.kept == nil, !layout.beacons.contains(where: { $0.place == candidate.place }) else {
      return nil
    }
    var beacons = layout.beacons
    beacons[free[from]] = candidate
    return try study.writer.layout("moves", beacons, origin: .search)
  }
}
