import Documents
public import Propagation
public import World

/// How a walker or a beacon moves, as a scenario states it.
public struct WalkPlan: Hashable, Sendable {
  /// Speed, height, pauses and turns.
  public let settings: WalkSettings
  /// The route, the recorded track or the random walk.
  public let journey: Journey
  /// The tables that the scenario names for it.
  public let tables: [Table]

  /// A table that a key of the scenario names, as it was read.
  public struct Table: Hashable, Sendable {
    /// The whole path of the key.
    public let key: String
    /// The whole text of the table's file.
    public let contents: String
  }

  /// Nil where the way is not a route.
  public var route: Route? {
    if case .route(let itinerary) = journey { itinerary.route } else { nil }
  }

  /// Whether the walker stands at one place after another.
  var isStanding: Bool { if case .standing = journey { true } else { false } }

  /// Seconds that a lap's stream lasts at most.
  var longestLap: Double {
    if let duration = settings.duration { return duration }
    switch journey {
    case .route:
      let seconds = longestWalking
      return settings.walkIn + 3 + seconds + mostPauses(inSeconds: seconds)
    case .wandering: return settings.walkIn + 120
    case .standing(let visits): return visits.duration
    case .recorded(let tracks): return tracks.map(\.walk.span.upperBound).max() ?? 0
    }
  }

  /// Seconds from the start of a route to its end at most, but for stops at random.
  private var longestWalking: Double {
    guard case .route(let itinerary) = journey else { return 0 }
    return itinerary.seconds(at: settings.speedRange.lowerBound, mean: settings.speed)
  }

  /// Seconds of stops at random that are exceeded less than once in 10^15 laps.
  private func mostPauses(inSeconds seconds: Double) -> Double {
    guard let pauses = settings.randomPauses else { return 0 }
    let mean = seconds / 60 * pauses.perMinute
    return (mean + 10 * mean.squareRoot() + 10) * pauses.length.longest
  }

  /// Straight legs of one lap at most, more or less.
  var mostLegs: Double { mostLegs(inSeconds: longestLap) }

  func mostLegs(inSeconds seconds: Double) -> Double {
    let metres = (seconds + settings.walkIn) * settings.speedRange.upperBound
    // The whole route is gone before a stream's end cuts it off.
    let walking = max(seconds, longestWalking)
    let steps =
      (settings.variation == nil ? 0 : walking / SpeedVariation.step)
      + walking / 30 * (settings.randomPauses?.perMinute ?? 0)
    let turns = settings.turnRate == nil ? 1 : 360 / 15
    switch journey {
    case .route(let itinerary):
      let round = Double(itinerary.route.legs * turns)
      return (itinerary.route.isClosed ? metres / itinerary.route.length * round : 0) + steps
    case .wandering(let waypoints):
      let shortest = waypoints.path.lengths.min() ?? 1
      return metres / shortest * Double(turns) + steps
    case .standing, .recorded: return 0
    }
  }

  /// Says so when a route does not pass all test points.
  func passingNote(on site: Site, walker: String?) -> String? {
    guard case .route(let itinerary) = journey else { return nil }
    let missed = site.testPoints.filter { itinerary.arc(passing: $0) == nil }
    guard !missed.isEmpty else { return nil }
    return
      "\(missed.count) of \(site.testPoints.count) test points lie more than \(Itinerary.reach) m off the route"
      + "\(walker.map { " of \($0)" } ?? "") and are not pressed there"
  }

  /// Says so when the stream ends before a walker of the mean speed can be at the end of the route.
  var durationNote: String? {
    guard let duration = settings.duration, case .route(let itinerary) = journey else { return nil }
    // The walker begins within a second after the walk-in.
    let seconds = itinerary.seconds(at: settings.speed, mean: settings.speed)
    let needed = Int((settings.walkIn + 1 + seconds).rounded(.up))
    guard duration < Double(needed) else { return nil }
    return "walk.duration of \(duration) s ends laps before the route's end, which takes up to \(needed) s "
      + "at \(settings.speed) m/s: presses after it are missed"
  }
}

