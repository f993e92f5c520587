import Documents
import Sites
import World

/// A site in the making: what an import has found, by floor.
struct SiteDraft {
  struct Area {
    var name: String
    let corners: [Point]
    let floor: Int
    /// Of an IMDF unit: whether one can walk in it, and whether it leads to other floors.
    var isWalkable = true
    var isWalled = false
    var leads = Leading.nowhere
    /// Whether the plan says that it is there to get to other areas.
    var isCorridor = false
  }

  /// How one gets from an area to the same one on the next floor.
  enum Leading { case nowhere, byStairs, byLift }

  struct Line {
    let from: Point
    let to: Point
    let floor: Int
  }

  struct Beacon {
    let id: String
    let members: [Document.Member]
    let position: Point
    /// Metres above its floor.
    let height: Double?
    let floor: Int
  }

  var floors: [Int: Double] = [:]
  var areas: [Area] = []
  var walls: [Line] = []
  var paths: [Line] = []
  /// Doors, as lines on the sides of areas.
  var openings: [Line] = []
  var testPoints: [(place: Point, floor: Int)] = []
  var beacons: [Beacon] = []
  /// Ways between floors that are assumed.
  var climbs: [(from: Line, to: Line)] = []
  /// Of walls.
  var material = WallMaterial.light
  /// Sentences about assumptions.
  var notes: [String] = []
  /// What could not be used, with how many there are, in the order of first appearance.
  private(set) var unused: [(what: String, count: Int)] = []

  mutating func leaveOut(_ what: String, count: Int = 1) {
    if let index = unused.firstIndex(where: { $0.what == what }) {
      unused[index].count += count
    } else {
      unused.append((what, count))
    }
  }

  /// Refuses what makes a site larger than can be read, before more is made of it.
  func checkLimits(of path: String) throws(FileProblem) {
    let counts: [(what: String, count: Int, most: Int)] = [
      ("rooms", areas.count, SiteLimits.rooms), ("walls", walls.count, SiteLimits.obstacles),
      ("pieces of paths", paths.count, SiteLimits.edges), ("openings", openings.count, SiteLimits.nodes),
      ("test points", testPoints.count, SiteLimits.testPoints),
      ("beacons", beacons.count, SiteLimits.anchors),
    ]
    for (what, count, most) in counts where count > most {
      throw FileProblem(file: path, expected: "at most \(most) \(what)", found: "\(count)")
    }
  }

  /// The site's file.
  func document(name: String, origin: GeographicOrigin?) throws(FileProblem) -> Document {
    let levels = floors.sorted { $0.key < $1.key }
    let points: [Document] = testPoints.enumerated().map { index, point in
      ["id": Document(index + 1), "position": plan(point.place), "floor": Document(point.floor)]
    }
    let rooms: [Document] = named(areas).map {
      ["name": Document($0.name), "floor": Document($0.floor), "corners": Document($0.corners.map(plan))]
    }
    let sides: [Document] = walls.map {
      [
        "from": plan($0.from), "to": plan($0.to), "floor": Document($0.floor),
        "material": Document(material.rawValue),
      ]
    }
    return Document(present: [
      "name": Document(name),
      "origin": origin.map {
        ["latitude": Document($0.latitude), "longitude": Document($0.longitude)]
      },
      "floors": Document(levels.map { ["level": Document($0.key), "elevation": Document($0.value)] }),
      "path": pathDocument, "testPoints": Document(points), "rooms": Document(rooms),
      "walls": Document(sides),
      "beacons": Document(zip(beacons, beaconNames).map { entry(of: $0, id: $1) }),
    ])
  }

  private func entry(of beacon: Beacon, id: String) -> Document {
    let z = (floors[beacon.floor] ?? 0) + (beacon.height ?? 2.5)
    let place = [beacon.position.x, beacon.position.y, z].map { Document(rounded($0)) }
    return Document(
      [.init(key: "id", value: Document(id))] + beacon.members
        + .init(present: ["position": Document(place), "floor": Document(beacon.floor)]))
  }

  private func plan(_ point: Point) -> Document {
    Document([Document(rounded(point.x)), Document(rounded(point.y))])
  }

  /// To a millimetre.
  private func rounded(_ metres: Double) -> Double { (metres * 1000).rounded() / 1000 }

