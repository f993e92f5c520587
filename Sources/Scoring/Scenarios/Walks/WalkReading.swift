package import Documents
import Foundation
package import Propagation
package import World

extension WalkPlan {
  /// Reads the key `walk`, and the tables that it names.
  ///
  /// - Parameters:
  ///   - interval: seconds from one reading of the phone to the next.
  ///   - isBeacon: whether a beacon walks so, for as long as the lap lasts.
  /// - Throws: a key that no walk can have, or that names what the site does not have.
  init(
    _ document: Document, site: Site, scenarioPath: String, interval: Double = 1, isBeacon: Bool = false
  ) throws(FileProblem) {
    if isBeacon, let duration = document.optional("duration") {
      throw duration.problem(
        expected: "no such key for a beacon, which walks as long as the lap", found: "it")
    }
    settings = try WalkSettings(document)
    let kinds = ["route", "random", "standing", "track"].filter { document.has($0) }
    if kinds.count > 1 {
      throw try document[kinds[1]].problem(expected: "no such key beside \(kinds[0])", found: "it")
    }
    if let track = document.optional("track") {
      try document.refuse(["variation", "stretches", "pauses", "randomPauses"], beside: "track")
      let (tracks, tables) = try RecordedTrack.read(
        track, site: site, settings: settings, scenarioPath: scenarioPath)
      (journey, self.tables) = (.recorded(tracks), tables)
      return
    }
    tables = []
    journey =
      if let standing = document.optional("standing") {
        try Self.standing(standing, document, settings, on: site, interval: interval, isBeacon: isBeacon)
      } else {
        try Self.onPath(document, settings, of: site, isBeacon: isBeacon)
      }
  }

  private static func standing(
    _ standing: Document, _ document: Document, _ settings: WalkSettings, on site: Site, interval: Double,
    isBeacon: Bool
  ) throws(FileProblem) -> Journey {
    try document.refuse(
      ["duration", "variation", "stretches", "pauses", "randomPauses", "turnRate"], beside: "standing")
    guard !isBeacon else {
      throw standing.problem(expected: "no such key for a beacon, which takes no readings", found: "it")
    }
    try document.checkHeight(settings.height, on: site)
    return .standing(try StandingVisits(standing, on: site, height: settings.height, interval: interval))
  }

  private static func onPath(
    _ document: Document, _ settings: WalkSettings, of site: Site, isBeacon: Bool
  ) throws(FileProblem) -> Journey {
    if let planned = document.optional("planned"), isBeacon {
      throw planned.problem(expected: "no such key for a beacon, which no navigator guides", found: "it")
    }
    guard let path = site.path else {
      throw document.problem(expected: "a track, since the site has no path to walk on", found: "none")
    }
    try document.checkHeight(settings.height, on: site)
    if let planned = document.optional("planned") { _ = try site.plannedWay(planned) }
    let manners = try path.manners(document)
    guard let random = document.optional("random") else {
      return .route(try Itinerary(document, on: path, manners: manners, site: site))
    }
    try document.refuse(["pauses"], beside: "random")
    guard isBeacon || settings.duration != nil else {
      throw document.problem(expected: "the key duration beside random", found: "none")
    }
    return .wandering(try RandomWaypoints(random, on: path, manners: manners))
  }
}

extension Site {
  /// The nodes that a planned route passes.
  ///
  /// - Parameter names: of nodes, two or more, as a scenario or an option names them.
  /// - Throws: where the site has no path or no such node, or no way leads from one to the next.
  package func plannedWay(_ names: Document) throws(FileProblem) -> [Int] {
    guard let path else { throw names.problem(expected: "a site with a path", found: "\(name) without one") }
    let elements = try names.elements
    guard elements.count >= 2 else {
      throw names.problem(expected: "two nodes or more", found: "\(elements.count)")
    }
    var nodes: [Int] = []
    for element in elements {
      let node = try path.node(named: element)
      if let last = nodes.last {
        let cost = ShortestRoutes(from: last, on: path).costs[node]
        guard node != last, cost.isFinite else {
          throw element.problem(
            expected: "a node to which a way leads from \(path.nodes[last].name)",
            found: path.nodes[node].name)
        }
      }
      nodes.append(node)
    }
    return nodes
  }
}

