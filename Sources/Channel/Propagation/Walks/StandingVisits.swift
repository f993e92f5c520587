public import Documents
public import NumericalMethods
public import World

/// Visits to a site's test points, and then to other places, drawn for each lap.
public struct StandingVisits: Hashable, Sendable {
  /// How many places are visited, in which order and for how many readings.
  public struct Settings: DeclaredSettings {
    /// How many test points are visited; nil for all.
    public var points: Int?
    /// The number of readings at each place.
    public var readings = 20
    /// Whether the order of the visits is drawn for each lap.
    public var isShuffled = false
    /// Further places, on the plan.
    public var unlisted: [Point] = []

    public init() {}

    public static let keys: [SettingKey<Settings>] = [
      .optional(
        "points", \.points, .integer(.between(1, 1_000_000)),
        "How many of the site's test points are visited, each once; by default all. The selection is drawn for each "
          + "lap."),
      .defaulted(
        "readings", \.readings, .integer(.between(1, 100_000)),
        "The number of consecutive readings at each place."),
      .defaulted(
        "order", \.isShuffled,
        .words([("survey", false, "The order of the site."), ("random", true, "A random order.")]),
        "The order in which test points are visited, which matters if filters keep their state. There is no walking: the next "
          + "stay begins where the last one ends."),
      .defaulted(
        "unlisted", \.unlisted, .list(of: .point("x", "y", within: .between(-1e6, 1e6))), unit: "m",
        "Positions other than test points, visited after all others, on the floor of the first test point."
      ),
    ]
  }

  /// The places beyond the test points are those of the settings.
  public let settings: Settings
  /// The site's test points, in their order.
  private let points: [StandingWalk.Place]
  private let unlisted: [StandingWalk.Place]
  /// Seconds from one reading to the next.
  private let interval: Double

  /// - Parameters:
  ///   - settings: which places are visited, in which order and for how many readings.
  ///   - site: the site whose test points are visited.
  ///   - height: of the phone above the places, in metres.
  ///   - interval: seconds from one reading to the next.
  /// - Precondition: the site has a test point.
  public init(_ settings: Settings, on site: Site, height: Double, interval: Double) {
    precondition(!site.testPoints.isEmpty, "visits need a test point")
    self.settings = settings
    self.interval = interval
    points = site.testPlaces(height: height)
    let floor = points[0].floor
    unlisted = settings.unlisted.map {
      StandingWalk.Place(position: $0.at(height: site.elevation(ofFloor: floor) + height), floor: floor)
    }
  }

  /// How many test points are visited.
  public var visitedPoints: Int { settings.points.map { min($0, points.count) } ?? points.count }

  /// The duration of a lap, in seconds.
  public var duration: Double {
    Double((visitedPoints + unlisted.count) * settings.readings) * interval
  }

  /// The visits of one lap: the first of all points in a random order, put back into the order of the site unless a random order is
  /// requested.
  ///
  /// - Parameter seed: the lap's.
  public func walk(seed: Seed) -> StandingWalk {
    var random = RandomStream(seed.derived("visits"))
    var order = Array(points.indices)
    for index in order.indices.dropLast() {
      order.swapAt(index, index + random.uniform(below: order.count - index))
    }
    let chosen = order.prefix(visitedPoints)
    let visited = (settings.isShuffled ? Array(chosen) : chosen.sorted()).map { points[$0] }
    return StandingWalk(places: visited + unlisted, readings: settings.readings, interval: interval)
  }
}
