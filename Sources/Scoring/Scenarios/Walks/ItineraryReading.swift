import Documents
import Propagation
import Sites
import World

extension Itinerary {
  /// Reads the route of the key `walk`, with its stretches and pauses.
  init(
    _ document: Document, on path: PathGraph, manners: [Manner], site: Site
  ) throws(FileProblem) {
    let (nodes, isClosed) = try Self.nodes(document, path)
    var legs: [Int] = []
    for (from, to) in zip(nodes, nodes.dropFirst() + (isClosed ? [nodes[0]] : [])) {
      guard let edge = path.edgeIndex(between: from, and: to) else { continue }
      legs.append(edge)
      // The name of the node at which the leg ends.
      try path.checkKeepsFloor(edge, try document.optional("route")?[legs.count] ?? document)
    }
    let route = Route(
      vertices: nodes.map { path.nodes[$0].position }, floors: nodes.map { path.nodes[$0].floor },
      isClosed: isClosed)
    for entry in try document.optional("stretches")?.elements ?? [] {
      let ends = try entry["between"]
      let edge = path.edgeIndex(between: try path.node(named: ends[0]), and: try path.node(named: ends[1]))
      guard legs.contains(where: { $0 == edge }) else {
        throw ends.problem(expected: "two nodes between which the route goes")
      }
    }
    var stops: [Stop] = []
    for entry in try document.optional("pauses")?.elements ?? [] {
      for arc in try Self.arcs(entry, on: route, nodes: nodes, path: path, site: site) {
        stops.append(Stop(arc: arc, seconds: try entry.number("seconds"), turn: try entry.number("turn")))
      }
    }
    self.init(route, manners: legs.map { manners[$0] }, stops: stops)
  }

  /// The nodes in the order of walking; of a closed route without the first one again.
  private static func nodes(
    _ document: Document, _ path: PathGraph
  ) throws(FileProblem) -> (nodes: [Int], isClosed: Bool) {
    guard let names = document.optional("route") else {
      if let line = path.singleLine { return line }
      throw document.problem(expected: "the key route, since the site's path branches", found: "none")
    }
    var nodes: [Int] = []
    for name in try names.elements {
      let node = try path.node(named: name)
      if let last = nodes.last, path.edgeIndex(between: last, and: node) == nil {
        throw name.problem(expected: "a node that an edge joins to \(path.nodes[last].name)")
      }
      nodes.append(node)
    }
    let isClosed = nodes.count > 2 && nodes.first == nodes.last
    if isClosed { nodes.removeLast() }
    return (nodes, isClosed)
  }

  /// Where on the route a pause is, for each time that the route comes there.
  private static func arcs(
    _ pause: Document, on route: Route, nodes: [Int], path: PathGraph, site: Site
  ) throws(FileProblem) -> [Double] {
    let place = try pause["at"]
    if pause.has("floor"), case .array = place.content {
    } else if let floor = pause.optional("floor") {
      throw floor.problem(
        expected: "no floor beside a test point or a node, which have their own", found: "one")
    }
    let point = site.testPoints.first { $0.id == .init(place.plain) }
    switch place.content {
    case .text(let name) where point == nil || path.nodes.contains { $0.name == name }:
      let node = try path.node(named: place)
      let visits = nodes.indices.filter { nodes[$0] == node }.map { route.arcs[$0] }
      guard !visits.isEmpty else { throw place.problem(expected: "a node of the route") }
      return visits
    case .integer, .text:
      guard let point else {
        throw place.problem(expected: "the id of a test point of the site")
      }
      guard route.floors.contains(point.floor) else {
        throw place.problem(expected: "a test point on a floor of the route")
      }
      return [route.arc(nearestTo: point.position, floor: point.floor)]
    default:
      let level = try pause.optional("floor")?.integer ?? route.floors[0]
      guard route.floors.contains(level) else {
        throw try pause["floor"].problem(expected: "a floor of the route")
      }
      return [route.arc(nearestTo: try place.point, floor: level)]
    }
  }
}

extension RecordedTrack {
  /// The laps of a truth table, and the presses that belong to them.
  ///
  /// - Throws: for a table with an error, and for a walk that leaves its floor.
  static func read(
    _ document: Document, site: Site, settings: WalkSettings, scenarioPath: String
  ) throws(FileProblem) -> (tracks: [RecordedTrack], tables: [WalkPlan.Table]) {
    let path = try document["truth"].pathOfFile(namedIn: scenarioPath)
    let truth = try TruthTable(contentsOf: path, site: site, carriedHeight: settings.height)
    let presses = try document.optional("presses").map { value throws(FileProblem) in
      try PressesTable(contentsOf: value.pathOfFile(namedIn: scenarioPath), site: site)
    }
    let laps: [Int?] = truth.laps.isEmpty ? [nil] : truth.laps
    var tracks: [RecordedTrack] = []
    for lap in laps {
      let walk = try truth.walk(lap: lap)
      try check(walk, lap: lap, site: site, settings: settings, path, try document["truth"])
      tracks.append(RecordedTrack(walk: walk, presses: try presses?.presses(lap: lap)))
    }
    var tables = [WalkPlan.Table(key: try document["truth"].location.path, contents: try truth.text)]
    if let presses {
      tables.append(
        WalkPlan.Table(key: try document["presses"].location.path, contents: try presses.text(site: site)))
    }
    return (tracks, tables)
  }

  private static func check(
    _ walk: Walk, lap: Int?, site: Site, settings: WalkSettings, _ path: String, _ key: Document
  ) throws(FileProblem) {
    let ofLap = lap.map { " in lap \($0)" } ?? ""
    guard walk.span.upperBound >= 1 || settings.duration != nil else {
      throw key.problem(
        expected: "a track that lasts until 1 s or later",
        found: "its end at \(walk.span.upperBound) s\(ofLap)")
    }
    for knot in walk.knots {
      let storey = site.floors.storey(ofLevel: knot.floor)
      guard storey ~= knot.position.z else {
        throw key.problem(
          expected:
            "a track that keeps to its floor: on floor \(knot.floor) from z \(storey.lowerBound) to \(storey.upperBound) m",
          found: "z \(knot.position.z) at \(knot.time) s\(ofLap)")
      }
    }
  }
}
