public import Documents
import Phone
public import World

/// The direction of travel along a route, from the strongest beacons: levels of beacons ahead rise, and those of
/// beacons behind fall.
///
/// A straight line is fitted to the change of each of the nearest beacons' levels over the last seconds against the
/// beacon's position along the route. A positive slope means that the walker goes forward. A change that all beacons
/// share, such as the phone being pocketed, does not affect the slope.
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

  let settings: Settings
  private var site: RangedSite
  private let route: Route
  /// By anchor: metres along the route to the place nearest to the anchor.
  private let arcs: [Double]
  private var nearest = NearestAnchors()
  /// The beacons that are used now.
  private var points: [(along: Double, change: Double)] = []
  /// The callbacks of the last seconds, the oldest first.
  private var past: [(microseconds: Int64, levels: [DBm?])] = []

  /// - Precondition: the settings have no fault.
  public init(_ site: RangedSite, along route: Route, _ settings: Settings = Settings()) {
    self.settings = settings.valid
    self.site = site
    self.route = route
    arcs = site.site.anchors.map { route.arc(nearestTo: $0.position, floor: $0.floor) }
  }

  /// Adopts a new ranging model and keeps what was heard.
  mutating func learn(_ model: RangingModel) { site.model = model }

  /// Takes the next callback, in order of time; nil where the direction is unknown.
  public mutating func direction(from epoch: Epoch) -> TravelDirection? {
    defer { past.append((epoch.time.microseconds, epoch.levels)) }
    let before = epoch.time.microseconds - settings.seconds.microseconds
    let latest = past.lastIndex { $0.microseconds <= before }
    guard let latest else { return nil }
    past.removeFirst(latest)
    nearest.choose(settings.beacons, from: epoch, in: site)
    guard let slope = slope(to: epoch.levels) else { return nil }
    if slope > 0, slope >= settings.leastSlope { return .forward }
    return slope < 0 && -slope >= settings.leastSlope ? .backward : nil
  }

  /// The slope in dB/m along the route; nil for fewer than two beacons at different places.
  private mutating func slope(to now: [DBm?]) -> Double? {
    points.removeAll(keepingCapacity: true)
    for anchor in nearest.indices {
      guard let first = past[0].levels[anchor], let last = now[anchor] else { continue }
      points.append((along(anchor, from: nearest.indices[0]), (last - first).value))
    }
    guard points.count >= 2 else { return nil }
    let count = Double(points.count)
    let alongMean = points.reduce(0) { $0 + $1.along } / count
    let changeMean = points.reduce(0) { $0 + $1.change } / count
    let spread = points.reduce(0) { $0 + ($1.along - alongMean) * ($1.along - alongMean) }
    let together = points.reduce(0) { $0 + ($1.along - alongMean) * ($1.change - changeMean) }
    return spread > 0 ? together / spread : nil
  }

  /// Metres along the route from one anchor to another, the shorter way round a closed one.
  private func along(_ anchor: Int, from origin: Int) -> Double {
    let difference = arcs[anchor] - arcs[origin]
    guard route.isClosed else { return difference }
    return route.wrapped(difference + route.length / 2) - route.length / 2
  }
}
