public import Radio
public import World

/// How near one beacon is, as a phone shows it.
public struct Proximity: Hashable, Sendable {
  /// The smoothed level; nil when the beacon was not heard for as long as the phone smooths.
  public let level: DBm?
  /// The estimated distance in metres; nil with the level.
  public let accuracy: Double?
  public let zone: Zone
}

/// Follows one beacon's readings and says its accuracy and zone at each callback: the phone's smoothing of the
/// readings, then the distance, then the zone.
public struct ProximityTracker: Sendable {
  private var mean: RunningMean
  private let law: LogDistance
  private let zones: ZoneBoundaries

  public init(law: LogDistance, phone: PhoneSettings = PhoneSettings()) {
    mean = RunningMean(seconds: phone.proximitySmoothing)
    self.law = law
    zones = phone.zones
  }

  /// Takes the reading of the window that ends at `time`; nil when nothing was heard.
  public mutating func follow(_ reading: DBm?, at time: Double) -> Proximity {
    let level = mean.smooth(reading, at: time)
    let accuracy = level.map(law.distance(for:))
    return Proximity(level: level, accuracy: accuracy, zone: zones.zone(at: accuracy))
  }
}
