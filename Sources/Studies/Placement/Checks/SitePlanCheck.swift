import Radio
package import Rendering
package import World

/// Likely errors of a site's plan, found without any recording.
package struct SitePlanCheck: Sendable {
  /// What is likely wrong; the raw value is its name in tables.
  package enum Kind: String, Sendable, CaseIterable {
    case units
    case nothingToCheck = "nothing to check"
    case beaconOutside = "beacon outside"
    case testPointInWall = "test point in a wall"
    case pathInWall = "path through a wall"
    case unreachableRoom = "unreachable room"
    case floorWithoutWay = "floor without a way"
    case tooFewHeard = "too few beacons heard"
  }

  /// One likely error.
  package struct Finding: Sendable {
    /// Of which kind it is.
    package let kind: Kind
    /// The subject of the finding: a beacon, a room, a point.
    let subject: String
    /// What was found, in words.
    package let detail: String
  }

  /// The assumptions about the channel: log-distance path loss from a measured power, walls as in the site.
  package struct Hearing: Sendable {
    /// The path-loss exponent n.
    package var exponent = 2.5
    /// Of beacons whose site states no measured power.
    package var levelAtOneMetre = DBm(-59)
    /// The weakest mean RSSI that is heard.
    package var sensitivity = DBm(-90)
    /// The number of beacons that must be heard.
    package var least = 3
    /// Metres above the floor.
    package var phoneHeight = 1.2

    package init() {}
  }

  /// The site's name.
  package let site: String
  /// In the order of the checks.
  package let findings: [Finding]
  /// The number of points that were checked.
  package let points: Int
  /// Where these are: on the path, or without one in the walkable areas or the rooms.
  package let ground: String
  /// Notes on things that a plan may lack.
  package let notes: [String]

  /// Metres from a wall within which a place counts as inside it.
  static let wallThickness = 0.05
  /// Metres outside all rooms at which a beacon may still hang.
  static let outside = 1.0

  /// - Parameter warnings: of the site's file, about its units.
  package init(_ site: Site, warnings: [String], hearing: Hearing = Hearing()) {
    self.site = site.name
    let spots = Self.spots(of: site)
    (points, ground) = (spots.count, Self.ground(of: site))
    notes =
      site.obstacles.isEmpty
      ? ["The site has no walls: signals pass unattenuated, and place has no candidates along walls."] : []
    let lines = [
      warnings.map { Finding(kind: .units, subject: site.name, detail: $0) }, Self.missing(site, spots),
      Self.outsideRooms(site),
      Self.inWalls(site), Self.unreachable(site), Self.ways(site), Self.silent(site, spots, hearing),
    ]
    findings = lines.flatMap(\.self)
  }

  private static func ground(of site: Site) -> String {
    site.path != nil ? "on the path" : site.walkable.isEmpty ? "in the rooms" : "where people can walk"
  }

  /// Points of the path 1 m apart, or of a lattice in the walkable areas or the rooms of a site without a path: also 1 m apart, or in
  /// a large building so far apart that there are about ``mostPoints``.
  private static func spots(of site: Site) -> [PlacementSite.Spot] {
    let ground = PlacementSite(site: site)
    if site.path == nil, !site.walkable.isEmpty {
      let area = site.ground.reduce(0) {
        $0 + ($1.box.high.x - $1.box.low.x) * ($1.box.high.y - $1.box.low.y)
      }
      let cells = WalkableCells(
        site.ground, obstacles: site.obstacles, floors: site.floors,
        side: max(1, (area / mostPoints).squareRoot()))
      return zip(cells.places, cells.floors).map { ($0, $1) }
    }
    guard site.path == nil, !site.rooms.isEmpty else { return ground.alongPath(every: 1) }
    let area = site.rooms.reduce(0) { $0 + $1.area }
    return ground.lattice(every: max(1, (area / mostPoints).squareRoot()))
  }

  private static let mostPoints = 20_000.0

  /// The parts that a site lacks without which reception of its beacons cannot be checked.
  private static func missing(_ site: Site, _ spots: [PlacementSite.Spot]) -> [Finding] {
    var findings: [Finding] = []
    if spots.isEmpty {
      findings.append(
        Finding(
          kind: .nothingToCheck, subject: "path",
          detail:
            "neither a path nor walkable areas nor rooms: nothing says where people walk, and place refuses the site"
        ))
    }
    if site.anchors.allSatisfy(\.isMobile) {
      findings.append(
        Finding(
          kind: .nothingToCheck, subject: "beacons",
          detail: "no beacon or receiver with a place of its own: no pipeline can tell a position"))
    }
    return findings
  }

  private static func outsideRooms(_ site: Site) -> [Finding] {
    guard !site.rooms.isEmpty else { return [] }
    return site.anchors.filter { !$0.isMobile }.compactMap { anchor in
      let distance = site.rooms.filter { $0.floor == anchor.floor }.map { $0.distance(to: anchor.position) }
        .min()
      guard let distance else {
        return Finding(kind: .beaconOutside, subject: anchor.id, detail: "floor \(anchor.floor) has no room")
      }
      return distance <= outside
        ? nil
        : Finding(
          kind: .beaconOutside, subject: anchor.id,
          detail: "\(metres(distance)) m from the nearest room of floor \(anchor.floor)")
    }
  }

  private static func inWalls(_ site: Site) -> [Finding] {
    let points = site.testPoints.filter { site.hasWall(at: $0.position, $0.floor) }.map {
      Finding(
        kind: .testPointInWall, subject: "\($0.id)",
        detail: "at [\(metres($0.position.x)), \(metres($0.position.y))] on floor \($0.floor)")
    }
    return points + pathInWalls(site)
  }

  /// An edge that crosses a wall means a door for which the wall has no gap; one along a wall lies inside it.
  private static func pathInWalls(_ site: Site) -> [Finding] {
    guard let path = site.path else { return [] }
    return path.edges.enumerated().compactMap { index, edge in
      let (from, to) = (path.nodes[edge.from], path.nodes[edge.to])
      guard edge.kind == .level else { return nil }
      let count = max(Int(path.lengths[index] / 0.25), 1)
      let inside = (0...count).count { step in
        site.hasWall(
          at: from.position.moved(towards: to.position, by: Double(step) / Double(count)), from.floor)
      }
      // A crossing takes one step or two; up to three are accepted.
      guard inside > 3 else { return nil }
      return Finding(
        kind: .pathInWall, subject: "\(from.name)-\(to.name)",
        detail:
          "about \(metres(path.lengths[index] * Double(inside) / Double(count + 1))) m of it lie in a wall on floor \(from.floor)"
      )
    }
  }

  private static func unreachable(_ site: Site) -> [Finding] {
    guard site.path != nil else { return [] }
    let spots = PlacementSite(site: site).alongPath(every: 0.1)
    let reached = Set(spots.compactMap { site.room(at: $0.place, floor: $0.floor) })
    return site.rooms.indices.filter { !reached.contains($0) }.map { index in
      Finding(
        kind: .unreachableRoom, subject: site.rooms[index].name,
        detail: "no part of the path lies in it on floor \(site.rooms[index].floor)")
    }
  }

  private static func ways(_ site: Site) -> [Finding] {
    guard let path = site.path else { return [] }
    let without = site.floors.filter { floor in !path.nodes.contains { $0.floor == floor.level } }.map {
      Finding(kind: .floorWithoutWay, subject: "\($0.level)", detail: "the path has no node on it")
    }
    // For each node, the lowest node to which it is connected.
    var parts = Array(path.nodes.indices)
    var isChanged = true
    while isChanged {
      isChanged = false
      for edge in path.edges where parts[edge.from] != parts[edge.to] {
        let least = min(parts[edge.from], parts[edge.to])
        (parts[edge.from], parts[edge.to], isChanged) = (least, least, true)
      }
    }
    let apart = path.nodes.indices.filter { parts[$0] == $0 }.dropFirst().map { first in
      Finding(
        kind: .floorWithoutWay, subject: "\(path.nodes[first].floor)",
        detail:
          "no way leads from \(path.nodes[0].name) to \(path.nodes[first].name) and \(parts.count { $0 == first } - 1) more nodes"
      )
    }
    return without + apart
  }

  private static func silent(_ site: Site, _ spots: [PlacementSite.Spot], _ hearing: Hearing) -> [Finding] {
    let beacons = site.anchors.filter { !$0.isMobile }
    let law = LogDistance(exponent: hearing.exponent, levelAtOneMetre: hearing.levelAtOneMetre)
    let short = spots.compactMap { spot -> (place: Point, floor: Int, heard: Int)? in
      let place = spot.place.at(height: spot.place.z + hearing.phoneHeight)
      let heard = beacons.count { beacon in
        guard beacon.floor == spot.floor else { return false }
        let walls = site.obstacles.reduce(0.0) { lost, obstacle in
          obstacle.floor == spot.floor && obstacle.blocks(place, beacon.position)
            ? lost + obstacle.loss.value : lost
        }
        let offset = (beacon.measuredPower ?? hearing.levelAtOneMetre) - hearing.levelAtOneMetre
        let level = law.level(at: place.distance(to: beacon.position)) + offset
        return level.value - walls >= hearing.sensitivity.value
      }
      return heard < hearing.least ? (spot.place, spot.floor, heard) : nil
    }
    guard let worst = short.min(by: { $0.heard < $1.heard }) else { return [] }
    return [
      Finding(
        kind: .tooFewHeard, subject: site.path == nil ? "rooms" : "path",
        detail:
          "fewer than \(hearing.least) beacons of the floor are heard at \(short.count) of \(spots.count) points; "
          + "\(worst.heard) at [\(metres(worst.place.x)), \(metres(worst.place.y))] on floor \(worst.floor)")
    ]
  }

  private static func metres(_ number: Double) -> String {
    let short = (number * 10).rounded() / 10
    return Int(exactly: short).map { "\($0)" } ?? "\(short)"
  }
}

