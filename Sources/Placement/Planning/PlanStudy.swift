import Documents
import Foundation
package import Sites
package import World

/// A placement study that is made of a plan: its site, a scenario by the type of building, and the study's settings, as files for
/// going on by hand.
package struct PlanStudy: Sendable {
  /// What matters.
  package enum Aim: String, CaseIterable, Sendable {
    case metres, rooms, navigation
  }

  /// What a plan does not say.
  package struct Wishes: Sendable {
    /// At least 1.
    package var beacons = 1
    package var aim = Aim.metres
    package var building = BuildingType.office
    /// Of all beacons.
    package var uuid: BeaconUUID

    package init(uuid: BeaconUUID) { self.uuid = uuid }
  }

  /// With ways to walk on.
  package let site: SiteFile
  package let wishes: Wishes
  /// Those of the path between the nodes that are farthest apart; empty without walks to guide.
  let route: [String]
  /// The key `candidates` of the study.
  private let candidates: String

  /// The names of the files, for each other.
  package static let (scenarioName, studyName, siteName) = ("scenario.yaml", "placement.yaml", "site.yaml")

  /// - Parameters:
  ///   - site: whose beacons are not used.
  ///   - path: of the plan, for sentences.
  /// - Throws: one sentence about a plan that cannot be walked or is not in metres, and about more beacons than places.
  package init(_ site: SiteFile, from path: String, wishes: Wishes) throws(FileProblem) {
    (self.site, self.wishes) = (site, wishes)
    try Self.checkExtent(of: site.site, path)
    guard let ways = site.site.path else {
      throw FileProblem(file: path, expected: "ways to walk on, the key path of a site", found: "none")
    }
    if wishes.aim == .rooms, site.site.rooms.isEmpty {
      throw FileProblem(file: path, expected: "rooms for --for rooms", found: "none")
    }
    route = wishes.aim == .navigation ? Self.longestRoute(on: ways) : []
    if wishes.aim == .navigation, !Self.branches(route, on: ways) {
      throw FileProblem(
        file: path, expected: "ways that branch for --for navigation, where directions are needed",
        found: "none")
    }
    let (text, count) = Self.candidates(on: site.site, wishes)
    candidates = text
    guard wishes.beacons <= count else {
      throw FileProblem(
        file: "--beacons", expected: "at most \(count), the number of places on the walls of \(path)",
        found: "\(wishes.beacons)")
    }
  }

  /// The three files; those of the scenario and of the study in words, with the sources of their numbers.
  package var files: [(name: String, text: String)] {
    [(Self.siteName, site.document.yaml), (Self.scenarioName, scenario), (Self.studyName, study)]
  }

  private static func checkExtent(of site: Site, _ path: String) throws(FileProblem) {
    let corners = site.rooms.flatMap(\.corners) + (site.path?.nodes.map(\.position) ?? [])
    try BuildingExtent.check(corners, of: path)
  }

  /// The farthest node from the farthest node from the first one, and the way there.
  private static func longestRoute(on path: PathGraph) -> [String] {
    func farthest(_ routes: ShortestRoutes) -> Int {
      path.nodes.indices.filter { routes.costs[$0].isFinite }.max { routes.costs[$0] < routes.costs[$1] } ?? 0
    }
    let start = farthest(ShortestRoutes(from: 0, on: path))
    let routes = ShortestRoutes(from: start, on: path)
    return [path.nodes[start].name] + routes.route(to: farthest(routes)).map { path.nodes[$0.node].name }
  }

  /// Whether a node on the way, but for its ends, has a further edge.
  private static func branches(_ route: [String], on path: PathGraph) -> Bool {
    route.dropFirst().dropLast().contains { name in
      path.edges.count { path.nodes[$0.from].name == name || path.nodes[$0.to].name == name } > 2
    }
  }

  /// Metres that a wrong room counts as; with several floors always some, since distances on the plan do not tell floors from each other.
  var wrongRooms: Int {
    guard !site.site.rooms.isEmpty else { return 0 }
    return wishes.aim == .rooms ? 10 : site.site.floors.count > 1 ? 5 : 0
  }

  /// The coarsest places along walls that leave a choice, and on the ceiling where the building has one or the plan no walls.
  private static func candidates(on site: Site, _ wishes: Wishes) -> (text: String, count: Int) {
    let ground = PlacementSite(site: site)
    let wanted = max(4 * wishes.beacons, 100)
    func coarsest(_ spacings: [Double], _ count: (Double) -> Int) -> (spacing: Double, count: Int)? {
      var best: (spacing: Double, count: Int)?
      for spacing in spacings where (best?.count ?? 0) < wanted { best = (spacing, count(spacing)) }
      return best.flatMap { $0.count > 0 ? $0 : nil }
    }
    let walls = coarsest([12, 8, 6, 4, 3, 2, 1.5, 1, 0.7, 0.5]) {
      ground.alongWalls(every: $0, distance: distance).count
    }
    let ceiling =
      wishes.building.hasCeiling || walls == nil
      ? coarsest([12, 8, 6, 4, 3, 2, 1]) { ground.lattice(every: $0).count } : nil
    let keys = [
      walls.map { "walls: \($0.spacing.rounded(to: 1)), wallDistance: \(distance)" },
      ceiling.map { "lattice: \($0.spacing.rounded(to: 1))" },
      "heights: [\(wishes.building.height.rounded(to: 1))]",
    ]
    return (
      "{\(keys.compactMap(\.self).joined(separator: ", "))}", (walls?.count ?? 0) + (ceiling?.count ?? 0)
    )
  }

  /// Metres from the middle of a wall to a beacon on it.
  private static let distance = 0.1

  private var scenario: String {
    """
    # Walks through the plan of \(site.site.name.printable()), made by beaconbench place. Nothing of the radio was measured: the numbers are those of the
    # type of building \(wishes.building.rawValue), and calibrate fits your own.
    name: \(quoted(site.site.name))
    site: \(Self.siteName)
    seed: 1
    \(walk)
    \(wishes.building.channel)
    beacons: {interval: 0.3, loss: 0.2}
    receiver: {sensitivity: -96}
    phone: {average: {seconds: 1, of: dBm, round: halfToEven}, proximitySmoothing: 10}
    \(judges)

    """
  }

  private var walk: String {
    guard wishes.aim == .navigation else {
      return """
        laps: {count: 50}
        walk: {speed: 1.2, height: 1.2, duration: 300, random: {pause: {least: 2, most: 10}}}
        """
    }
    let names = route.map(quoted).joined(separator: ", ")
    return """
      laps: {count: 50, directions: both}
      walk: {route: [\(names)], planned: [\(quoted(route[0])), \(quoted(route[route.count - 1]))], speed: 1.2, height: 1.2}
      """
  }

  /// What answers: applications that name rooms, or methods that find positions.
  private var judges: String {
    guard wishes.aim != .rooms else {
      return """
        context:
          applications:
            - {name: the strongest beacon, application: {presence: {places: rooms}}}
            - {name: mean of 5 s, application: {presence: {places: rooms, smoothing: 5, stay: 300}}}
        """
    }
    return """
      assumes: {n: 2.5, c: measuredPower}
      pipelines:
        - name: centroid
          filters: [{kalman: {q: 20, r: 5}}]
          method: {weightedCentroid: {k: 4}}
        - name: nearest
          method: nearest
      score: {at: callbacks}
      """
  }

  private var study: String {
    let length = site.site.path?.length ?? 0
    let objective = wrongRooms > 0 ? "{wrongRooms: \(wrongRooms)}" : "{}"
    let by =
      switch wishes.aim {
      case .metres: ""
      case .rooms: ", by: {context: {figure: wrong}}"
      case .navigation: ", by: {navigate: {figure: notInTime}}"
      }
    return """
      # Where \(wishes.beacons) beacons should hang: beaconbench place \(Self.studyName) --into FOLDER does it again.
      name: \(quoted(site.site.name))
      scenario: \(Self.scenarioName)
      seed: 7
      candidates: \(candidates)
      points: {path: {spacing: \(max(1, (length / 500).rounded(.up)).rounded(to: 1))}}
      beacons: \(wishes.beacons)
      objective: {strongest: \(objective)}
      methods: [greedy, swaps]
      search: {walks: 16\(wishes.aim == .metres ? "" : ", moves: 20")}
      compare: [evenly, lattice]
      judge: {seed: 1001, walks: 24\(by)}
      installation: {uuid: \(wishes.uuid.description)}

      """
  }

  private func quoted(_ text: String) -> String { Document(text).json }
}