extension WalkPlan {
  /// How a scenario states a walk: beside the settings, what names places of the site and other files, which is read
  /// together with these.
  static let form = SettingForm<WalkSettings>.settings(
    [.elsewhere(route), .elsewhere(planned)] + WalkSettings.paceKeys + [
      .elsewhere(stretches), .elsewhere(pauses),
    ]
      + WalkSettings.pauseKeys + [.elsewhere(random), .elsewhere(standing), .elsewhere(track)])

  private static let route = Schema.Field.optional(
    "route", .array(of: .text(), count: .atLeast(2)),
    "The names of the path's nodes in walking order, each joined to the next by an edge, stairs or a lift. The first name "
      + "repeated at the end closes the route. Required if the path branches; otherwise the whole path is walked."
  )

  private static let planned = Schema.Field.optional(
    "planned", .array(of: .text(), count: .atLeast(2)),
    "The names of nodes that the route planned by a navigator passes, the shortest between them; the walk may leave it. Only `navigate` uses it."
  )

  private static let stretches = Schema.Field.optional(
    "stretches",
    .array(
      of: .object([
        .required(
          "between", twoNames,
          "Two nodes joined by an edge or stairs, each pair once; the speed holds in both directions."),
        .required(
          "speed", SettingForm<Double>.speed.schema, unit: "m/s",
          "The speed here of a walker whose mean speed is `speed`; other speeds scale in proportion."),
      ])), "Parts of the route with another speed.")

  private static let pauses = Schema.Field.optional(
    "pauses",
    .array(
      of: .object([
        .required(
          "at", .alternatives([.integer(), .text(), placeOnPlan]),
          "The name of a node, the id of a test point, or a position [x, y], moved to the nearest point of the route. A name of both is the node's."
        ),
        .optional("floor", .integer(), "The floor of a position, if the site has several."),
        .required("seconds", .number(.between(0, 86_400)), unit: "s", "The duration of the stop."),
        .defaulted(
          "turn", .number(.between(-3600, 3600)), to: 0, unit: "degrees",
          "The angle by which the walker turns during the stop; anticlockwise is positive."),
      ])), "Stops between the start and the end of the route.")

  private static let random = Schema.Field.optional(
    "random",
    .object([
      .optional(
        "nodes", .array(of: .text(), count: .atLeast(2)),
        "The nodes that may be drawn; by default all nodes of the path."),
      .defaulted(
        "pause", LengthRange.schema, to: ["least": 0, "most": 0], "The duration of the stop at each node."),
    ]),
    "Random waypoints instead of `route`: from node to random node by the quickest way, at a speed drawn for "
      + "each trip. Needs `duration`.")

  private static let standing = Schema.Field.optional(
    "standing", StandingVisits.Settings.schema,
    "Instead of `route`: standing at one place after another, with a press at the end of each stay at a test point. Of the other "
      + "keys only `height` is used.")

  private static let track = Schema.Field.optional(
    "track",
    .object([
      .required(
        "truth", .text(),
        "A table `time_s,x_m,y_m[,z_m,floor,lap]`, relative to this file. The study's laps cycle through the table's laps."
      ),
      .optional(
        "presses", .text(),
        "A table `[lap,]time_s,point`; by default the button is pressed on passing within 1 m of a test point."
      ),
    ]),
    "Recorded positions instead of `route`. Of the other keys only `height`, for a table without `z_m`, `duration`, `turnRate` "
      + "and `pressJitter` are used.")

  private static let twoNames = Schema.tuple(
    [.init("from", .text()), .init("to", .text())], required: 2)

  private static let placeOnPlan = Schema.tuple(
    [.init("x", .coordinate, unit: "m"), .init("y", .coordinate, unit: "m")], required: 2)
}