extension Document {
  /// - Throws: a height at which the phone, or the beacon, would be on another floor of the site.
  fileprivate func checkHeight(_ height: Double, on site: Site) throws(FileProblem) {
    guard site.floors.count > 1 else { return }
    for floor in site.floors {
      let storey = site.floors.storey(ofLevel: floor.level)
      guard storey ~= floor.elevation + height else {
        throw try self["height"].problem(
          expected:
            "one that keeps to each floor: on floor \(floor.level) from \(storey.lowerBound - floor.elevation) to \(storey.upperBound - floor.elevation) m"
        )
      }
    }
  }

  fileprivate func refuse(_ keys: [String], beside kind: String) throws(FileProblem) {
    for key in keys {
      if let value = optional(key) {
        throw value.problem(expected: "no such key beside \(kind)", found: "it")
      }
    }
  }
}

extension PathGraph {
  /// How each edge is gone, with the stretches that have a speed of their own.
  fileprivate func manners(_ document: Document) throws(FileProblem) -> [Itinerary.Manner] {
    var manners = edges.map(\.kind.manner)
    var seen: Set<Int> = []
    for entry in try document.optional("stretches")?.elements ?? [] {
      let ends = try entry["between"]
      let (from, to) = (try node(named: ends[0]), try node(named: ends[1]))
      guard let index = edgeIndex(between: from, and: to), case .walked = manners[index] else {
        throw ends.problem(expected: "two nodes that an edge or stairs join")
      }
      guard seen.insert(index).inserted else {
        throw ends.problem(
          expected: "each edge or stairs once",
          found: "[\(try ends[0].text), \(try ends[1].text)] a second time")
      }
      manners[index] = .walked(speed: try entry.number("speed"))
    }
    return manners
  }

  func node(named name: Document) throws(FileProblem) -> Int {
    let text = try name.text
    guard let node = nodes.firstIndex(where: { $0.name == text }) else {
      throw name.problem(expected: "the name of a node of the site's path")
    }
    return node
  }

  func edgeIndex(between a: Int, and b: Int) -> Int? {
    edges.firstIndex { ($0.from == a && $0.to == b) || ($0.from == b && $0.to == a) }
  }

  /// Refuses an edge between floors that is neither stairs nor a lift.
  func checkKeepsFloor(_ edge: Int, _ key: Document) throws(FileProblem) {
    let (from, to) = (nodes[edges[edge].from], nodes[edges[edge].to])
    guard from.floor == to.floor || edges[edge].kind != .level else {
      throw key.problem(
        expected: "a way that leaves its floor by stairs or a lift of the site only",
        found: "the edge from \(from.name) on floor \(from.floor) to \(to.name) on floor \(to.floor)")
    }
  }
}

extension StandingVisits {
  /// - Throws: a site without test points, or with too few.
  package init(
    _ document: Document, on site: Site, height: Double, interval: Double
  ) throws(FileProblem) {
    let settings = try Settings(document)
    guard !site.testPoints.isEmpty else {
      throw document.problem(expected: "a site with test points to stand at", found: "one without")
    }
    if let points = document.optional("points"), settings.points ?? 0 > site.testPoints.count {
      throw points.problem(expected: "at most \(site.testPoints.count), the site's test points")
    }
    self.init(settings, on: site, height: height, interval: interval)
  }
}

extension RandomWaypoints {
  fileprivate init(
    _ document: Document, on path: PathGraph, manners: [Itinerary.Manner]
  ) throws(FileProblem) {
    var destinations = Array(path.nodes.indices)
    if let names = document.optional("nodes") {
      destinations = []
      for name in try names.elements {
        let node = try path.node(named: name)
        guard !destinations.contains(node) else {
          throw name.problem(expected: "each node once", found: "it a second time")
        }
        destinations.append(node)
      }
    }
    for edge in path.edges.indices { try path.checkKeepsFloor(edge, document) }
    let routes = ShortestRoutes(from: destinations[0], on: path)
    if let lost = destinations.first(where: { routes.costs[$0] == .infinity }) {
      throw document.problem(
        expected: "nodes with a way between each two",
        found: "none from \(path.nodes[destinations[0]].name) to \(path.nodes[lost].name)")
    }
    self.init(
      on: path, destinations: destinations, manners: manners,
      pause: try LengthRange.form.read(document["pause"]))
  }
}
