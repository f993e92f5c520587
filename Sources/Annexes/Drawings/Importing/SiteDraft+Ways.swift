import Documents
import Sites
import World

extension SiteDraft {
  /// Ways through all areas that doors join, as walks need them: stops all over each area, joined to one another and to the doors.
  ///
  /// Of the parts of a floor that no door joins, the largest has the ways. Floors are joined where areas for stairs or lifts lie above
  /// each other, or else where two stops do.
  mutating func addWays(through doors: [(border: Border, door: Line)]) {
    var parts = Parts(areas.count)
    for (border, _) in doors { parts.join(border.first, border.second) }
    let main = mainParts(parts)
    var stops: [Int: [Point]] = [:]
    for (border, door) in doors where main.contains(parts.part(of: border.first)) {
      let middle = door.from.moved(towards: door.to, by: 0.5)
      let ends = [border.first, border.second].map { areas[$0].inside(of: middle, along: door) }
      guard let first = ends[0], let second = ends[1] else { continue }
      stops[border.first, default: []].append(first)
      stops[border.second, default: []].append(second)
      paths.append(Line(from: first, to: second, floor: door.floor))
    }
    for index in areas.indices where areas[index].isWalkable && main.contains(parts.part(of: index)) {
      let (places, links) = areas[index].ways(through: stops[index] ?? [])
      stops[index] = places
      paths += links.map { Line(from: places[$0.0], to: places[$0.1], floor: areas[index].floor) }
    }
    let left = areas.indices.filter { areas[$0].isWalkable && !main.contains(parts.part(of: $0)) }
    if !left.isEmpty {
      let names = left.prefix(3).map { areas[$0].name.printable() }.joined(separator: ", ")
      notes.append(
        "\(left.count == 1 ? "a room touches" : "\(left.count) rooms touch") no other room of the rest, and no walk leads there: \(names)"
          + (left.count > 3 ? " and \(left.count - 3) more" : ""))
    }
    addClimbs(stops.sorted { $0.key < $1.key }.map { (areas[$0.key], $0.value) })
  }

  /// Of each floor the part with the most square metres.
  private func mainParts(_ parts: Parts) -> Set<Int> {
    var sizes: [Int: Double] = [:]
    for (index, area) in areas.enumerated() where area.isWalkable {
      sizes[parts.part(of: index), default: 0] += Room(name: "", corners: area.corners).area
    }
    let best = floors.keys.compactMap { floor in
      sizes.filter { areas[$0.key].floor == floor }.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    }
    return Set(best)
  }

  /// Joins each floor to the next one.
  private mutating func addClimbs(_ stops: [(area: Area, places: [Point])]) {
    let levels = floors.keys.sorted()
    for (below, above) in zip(levels, levels.dropFirst()) {
      func on(_ floor: Int, _ leads: Bool) -> [(Point, Leading)] {
        stops.filter { $0.area.floor == floor && (!leads || $0.area.leads != .nowhere) }
          .flatMap { stop in stop.places.map { ($0, stop.area.leads) } }
      }
      func nearest(_ lower: [(Point, Leading)], _ upper: [(Point, Leading)]) -> (Point, Point, Double)? {
        lower.flatMap { low in upper.map { (low.0, $0.0, low.0.horizontalDistance(to: $0.0)) } }.min {
          $0.2 < $1.2
        }
      }
      let marked = nearest(on(below, true), on(above, true)).flatMap { $0.2 < 5 ? $0 : nil }
      guard let climb = marked ?? nearest(on(below, false), on(above, false)) else { continue }
      climbs.append(
        (Line(from: climb.0, to: climb.0, floor: below), Line(from: climb.1, to: climb.1, floor: above)))
      if marked == nil {
        notes.append(
          "the plan shows no stairs between the floors \(below) and \(above): they are assumed at "
            + "[\(short(climb.0.x.rounded())), \(short(climb.0.y.rounded()))]")
      }
    }
  }
}

extension SiteDraft.Area {
  /// Metres between stops, and between a stop and the walls.
  private static let spacing = 6.0
  private static let clearance = 0.35

  private var room: Room { Room(name: "", corners: corners) }