extension Site {
  /// Whether a place lies in a wall or a pillar.
  fileprivate func hasWall(at place: Point, _ floor: Int) -> Bool {
    obstacles.contains { obstacle in
      guard obstacle.floor == floor else { return false }
      switch obstacle.shape {
      case .wall(let from, let to):
        let spot = Obstacle.Shape.pillar(centre: place, radius: SitePlanCheck.wallThickness)
        return Obstacle(shape: spot, loss: 0).blocks(from, to)
      case .pillar(let centre, let radius): return place.horizontalDistance(to: centre) <= radius
      }
    }
  }
}

extension Room {
  /// Metres on the plan from a place to the room; 0 inside.
  fileprivate func distance(to place: Point) -> Double {
    if contains(place) { return 0 }
    return zip(corners, corners.dropFirst() + [corners[0]]).map { from, to -> Double in
      let (step, offset) = (to - from, place - from)
      let squared = step.x * step.x + step.y * step.y
      let along = squared > 0 ? min(max((offset.x * step.x + offset.y * step.y) / squared, 0), 1) : 0
      return place.horizontalDistance(to: from.moved(towards: to, by: along))
    }.min() ?? 0
  }
}

// docs/columns.md lists the keys.

extension SitePlanCheck: Described {
  /// The top of the check's JSON.
  package static let figures: [Figure<SitePlanCheck>] = [
    .init("site", \.site), .init("points", \.points), .init("findings", \.findings), .init("notes", \.notes),
  ]
}

extension SitePlanCheck.Finding: Described {
  /// The columns of the table of findings.
  package static let figures: [Figure<SitePlanCheck.Finding>] = [
    .init("kind", "finding") { $0.kind.rawValue },
    .init("subject", "of") { $0.subject },
    Figure(key: "detail", column: .init("what was found", breaksFirst: true)) { .text($0.detail) },
  ]
}