  /// Lines that are given, or else the doors, each joined to the middle of the areas on its two sides.
  private var pathDocument: Document? {
    var graph = PathDraft()
    for line in paths {
      graph.join(graph.node(line.from, line.floor), graph.node(line.to, line.floor))
    }
    for climb in climbs {
      graph.climb(
        graph.node(climb.from.from, climb.from.floor), graph.node(climb.to.from, climb.to.floor),
        byLift: false)
    }
    // Ways through areas know their doors.
    for opening in paths.isEmpty ? openings : [] {
      let middle = opening.from.moved(towards: opening.to, by: 0.5)
      let door = graph.node(middle, opening.floor)
      for area in areas where area.floor == opening.floor && area.isWalkable && area.touches(middle) {
        graph.join(door, graph.node(area.middle, area.floor))
      }
    }
    let levels = floors.keys.sorted()
    for (below, above) in zip(levels, levels.dropFirst()) where climbs.isEmpty {
      for lower in areas where lower.floor == below && lower.leads != .nowhere {
        for upper in areas
        where upper.floor == above && upper.leads == lower.leads
          && upper.middle.horizontalDistance(to: lower.middle) < 3
        {
          graph.climb(
            graph.node(lower.middle, below), graph.node(upper.middle, above), byLift: lower.leads == .byLift)
        }
      }
    }
    return graph.document(severalFloors: floors.count > 1, plan: plan)
  }
}

/// Nodes and edges in the making.
private struct PathDraft {
  /// A square of 1 cm of a floor.
  private struct Square: Hashable {
    let (x, y, floor): (Double, Double, Int)

    init(_ place: Point, _ floor: Int, _ dx: Double = 0, _ dy: Double = 0) {
      (x, y, self.floor) = ((place.x * 100).rounded(.down) + dx, (place.y * 100).rounded(.down) + dy, floor)
    }
  }

  private var nodes: [(place: Point, floor: Int)] = []
  private var squares: [Square: [Int]] = [:]
  private var edges: [[Int]] = []
  private var joined: Set<[Int]> = []
  private var stairs: [[Int]] = []
  private var lifts: [[Int]] = []

  /// The node at a place, within 1 cm.
  mutating func node(_ place: Point, _ floor: Int) -> Int {
    let near = [-1.0, 0, 1].flatMap { dx in
      [-1.0, 0, 1].flatMap { dy in squares[Square(place, floor, dx, dy)] ?? [] }
    }
    if let index = near.sorted().first(where: { nodes[$0].place.horizontalDistance(to: place) < 0.01 }) {
      return index
    }
    squares[Square(place, floor), default: []].append(nodes.count)
    nodes.append((place, floor))
    return nodes.count - 1
  }

  mutating func join(_ a: Int, _ b: Int) {
    guard a != b, joined.insert([min(a, b), max(a, b)]).inserted else { return }
    edges.append([min(a, b), max(a, b)])
  }

  mutating func climb(_ a: Int, _ b: Int, byLift: Bool) {
    if byLift { lifts.append([a, b]) } else { stairs.append([a, b]) }
  }

  /// Nil without a level edge.
  func document(severalFloors: Bool, plan: (Point) -> Document) -> Document? {
    guard !edges.isEmpty else { return nil }
    let used = Set((edges + stairs + lifts).flatMap(\.self))
    let names = nodes.indices.map { "n\($0 + 1)" }
    func ends(_ edge: [Int]) -> Document { Document(edge.map { Document(names[$0]) }) }
    func climbs(_ edges: [[Int]]) -> Document? {
      edges.isEmpty ? .none : Document(edges.map { ["between": ends($0)] })
    }
    let places = nodes.indices.filter(used.contains).map { index in
      let place = plan(nodes[index].place)
      return Document.Member(
        key: names[index],
        value: severalFloors ? ["at": place, "floor": Document(nodes[index].floor)] : place
      )
    }
    return Document(present: [
      "nodes": Document(places), "edges": Document(edges.map(ends)), "stairs": climbs(stairs),
      "lifts": climbs(lifts),
    ])
  }
}

extension SiteDraft.Area {
  /// The centre of gravity where that is inside, else the corner nearest to it.
  var middle: Point {
    var (sum, doubled) = (Point.zero, 0.0)
    let origin = corners[0]
    for (a, b) in zip(corners, corners.dropFirst() + [origin]) {
      let (p, q) = (a - origin, b - origin)
      let cross = p.x * q.y - q.x * p.y
      sum = sum + (p + q) * cross
      doubled += cross
    }
    guard doubled != 0 else { return origin }
    let centre = origin + sum * (1 / (3 * doubled))
    if Room(name: "", corners: corners).contains(centre) { return centre }
    return corners.min { $0.horizontalDistance(to: centre) < $1.horizontalDistance(to: centre) } ?? centre
  }

  /// Whether a place lies inside, or within 0.5 m of a side.
  func touches(_ place: Point) -> Bool {
    if Room(name: "", corners: corners).contains(place) { return true }
    return zip(corners, corners.dropFirst() + [corners[0]]).contains { from, to in
      Obstacle(shape: .pillar(centre: place, radius: 0.5), loss: 0).blocks(from, to)
    }
  }
}
