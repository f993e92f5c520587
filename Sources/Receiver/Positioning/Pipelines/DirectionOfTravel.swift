public import Documents
import Phone
public import World

/// Which way a walker goes along a path.
public enum WayAhead: Hashable, Sendable {
  /// On a path that is one line or loop.
  case along(TravelDirection)
  /// On a path that branches: the node ahead, one of the two ends of the edge on which the fix lies.
  case towards(node: String)

  /// As files have it.
  public var name: String {
    switch self {
    case .along(let direction): direction.rawValue
    case .towards(let node): node
    }
  }
}

/// The direction of travel along a path, from the strongest beacons: levels of beacons ahead rise, and those of
/// beacons behind fall.
///
/// A straight line is fitted to the change of each of the nearest beacons' levels over the last seconds against the
/// beacon's position along the path. A positive slope means that the walker goes forward. A change that all beacons
/// share, such as the phone being pocketed, does not affect the slope.
///
/// On one line or loop, positions are metres along it. On a path that branches they are metres by the shortest way from the
/// fix: above 0 where it leads over the second node of the fix's edge, below 0 where it leads over the first.
///
/// Source: the idea is from Mustafa & Sykes 2021, section 3.4, which does not say how it is computed; the fit is ours.
public struct DirectionOfTravel: Sendable {
  /// Which changes of level are fitted, and from which slope on the direction is known.
  public struct Settings: DeclaredSettings {
    /// The number of nearest beacons that are used.
    public var beacons = 5
    /// The seconds over which the change of level is taken.
    public var seconds = 3.0
    /// The slope, in dB/m over those seconds, below which the direction is unknown.
    public var leastSlope = 0.2

