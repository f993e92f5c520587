import Foundation
public import Propagation
import Radio
public import SiteFiles
public import World

/// What a scenario simulates: a site, a route through it, and everything between a beacon and a reading.
public struct Simulation: Sendable {
  public let site: Site
  /// The site's file with every default written out.
  public let siteDocument: Document
  /// What is allowed in the site's file or the scenario but worth a look.
  public private(set) var notes: [String] = []
  public let route: Route
  public let laps: LapPlan
  public let walk: WalkSettings
  public let channel: ChannelSettings
  public let beacons: BeaconSettings
  public let rogues: [RogueBeacon]
  public let nearables: [Nearable]
  public let receiver: ReceiverSettings
}

extension Simulation {
  /// Reads the parts of a resolved scenario that say what is simulated, and its site's file.
  init(_ document: Document, scenarioPath: String) throws(FileProblem) {
    let file = try SiteFile(contentsOf: document["site"].pathOfFile(namedIn: scenarioPath))
    site = file.site
    siteDocument = file.document
    laps = try LapPlan(try document["laps"])
    walk = try WalkSettings(try document["walk"])
    route = try Self.route(in: document, site: file.site)
    channel = try ChannelSettings(try document["channel"])
    beacons = try BeaconSettings(try document["beacons"])
    try beacons.check(try document["beacons"], on: file.site)
    rogues = try RogueBeacon.read(try document["beacons"], on: file.site)
    nearables = try Nearable.read(try document["beacons"], on: file.site)
    receiver = try ReceiverSettings(try document["receiver"])
    try Self.check(document, "walk") { () throws(SettingFault) in try walk.validate() }
    try Self.check(document, "channel") { () throws(SettingFault) in try channel.validate() }
    try Self.check(document, "beacons") { () throws(SettingFault) in try beacons.validate() }
    try Self.check(document, "receiver") { () throws(SettingFault) in try receiver.validate() }
    guard site.anchors.allSatisfy({ $0.identity != nil }) else {
      throw try document["site"].problem(expected: "a site with beacons only", found: "one with receivers")
    }
    try checkSize(document)
    notes = file.notes + [durationNote].compactMap(\.self)
  }

  /// Seconds that a lap's stream lasts at most.
  private var longestLap: Double {
    walk.duration ?? walk.walkIn + 3 + route.length / walk.speedRange.lowerBound
  }

  /// Refuses what would fill the memory with one lap.
  private func checkSize(_ document: Document) throws(FileProblem) {
    guard longestLap <= 864_000 else {
      throw try document["walk"].problem(
        expected: "laps of at most 864000 s",
        found: "up to \(longestLap) s at \(walk.speedRange.lowerBound) m/s")
    }
    let metres = (longestLap + walk.walkIn) * walk.speedRange.upperBound
    let legs = metres / route.length * Double(route.legs)
    guard legs <= 1_000_000 || !route.isClosed else {
      throw try document["walk"].problem(
        expected: "laps of at most 1000000 straight legs", found: "up to \(legs.rounded())")
    }
    let transmitters = site.anchors.reduce(rogues.count) { $0 + $1.transmitters.count }
    let interval = beacons.changes.compactMap(\.interval).reduce(beacons.interval) { min($0, $1) }
    let sent = longestLap / interval * Double(transmitters)
    guard sent <= 100_000_000 else {
      throw try document["walk"].problem(
        expected: "at most 100000000 advertisements a lap", found: "\(sent.rounded()) in \(longestLap) s")
    }
  }

  /// Says so when the stream ends before a walker of the mean speed can be at the end of the route.
  private var durationNote: String? {
    guard let duration = walk.duration else { return nil }
    // He begins within a second after the walk-in.
    let needed = Int((walk.walkIn + 1 + route.length / walk.speed).rounded(.up))
    guard duration < Double(needed) else { return nil }
    return "walk.duration of \(duration) s ends laps before the route's end, which takes up to \(needed) s "
      + "at \(walk.speed) m/s: presses after it are missed"
  }

  private static func check(
    _ document: Document, _ key: String, _ validate: () throws(SettingFault) -> Void
  ) throws(FileProblem) {
    do throws(SettingFault) {
      try validate()
    } catch {
      throw try document[key].problem(expected: "\(error.key) \(error.expected)", found: error.found)
    }
  }

  private static func route(in document: Document, site: Site) throws(FileProblem) -> Route {
    guard let path = site.path else {
      throw try document["site"].problem(expected: "a site with a path to walk on", found: "one without")
    }
    guard let names = try document["walk"].optional("route") else {
      if let route = Route(along: path) { return route }
      throw try document["walk"].problem(
        expected: "the key route, since the site's path branches", found: "none")
    }
    var nodes: [Int] = []
    for name in try names.elements {
      let text = try name.text
      guard let node = path.nodes.firstIndex(where: { $0.name == text }) else {
        throw name.problem(expected: "the name of a node of the site's path")
      }
      if let last = nodes.last, !path.hasEdge(between: last, and: node) {
        throw name.problem(expected: "a node that an edge joins to \(path.nodes[last].name)")
      }
      nodes.append(node)
    }
    let isClosed = nodes.count > 2 && nodes.first == nodes.last
    if isClosed { nodes.removeLast() }
    return Route(
      vertices: nodes.map { path.nodes[$0].position }, floors: nodes.map { path.nodes[$0].floor },
      isClosed: isClosed)
  }
}

extension PathGraph {
  fileprivate func hasEdge(between a: Int, and b: Int) -> Bool {
    edges.contains { ($0.from == a && $0.to == b) || ($0.from == b && $0.to == a) }
  }
}

extension LapPlan {
  init(_ document: Document) throws(FileProblem) {
    let direction = TravelDirection(rawValue: try document.text("directions"))
    let hand = Hand(rawValue: try document.text("hands"))
    self.init(
      count: try document.integer("count"), directions: direction.map { [$0] } ?? TravelDirection.allCases,
      hands: hand.map { [$0] } ?? Hand.allCases,
      allocation: try document.choice("allocation", of: Allocation.self))
  }
}

extension WalkSettings {
  init(_ document: Document) throws(FileProblem) {
    let (slowest, fastest) = (try document.number("slowest"), try document.number("fastest"))
    let speed = try document["speed"]
    guard slowest <= fastest else {
      throw try document["fastest"].problem(expected: "at least walk.slowest, \(slowest)")
    }
    guard try slowest...fastest ~= speed.number else {
      throw speed.problem(expected: "a number from walk.slowest, \(slowest), to walk.fastest, \(fastest)")
    }
    self.init(
      speed: try speed.number, speedDeviation: try document.number("speedDeviation"),
      speedRange: slowest...fastest, height: try document.number("height"),
      walkIn: try document.number("walkIn"), duration: try document.optional("duration")?.number,
      pressJitter: try document.number("pressJitter"))
  }
}
