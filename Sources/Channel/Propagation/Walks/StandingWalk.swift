public import World

/// Stays at one place after another, each for the same number of readings of the phone, with no time between two stays.
public struct StandingWalk: Hashable, Sendable {
  /// One stay.
  public struct Place: Hashable, Sendable {
    /// The phone's position.
    public let position: Point
    /// The level of its floor.
    public let floor: Int
    /// Its index in the site's list; nil for a place that is not in it.
    public let testPoint: Int?
    /// Where the walker looks, as a unit vector on the plan; nil for no direction in particular.
    public let facing: Point?

    public init(position: Point, floor: Int = 0, testPoint: Int? = nil, facing: Point? = nil) {
      self.position = position
      self.floor = floor
      self.testPoint = testPoint
      self.facing = facing
    }
  }

  /// In the order of the visits.
  public let places: [Place]
  /// The number of readings at each place.
  public let readings: Int
  /// Seconds from one reading to the next.
  public let interval: Double

  public init(places: [Place], readings: Int, interval: Double) {
    self.places = places
    self.readings = readings
    self.interval = interval
  }

  /// The total duration, in seconds.
  public var duration: Double { moment(places.count * readings) }

  /// The end of the window of a reading, in seconds; readings are counted from 1.
  public func moment(_ reading: Int) -> Double { (Double(reading) * interval).microseconds.seconds }

  /// The ground truth. At the very end of a place's last reading the walker still stands there, and a microsecond later at
  /// the next one.
  public var walk: Walk {
    var knots: [Walk.Knot] = []
    for (index, place) in places.enumerated() {
      let start = moment(index * readings) + (index == 0 ? 0 : 1e-6)
      for time in [start, moment((index + 1) * readings)] {
        knots.append(
          Walk.Knot(time: time, position: place.position, floor: place.floor, facing: place.facing))
      }
    }
    return Walk(knots: knots)
  }

  /// The end of each stay, in seconds.
  public var stays: [Double] { places.indices.map { moment(($0 + 1) * readings) } }

  /// A press at the end of each stay at a test point.
  public var presses: [Press] {
    zip(places, stays).compactMap { place, end in place.testPoint.map { Press(time: end, testPoint: $0) } }
  }
}

extension Site {
  /// Its test points, with the phone held above them.
  public func testPlaces(height: Double) -> [StandingWalk.Place] {
    testPoints.enumerated().map { index, point in
      StandingWalk.Place(
        position: point.position.at(height: point.position.z + height), floor: point.floor, testPoint: index)
    }
  }
}
