public import NumericalMethods
public import World

/// Where the walker goes on each lap.
public enum Journey: Hashable, Sendable {
  case route(Itinerary)
  case wandering(RandomWaypoints)
  case standing(StandingVisits)
  /// Laps take turns with these tracks; at least one.
  case recorded([RecordedTrack])
}

/// Recorded positions of a walker.
public struct RecordedTrack: Hashable, Sendable {
  /// The recorded positions; they end where the recording ends.
  public let walk: Walk
  /// Nil where presses were not recorded.
  public let presses: [Press]?

  public init(walk: Walk, presses: [Press]?) {
    self.walk = walk
    self.presses = presses
  }
}

extension LapWalk {
  /// One lap of a journey.
  ///
  /// - Parameters:
  ///   - journey: where the walker goes.
  ///   - testPoints: the site's, in its order.
  ///   - settings: speed, turns, pauses and the times of presses.
  ///   - direction: along a route; other journeys have none.
  ///   - lap: counted from 0.
  ///   - seed: the walk's own on this lap.
  public init(
    of journey: Journey, testPoints: [TestPoint], settings: WalkSettings, direction: TravelDirection,
    lap: Int, seed: Seed
  ) {
    switch journey {
    case .route(let itinerary):
      self.init(
        along: itinerary, testPoints: testPoints, settings: settings, direction: direction, seed: seed)
    case .wandering(let waypoints):
      self.init(wandering: waypoints, testPoints: testPoints, settings: settings, seed: seed)
    case .standing(let visits):
      let walk = visits.walk(seed: seed)
      self.init(
        walk: walk.walk, presses: walk.presses, direction: nil, speed: 0, start: 0, duration: walk.duration,
        stays: walk.stays)
    case .recorded(let tracks):
      self.init(
        recorded: tracks[lap % tracks.count], testPoints: testPoints, settings: settings, seed: seed)
    }
  }

  /// A lap on a recorded track; where presses were not recorded, the button is pressed whenever the walker passes a test point.
  ///
  /// Without a duration, the stream lasts until the track's end.
  init(recorded track: RecordedTrack, testPoints: [TestPoint], settings: WalkSettings, seed: Seed) {
    let turning = Turning(rate: settings.turnRate, spins: [])
    self.init(
      walk: Walk(knots: turning.applied(to: track.walk.knots)),
      presses: track.presses
        ?? Passes.presses(on: track.walk, testPoints: testPoints, settings: settings, seed: seed),
      direction: nil, speed: settings.speed, start: max(track.walk.span.lowerBound, 0),
      duration: settings.duration ?? track.walk.span.upperBound)
  }
}
