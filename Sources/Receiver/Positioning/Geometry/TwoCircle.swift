public import Documents
public import Phone
public import World

/// The walker between two beacons, at the solution of their circles or else at the fallback, usually the nearest
/// beacon's place on the path.
///
/// Source: Mustafa & Sykes 2021, section 3.5. It does not state which two beacons, which radius and what counts as a
/// solution; each is a setting.
public struct TwoCircle: PositioningMethod, PositioningSession {
  /// The choices that the paper leaves open.
  public struct Settings: MethodSettings {
    public static let name = "twoCircle"
    public static let about =
      "Where the circles about two beacons meet: Mustafa & Sykes 2021, equations 5 to 7."

    /// Which beacon goes with the nearest one.
    public enum Pair: String, Hashable, Sendable, CaseIterable {
      case strongest
      /// The nearer of those that follow it along the path on its floor, in any direction; the site must have a
      /// path.
      case pathNeighbours
    }

    /// What a circle on the plan has for its radius.
    public enum Radius: String, Hashable, Sendable, CaseIterable {
      case threeD
      /// `√(d² - rise²)`, and 0 for a distance shorter than the rise from the phone to the beacon.
      case heightCorrected
    }

    /// Where the beacons are assumed to be.
    public enum BeaconPlace: String, Hashable, Sendable, CaseIterable {
      case atBeacon = "place"
      /// The site must have a path.
      case onPath = "path"
    }

    /// What is answered where the circles have no solution.
    public enum Fallback: String, Hashable, Sendable, CaseIterable {
      case pathPlace
      case beacon
      case latest
      case none
    }

    /// Which two beacons have circles.
    public var pair = Pair.strongest
    /// When the point on the radical line counts as a solution.
    public var rule = CirclePair.Rule.circlesMeet
    /// Whether a radius is the estimated distance or its horizontal component.
    public var radius = Radius.threeD
    /// Metres that a radius has at least.
    public var smallestRadius = 0.0
    /// Whether the centres are the beacons' positions or their places on the path.
    public var beacons = BeaconPlace.atBeacon
    /// The answer where the rule accepts no solution.
    public var fallback = Fallback.pathPlace

