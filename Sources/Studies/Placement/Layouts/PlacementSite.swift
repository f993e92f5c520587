package import World

/// A place where a beacon may hang.
package struct PlacementCandidate: Hashable, Sendable {
  /// Metres, with the height above the origin.
  package let position: Point
  /// The level of its floor.
  package let floor: Int
  /// Candidates with one number are at one place of the plan.
  package let place: Int
  /// The id of the scenario's beacon that stays; nil for a new one.
  package let kept: String?

  package init(position: Point, floor: Int, place: Int, kept: String? = nil) {
    (self.position, self.floor, self.place, self.kept) = (position, floor, place, kept)
  }
}

/// The candidates and points of a site by a study's settings.
struct PlacementSite {
  let site: Site

  /// A place on the plan at the elevation of its floor.
  typealias Spot = (place: Point, floor: Int)

  /// The places along the path's edges on floors, at equal distances from half of one on.
  func alongPath(every spacing: Double) -> [Spot] {
    guard let path = site.path else { return [] }
    return path.edges.enumerated().flatMap { index, edge -> [Spot] in
      let (from, to) = (path.nodes[edge.from], path.nodes[edge.to])
      guard edge.kind == .level else { return [] }
      let count = max(Int((path.lengths[index] / spacing).rounded()), 1)
      return (0..<count).map { number in
        (from.position.moved(towards: to.position, by: (Double(number) + 0.5) / Double(count)), from.floor)
      }
    }
  }

  /// `count` places at equal distances along all level edges, laid end to end in the order of the site's file.
  func evenlyAlongPath(count: Int) -> [Spot] {
    guard let path = site.path else { return [] }
    let level = path.edges.indices.filter { path.edges[$0].kind == .level }
    let whole = level.reduce(0) { $0 + path.lengths[$1] }
    return (0..<count).compactMap { number -> Spot? in
      var along = (Double(number) + 0.5) * whole / Double(count)
      for edge in level {
        if along <= path.lengths[edge] {
          let (from, to) = (path.nodes[path.edges[edge].from], path.nodes[path.edges[edge].to])
          return (from.position.moved(towards: to.position, by: along / path.lengths[edge]), from.floor)
        }
        along -= path.lengths[edge]
      }
      return nil
    }
  }

  /// The places on both sides of walls, at equal distances along each.
  func alongWalls(every spacing: Double, distance: Double) -> [Spot] {
    site.obstacles.flatMap { obstacle -> [Spot] in
      guard case .wall(let from, let to) = obstacle.shape else { return [] }
      let length = from.horizontalDistance(to: to)
      let count = max(Int((length / spacing).rounded()), 1)
      let along = (to - from).horizontalDirection
      let side = Point(x: -along.y, y: along.x) * distance
      return (0..<count).flatMap { number -> [Spot] in
        let place = from.moved(towards: to, by: (Double(number) + 0.5) / Double(count))
        return [(place + side, obstacle.floor), (place - side, obstacle.floor)]
      }.filter { isInside($0) }
    }
  }

  /// The places of a square lattice within the rooms or, on a site without rooms, within the bounding box of its path.
  func lattice(every spacing: Double) -> [Spot] {
    site.floors.flatMap { floor -> [Spot] in
      guard let box = box(ofFloor: floor.level) else { return [] }
      let (columns, rows) = (
        max(Int(((box.high.x - box.low.x) / spacing).rounded()), 1),
        max(Int(((box.high.y - box.low.y) / spacing).rounded()), 1)
      )
      let step = ((box.high.x - box.low.x) / Double(columns), (box.high.y - box.low.y) / Double(rows))
      return (0..<rows).flatMap { row in
        (0..<columns).map { column -> Spot in
          (
            Point(
              x: box.low.x + (Double(column) + 0.5) * step.0, y: box.low.y + (Double(row) + 0.5) * step.1,
              z: floor.elevation), floor.level
          )
        }
      }.filter { isInside($0) }
    }
  }

  /// The finest lattice with at most `count` places, filled up to that number from the next finer one.
  func lattice(count: Int) -> [Spot] {
    var spacing = 100.0
    var best: [Spot] = []
    while spacing > 0.2 {
      let places = lattice(every: spacing)
      if places.count > count {
        guard best.count < count else { return best }
        let others = places.filter { spot in
          !best.contains {
            $0.floor == spot.floor && $0.place.horizontalDistance(to: spot.place) < spacing / 2
          }
        }
        return best + others.prefix(count - best.count)
      }
      if places.count > best.count { best = places }
      spacing *= 0.98
    }
    return best
  }

  /// Whether a place lies in a room of its floor; everywhere where the site has no rooms.
  private func isInside(_ spot: Spot) -> Bool {
    site.rooms.isEmpty || site.room(at: spot.place, floor: spot.floor) != nil
  }

  /// The bounding box of the rooms of a floor or, on a site without rooms, of its path.
  private func box(ofFloor level: Int) -> (low: Point, high: Point)? {
    let rooms = site.rooms.filter { $0.floor == level }.flatMap(\.corners)
    let nodes = site.path?.nodes.filter { $0.floor == level }.map(\.position) ?? []
    let corners = site.rooms.isEmpty ? nodes : rooms
    return corners.isEmpty ? nil : corners.box
  }
}

extension PlacementSettings {
  /// All candidates: those that stay first, then each place at each height.
  func candidates(on site: Site) throws(FileProblem) -> [PlacementCandidate] {
    let kept = try keep.enumerated().map { index, id throws(FileProblem) in
      guard let anchor = site.anchors.first(where: { $0.id == id }) else {
        throw FileProblem(
          file: scenario,
          sentence: "its site \(site.name) has no beacon \(id), which the key keep of \(name) names")
      }
      return PlacementCandidate(position: anchor.position, floor: anchor.floor, place: -1 - index, kept: id)
    }
    let new = spots(on: site).enumerated().flatMap { place, spot in
      candidates.heights.map { height in
        PlacementCandidate(
          position: spot.place.at(height: site.elevation(ofFloor: spot.floor) + height), floor: spot.floor,
          place: place)
      }
    }
    return kept + new
  }

  /// The places on the plan at which beacons may hang, each once.
  private func spots(on site: Site) -> [PlacementSite.Spot] {
    let ground = PlacementSite(site: site)
    var all: [PlacementSite.Spot] = candidates.points.map {
      ($0.position.at(height: site.elevation(ofFloor: $0.floor)), $0.floor)
    }
    all += candidates.path.map { ground.alongPath(every: $0) } ?? []
    all += candidates.walls.map { ground.alongWalls(every: $0, distance: candidates.wallDistance) } ?? []
    all += candidates.lattice.map { ground.lattice(every: $0) } ?? []
    return all.reduce(into: []) { spots, spot in
      let isKeptOut = candidates.keepOut.contains { $0.contains(spot.place, floor: spot.floor) }
      let isThere = spots.contains {
        $0.floor == spot.floor && $0.place.horizontalDistance(to: spot.place) < 0.05
      }
      if !isKeptOut, !isThere { spots.append(spot) }
    }
  }

  /// The points at which bounds are worked out, at the height of the phone.
  func points(on site: Site, height: Double) -> [PlacementSite.Spot] {
    let ground = PlacementSite(site: site)
    let spots =
      switch points {
      case .path(let spacing): ground.alongPath(every: spacing)
      case .floor(let spacing): ground.lattice(every: spacing)
      }
    return spots.map { ($0.place.at(height: site.elevation(ofFloor: $0.floor) + height), $0.floor) }
  }
}