    public init() {}

    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "beacons", \.beacons, .integer(.atLeast(2)), "The number of nearest beacons to use."),
      .defaulted(
        "seconds", \.seconds, .number(.above(0, atMost: 3600)), unit: "s",
        "The time over which the change of RSSI is measured."),
      .defaulted(
        "leastSlope", \.leastSlope, .number(.atLeast(0)), unit: "dB/m",
        "The smallest increase of the RSSI change per metre along the route; below it, the direction is "
          + "unknown."),
    ]
  }

  /// How the levels of the nearest beacons have changed.
  struct Changes {
    /// The anchor that is estimated nearest.
    let nearest: Int
    /// In dB, of the nearest anchors that were received then and now.
    var changes: [(anchor: Int, change: Double)] = []
  }

  /// What positions along the path are measured on.
  private enum Line: Sendable {
    /// By anchor: metres along the route to the place nearest to the anchor.
    case single(Route, arcs: [Double])
    /// By anchor: the place nearest to it.
    case branching(PathGraph, [PathGraph.Place])
  }

  let settings: Settings
  private var site: RangedSite
  private let line: Line
  private var nearest = NearestAnchors()
  /// The callbacks of the last seconds, the oldest first.
  private var past: [(microseconds: Int64, levels: [DBm?])] = []

  /// - Precondition: the settings have no fault.
  public init(_ site: RangedSite, on path: PathGraph, _ settings: Settings = Settings()) {
    self.settings = settings.valid
    self.site = site
    let anchors = site.site.anchors
    if let route = Route(along: path) {
      line = .single(route, arcs: anchors.map { route.arc(nearestTo: $0.position, floor: $0.floor) })
    } else {
      line = .branching(path, anchors.map { path.snap($0.position, floor: $0.floor) })
    }
  }

  /// Adopts a new ranging model and keeps what was heard.
  mutating func learn(_ model: RangingModel) { site.model = model }

  /// Takes the next callback, in order of time; nil where the direction is unknown.
  ///
  /// - Parameter fix: the callback's; a path that branches needs one.
  public mutating func direction(from epoch: Epoch, at fix: Fix?) -> WayAhead? {
    changes(at: epoch).flatMap { direction(of: $0, at: fix) }
  }

  /// Takes the next callback, in order of time; nil until enough seconds have passed.
  mutating func changes(at epoch: Epoch) -> Changes? {
    defer { past.append((epoch.time.microseconds, epoch.levels)) }
    let before = epoch.time.microseconds - settings.seconds.microseconds
    let latest = past.lastIndex { $0.microseconds <= before }
    guard let latest else { return nil }
    past.removeFirst(latest)
    nearest.choose(settings.beacons, from: epoch, in: site)
    guard var found = nearest.indices.first.map({ Changes(nearest: $0) }) else { return nil }
    for anchor in nearest.indices {
      guard let first = past[0].levels[anchor], let last = epoch.levels[anchor] else { continue }
      found.changes.append((anchor, (last - first).value))
    }
    return found
  }

  /// The direction in which levels have changed so; nil where it is unknown.
  func direction(of changes: Changes, at fix: Fix?) -> WayAhead? {
    switch line {
    case .single(let route, let arcs):
      let slope = slope(of: changes) { Self.along(arcs[$0] - arcs[changes.nearest], on: route) }
      return isForward(slope).map { .along($0 ? .forward : .backward) }
    case .branching(let path, let places):
      guard let place = fix.map({ path.snap($0.position, floor: $0.floor) }) else { return nil }
      let edge = path.edges[place.edge]
      // From two nodes at each fix, since a table of all nodes would not fit a large building.
      let routes = [edge.from, edge.to].map { ShortestRoutes(from: $0, on: path) }
      let slope = slope(of: changes) { Self.metres(from: place, to: places[$0], on: path, routes) }
      return isForward(slope).map { .towards(node: path.nodes[$0 ? edge.to : edge.from].name) }
    }
  }

  /// Nil where the slope is too small to tell.
  private func isForward(_ slope: Double?) -> Bool? {
    guard let slope, slope != 0, slope.magnitude >= settings.leastSlope else { return nil }
    return slope > 0
  }

  /// The slope in dB/m along the path; nil for fewer than two beacons at different places.
  ///
  /// - Parameter along: metres along the path to an anchor; nil for one to which no way leads.
  private func slope(of changes: Changes, along: (Int) -> Double?) -> Double? {
    let points = changes.changes.compactMap { anchor, change in
      along(anchor).map { (along: $0, change: change) }
    }
    guard points.count >= 2 else { return nil }
    let count = Double(points.count)
    let alongMean = points.reduce(0) { $0 + $1.along } / count
    let changeMean = points.reduce(0) { $0 + $1.change } / count
    let spread = points.reduce(0) { $0 + ($1.along - alongMean) * ($1.along - alongMean) }
    let together = points.reduce(0) { $0 + ($1.along - alongMean) * ($1.change - changeMean) }
    return spread > 0 ? together / spread : nil
  }

  /// A difference of metres along the route, the shorter way round a closed one.
  private static func along(_ difference: Double, on route: Route) -> Double {
    guard route.isClosed else { return difference }
    return route.wrapped(difference + route.length / 2) - route.length / 2
  }

  /// Metres by the shortest way, above 0 over the second node of the start's edge; nil where no way leads there.
  ///
  /// - Parameter routes: from the two nodes of the start's edge.
  private static func metres(
    from start: PathGraph.Place, to end: PathGraph.Place, on path: PathGraph, _ routes: [ShortestRoutes]
  ) -> Double? {
    guard start.edge != end.edge else { return end.along - start.along }
    let other = path.edges[end.edge]
    func metres(_ costs: [Double]) -> Double {
      min(costs[other.from] + end.along, costs[other.to] + path.lengths[end.edge] - end.along)
    }
    let ahead = path.lengths[start.edge] - start.along + metres(routes[1].costs)
    let behind = start.along + metres(routes[0].costs)
    guard min(ahead, behind) < .infinity else { return nil }
    return ahead < behind ? ahead : -behind
  }
}