    /// The two nearest beacons with the distances as estimated, where their circles meet.
    public init() {}

    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "pair", \.pair,
        .choice([
          .strongest: "The two with the smallest estimated distances.",
          .pathNeighbours: "The nearest one and the nearer of its neighbours along the path.",
        ]), "The choice of the two beacons."),
      .defaulted(
        "rule", \.rule,
        .choice([
          .circlesMeet: "The circles intersect.", .radicalLineAlways: "Always.",
          .withinSegment: "The solution lies between the two beacons.",
          .exact: "All three equations hold exactly.",
        ]),
        "The condition under which the intersection of the circles' radical line with the line of the pair is the solution."
      ),
      .defaulted(
        "radius", \.radius,
        .choice([
          .threeD: "The estimated distance, although it is a distance in space.",
          .heightCorrected: "Its horizontal component, for a phone at `assumes.carriedHeight`.",
        ]), "The radius of a circle on the plan."),
      .defaulted(
        "smallestRadius", \.smallestRadius, .number(.between(0, 100)), unit: "m",
        "The smallest radius."),
      .defaulted(
        "beaconsAt", \.beacons,
        .choice([.atBeacon: "The position in the site.", .onPath: "The nearest point of the path."]),
        "The centres of the circles."),
      .defaulted(
        "fallback", \.fallback,
        .choice([
          .pathPlace: "The nearest beacon's point on the path, or its position if there is no path.",
          .beacon: "The position of the nearest beacon, which `snap` may move.",
          .latest: "The latest solution; before the first one, as `pathPlace`.",
          .none: "No fix.",
        ]), "The answer where there is no solution."),
    ]

    /// For example `two circles, strongest, circlesMeet`, with the fallback unless it is the place on the path.
    public var summary: String {
      "two circles, \(pair.rawValue), \(rule.rawValue)"
        + (fallback == .pathPlace ? "" : ", else \(fallback.rawValue)")
    }

    public var words: String {
      let beacons = pair == .strongest ? "" : " of neighbours on the path"
      let rule =
        switch rule {
        case .circlesMeet: "where they meet"
        case .radicalLineAlways: "always"
        case .withinSegment: "where between the beacons"
        case .exact: "where they touch"
        }
      let other =
        switch fallback {
        case .pathPlace: ""
        case .beacon: ", else the nearest beacon"
        case .latest: ", else the latest solution"
        case .none: ", else none"
        }
      return "two circles\(beacons), \(rule)\(other)"
    }

    /// Neighbours along the path, and places on it, are defined only with a path.
    public var needsPath: Bool { pair == .pathNeighbours || beacons == .onPath }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod { TwoCircle(RangedSite(prior), self) }
  }

  private var ranging: NearestRanging<Settings>
  private var site: RangedSite { ranging.site }
  private var settings: Settings { ranging.settings }
  private let places: [Point]
  private let neighbours: [[Int]]
  private var latest: Fix?

  /// - Precondition: the settings have no fault, and the site has the path that they need.
  public init(_ site: RangedSite, _ settings: Settings = Settings()) {
    precondition(!settings.needsPath || site.site.path != nil, "these settings need a path")
    ranging = NearestRanging(site, settings)
    let onPath = site.onPath?.map(\.position)
    places = settings.beacons == .onPath ? onPath ?? [] : site.site.anchors.map(\.position)
    if settings.pair == .pathNeighbours, let path = site.site.path, let anchors = site.onPath {
      let floors = site.site.anchors.map(\.floor)
      neighbours = PathNeighbours(of: anchors, on: path).neighbours.enumerated().map { anchor, others in
        others.filter { floors[$0] == floors[anchor] }
      }
    } else {
      neighbours = []
    }
  }

  public mutating func learn(_ model: RangingModel) { ranging.site.model = model }

  /// - Throws: ``World/NoFix/tooFewBeacons(heard:needed:)`` when nothing is heard; ``World/NoFix/undetermined`` with
  /// `fallback: none`.
  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let (anchors, floor) = try ranging.choose(settings.pair == .strongest ? 2 : 1, from: epoch)
    guard let second = partner(of: anchors, in: epoch),
      let point = circles(anchors[0], second, in: epoch)?.solution(by: settings.rule)
    else { return try fallback(to: anchors[0]) }
    let fix = site.fix(point, on: floor)
    latest = fix
    return fix
  }

  private func partner(of nearest: [Int], in epoch: Epoch) -> Int? {
    guard settings.pair == .pathNeighbours else { return nearest.dropFirst().first }
    return site.nearest(of: neighbours[nearest[0]], in: epoch)
  }

  private func circles(_ first: Int, _ second: Int, in epoch: Epoch) -> CirclePair? {
    guard let firstLevel = epoch.levels[first], let secondLevel = epoch.levels[second] else { return nil }
    return CirclePair(
      first: places[first], firstRadius: radius(of: first, at: firstLevel),
      second: places[second], secondRadius: radius(of: second, at: secondLevel))
  }

  private func radius(of anchor: Int, at level: DBm) -> Double {
    let distance = site.model.distance(to: anchor, at: level)
    return Self.radius(
      distance: distance, rise: site.rises[anchor], settings.radius, smallest: settings.smallestRadius)
  }

  /// The radius on the plan of a circle about a beacon.
  ///
  /// - Parameters:
  ///   - distance: as estimated from the level, in metres.
  ///   - rise: metres from the phone up to the beacon; its sign does not count.
  ///   - radius: whether it is the distance itself, or the distance corrected for the rise.
  ///   - smallest: metres that the radius has at least.
  public static func radius(
    distance: Double, rise: Double, _ radius: Settings.Radius, smallest: Double
  ) -> Double {
    switch radius {
    case .threeD: max(distance, smallest)
    case .heightCorrected: max(max(distance * distance - rise * rise, 0).squareRoot(), smallest)
    }
  }

  private func fallback(to anchor: Int) throws(NoFix) -> Fix {
    if settings.fallback == .none { throw .undetermined }
    if settings.fallback == .latest, var latest {
      latest.origin = .fallback
      return latest
    }
    let place = settings.fallback == .beacon ? nil : site.onPath?[anchor]
    var fix = place.map { Fix(position: $0.position, floor: $0.floor) } ?? site.fix(at: anchor)
    fix.origin = .fallback
    return fix
  }
}
