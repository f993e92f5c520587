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

  /// Seconds that the stream lasts, where the scenario says so.
  public var duration: Double? { settings.duration }

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