  /// Where someone stands who has come through a door: half of the way to the opposite wall, and at most 1.5 m inside.
  ///
  /// - Returns: nil where no side of the door is inside.
  func inside(of middle: Point, along door: SiteDraft.Line) -> Point? {
    let along = (door.to - door.from).horizontalDirection
    let room = room
    for normal in [Point(x: -along.y, y: along.x), Point(x: along.y, y: -along.x)] {
      // The door may lie on the side of the neighbour, a wall away.
      guard let first = (1...8).map({ Double($0) / 10 }).first(where: { room.contains(middle + normal * $0) })
      else {
        continue
      }
      var depth = first
      while depth < first + 3, room.contains(middle + normal * (depth + 0.1)) { depth += 0.1 }
      return middle + normal * ((first - 0.1 + depth) / 2)
    }
    return nil
  }

  /// Stops all over the area and the places behind its doors, with what joins them.
  func ways(through doors: [Point]) -> (places: [Point], links: [(Int, Int)]) {
    var found: (places: [Point], links: [(Int, Int)]) = (doors, [])
    for spacing in [Self.spacing, 3, 1.5, 0.75] {
      let stops = lattice(every: spacing)
      let places = doors + stops.filter { stop in !doors.contains { $0.horizontalDistance(to: stop) < 1 } }
      let (links, isWhole) = links(places)
      found = (places, links)
      if isWhole, !places.isEmpty { break }
    }
    return found
  }

  /// Middles of equal rectangles along the longest side, as far as they lie inside and off the walls.
  private func lattice(every spacing: Double) -> [Point] {
    guard let longest = sides.max(by: { $0.length < $1.length }) else { return [] }
    let along = (longest.to - longest.from).horizontalDirection
    let across = Point(x: -along.y, y: along.x)
    let offsets = corners.map { corner -> (along: Double, across: Double) in
      let offset = corner - longest.from
      return (offset.x * along.x + offset.y * along.y, offset.x * across.x + offset.y * across.y)
    }
    func middles(_ values: [Double]) -> [Double] {
      let (low, high) = (values.min() ?? 0, values.max() ?? 0)
      let count = max(Int(((high - low) / spacing).rounded()), 1)
      return (0..<count).map { low + (Double($0) + 0.5) * (high - low) / Double(count) }
    }
    let room = room
    return middles(offsets.map(\.along)).flatMap { x in
      middles(offsets.map(\.across)).map { y in longest.from + along * x + across * y }
    }.filter { place in
      Self.steps.allSatisfy {
        room.contains(place + Point(x: $0.x * Self.clearance, y: $0.y * Self.clearance))
      }
    }
  }

  private static let steps: [SIMD2<Double>] = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]]

  /// Straight lines inside the area between places with no other place in the circle about the line (the Gabriel graph: Gabriel and
  /// Sokal 1969, doi:10.2307/2412323), and the shortest further ones that join what these leave apart.
  private func links(_ places: [Point]) -> (links: [(Int, Int)], isWhole: Bool) {
    var parts = Parts(places.count)
    var links: [(Int, Int)] = []
    var others: [(Int, Int, Double)] = []
    for a in places.indices {
      for b in places.indices.dropFirst(a + 1) {
        let length = places[a].horizontalDistance(to: places[b])
        guard length >= 0.01, isInside(places[a], places[b]) else { continue }
        let middle = places[a].moved(towards: places[b], by: 0.5)
        let isNear = places.indices.contains { c in
          c != a && c != b && places[c].horizontalDistance(to: middle) < length / 2 - 1e-6
        }
        if isNear {
          others.append((a, b, length))
        } else {
          links.append((a, b))
          parts.join(a, b)
        }
      }
    }
    for (a, b, _) in others.sorted(by: { ($0.2, $0.0, $0.1) < ($1.2, $1.0, $1.1) }) where parts.join(a, b) {
      links.append((a, b))
    }
    return (links, places.indices.allSatisfy { parts.part(of: $0) == 0 })
  }

  private func isInside(_ a: Point, _ b: Point) -> Bool {
    let room = room
    let count = max(Int(a.horizontalDistance(to: b) / 0.25), 1)
    return (0...count).allSatisfy { room.contains(a.moved(towards: b, by: Double($0) / Double(count))) }
  }
}
