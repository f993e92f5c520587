import Documents
package import NumericalMethods
package import Propagation
public import World

/// A beacon that walks.
public struct Mover: Hashable, Sendable {
  /// How it gets about.
  public enum Way: Hashable, Sendable {
    /// On a walk of its own.
    case walking(WalkPlan)
    /// With a walker, so many metres ahead of the phone, to the walker's left and up.
    case carried(by: Int, offset: Point)
  }

  /// An index into the site's anchors.
  public let anchor: Int
  /// The anchor's id in the site.
  public let name: String
  /// How it moves.
  public let way: Way
  private let key: Document.Location

  /// The tables that the scenario names for it.
  var tables: [WalkPlan.Table] {
    if case .walking(let plan) = way { plan.tables } else { [] }
  }

  /// Where it is on one lap.
  ///
  /// - Parameters:
  ///   - walks: the walkers'.
  ///   - duration: seconds that the stream lasts.
  ///   - seed: the lap's.
  package func walk(beside walks: [LapWalk], duration: Double, lap: Int, seed: Seed) -> Walk {
    switch way {
    case .carried(let walker, let offset): return walks[walker].walk.carrying(offset)
    case .walking(let plan):
      var settings = plan.settings
      settings.duration = duration
      return LapWalk(
        of: plan.journey, testPoints: [], settings: settings, direction: .forward, lap: lap,
        seed: seed.derived("beacon walk").derived(name)
      ).walk
    }
  }
}

extension Mover {
  /// How one stands in a file.
  static let schema = Schema.object(
    [
      .required("beacon", .text(), "The beacon's id in the site; not the name of a pillar."),
      .optional(
        "walk", WalkPlan.form.schema,
        "A walk of its own, described like the walker's, forward along its route for the whole lap."),
      .optional(
        "carried",
        .object([
          .optional("by", .text(), "The name of one of the `walkers`; by default the first."),
          .defaulted(
            "offset", SettingForm.point("ahead", "left", "up", within: .between(-100, 100)).schema,
            to: [0, 0, 0], "The offset from the phone, in the frame of the walker."),
        ]), "The beacon is carried by a walker, such as keys in a pocket."),
    ], rules: [.exactlyOne(of: "walk", "carried")])
}

extension WalkPlan {
  /// - Parameter offset: where it stands how far above the phone something is carried.
  /// - Throws: a height at which that would be on another floor of the site.
  fileprivate func checkStoreys(
    of offset: Document, raisedBy up: Double, on site: Site
  ) throws(FileProblem) {
    guard site.floors.count > 1 else { return }
    var places = site.floors.map { (floor: $0.level, z: $0.elevation + settings.height + up) }
    if case .recorded(let tracks) = journey {
      places = tracks.flatMap { $0.walk.knots.map { ($0.floor, $0.position.z + up) } }
    }
    for place in places {
      let storey = site.floors.storey(ofLevel: place.floor)
      guard storey ~= place.z else {
        throw offset.problem(
          expected:
            "one that keeps to each floor: on floor \(place.floor) to z from \(storey.lowerBound) to \(storey.upperBound) m",
          found: "z \(place.z)")
      }
    }
  }
}

extension Mover {
  /// The beacons that walk among a scenario's.
  static func read(
    _ document: Document, site: Site, walk: WalkPlan, walkers: [(name: String, walk: WalkPlan)],
    scenarioPath: String
  ) throws(FileProblem) -> [Mover] {
    var movers: [Mover] = []
    let entries = try document.optional("moving")?.elements ?? []
    try entries.checkEachOnce("beacon")
    for entry in entries {
      let key = try entry["beacon"]
      let name = try key.text
      guard let anchor = site.anchors.firstIndex(where: { $0.id == name }),
        site.anchors[anchor].transmitters.count == 1
      else {
        throw key.problem(expected: "the id of a beacon of the site that shares no pillar with others")
      }
      movers.append(
        Mover(
          anchor: anchor, name: name,
          way: try way(entry, site: site, walk: walk, walkers: walkers, scenarioPath: scenarioPath),
          key: entry.location))
    }
    return movers
  }

  private static func way(
    _ entry: Document, site: Site, walk: WalkPlan, walkers: [(name: String, walk: WalkPlan)],
    scenarioPath: String
  ) throws(FileProblem) -> Way {
    if let walk = entry.optional("walk") {
      return .walking(try WalkPlan(walk, site: site, scenarioPath: scenarioPath, isBeacon: true))
    }
    let carried = try entry["carried"]
    var walker = 0
    if let by = carried.optional("by") {
      let name = try by.text
      guard let index = walkers.firstIndex(where: { $0.name == name }) else {
        throw by.problem(
          expected: walkers.isEmpty
            ? "no such key where there is one walker"
            : "the name of a walker, \(WordList.text(walkers.map(\.name)))")
      }
      walker = index
    }
    let offset = try carried["offset"]
    let carrier = walkers.isEmpty ? walk : walkers[walker].walk
    try carrier.checkStoreys(of: offset, raisedBy: offset.point.z, on: site)
    return .carried(by: walker, offset: try offset.point)
  }

  /// Refuses what would fill the memory with one lap of so many seconds.
  func checkSize(seconds: Double) throws(FileProblem) {
    guard case .walking(let plan) = way else { return }
    let legs = plan.mostLegs(inSeconds: seconds)
    guard legs <= 1_000_000 else {
      throw FileProblem(
        file: key.file, line: key.line, place: .key(key.path),
        expected: "a walk of at most 1000000 straight legs", found: "up to \(legs.rounded())")
    }
  }

  /// What positioning assumes about those that move.
  static func note(on movers: [Mover], site: Site) -> String? {
    let stale = movers.filter { !site.anchors[$0.anchor].isMobile }
    guard let first = stale.first else { return nil }
    return "\(stale.count) beacon\(stale.count == 1 ? " moves" : "s move") while positioning assumes "
      + "\(stale.count == 1 ? "its position" : "their positions") in the site: \(first.name)\(stale.count > 1 ? ", …" : "")"
  }
}
