public import Radio
public import World

/// How a phone turns advertisements into readings, and readings into accuracy and zones.
public struct PhoneSettings: Hashable, Sendable {
  /// What the mean of a window's advertisements is taken of.
  public enum Mean: String, Hashable, Sendable, CaseIterable {
    case dBm
    case milliwatts
  }

  public enum Rounding: String, Hashable, Sendable, CaseIterable {
    /// To whole dBm, halves to the even one.
    case halfToEven
    case none
  }

  /// Which of several transmitters at one anchor, with one identity, makes the reading of a window. The others'
  /// advertisements in that window are dropped and counted; of equals the one entered first in the directory.
  public enum Pillar: String, Hashable, Sendable, CaseIterable {
    /// The one whose strongest single advertisement in the window is the strongest.
    case perAdvertisement
    /// The one whose mean over the window is the strongest.
    case perMean
  }

  /// What Algorithm 1 makes of a beacon whose zone is unknown.
  public enum UnknownZone: String, Hashable, Sendable, CaseIterable {
    /// It is left out.
    case excluded
    /// It counts as the lowest zone, as the algorithm read to the letter has it.
    case literal
  }

  /// What an app in the background is given: so many seconds of callbacks at a time, and silence between.
  ///
  /// Apple, "Determining the proximity to an iBeacon device" and the documentation of CoreLocation: an app that is
  /// not in front is woken for some ten seconds when a region is entered or left.
  public struct Background: Hashable, Sendable {
    /// Seconds, from t = 0 on in turn.
    public var awake: Double
    public var asleep: Double

    public init(awake: Double = 10, asleep: Double) {
      self.awake = awake
      self.asleep = asleep
    }
  }

  /// The length of a window, and the time from one callback to the next; 0.1 to 60 s.
  public var averageSeconds: Double
  public var averageOf: Mean
  public var rounding: Rounding
  public var pillar: Pillar
  /// Seconds of readings that the phone averages before it derives accuracy and zone, above 0; 1 for none.
  public var proximitySmoothing: Double
  public var zones: ZoneBoundaries
  public var unknownZone: UnknownZone
  /// Seconds by which a callback comes early or late at most: 0 to a quarter of the window.
  public var callbackJitter: Double
  /// Nil for an app in front.
  public var background: Background?

  public init(
    averageSeconds: Double = 1, averageOf: Mean = .dBm, rounding: Rounding = .halfToEven,
    pillar: Pillar = .perAdvertisement, proximitySmoothing: Double = 10,
    zones: ZoneBoundaries = ZoneBoundaries(), unknownZone: UnknownZone = .excluded,
    callbackJitter: Double = 0, background: Background? = nil
  ) {
    self.averageSeconds = averageSeconds
    self.averageOf = averageOf
    self.rounding = rounding
    self.pillar = pillar
    self.proximitySmoothing = proximitySmoothing
    self.zones = zones
    self.unknownZone = unknownZone
    self.callbackJitter = callbackJitter
    self.background = background
  }

  /// What is out of range; nil when all is well.
  public var fault: SettingFault? {
    .first(
      of: ("average.seconds", 0.1...60 ~= averageSeconds, "0.1 to 60", averageSeconds),
      (
        "proximitySmoothing", proximitySmoothing > 0 && proximitySmoothing <= 3600,
        "above 0 and at most 3600",
        proximitySmoothing
      ),
      (
        "callbackJitter", 0...averageSeconds / 4 ~= callbackJitter,
        "from 0 to a quarter of average.seconds, \(averageSeconds / 4)", callbackJitter
      ),
      (
        "background.awake", 0.1...86_400 ~= background?.awake ?? 1, "0.1 to 86400", background?.awake ?? 1
      ),
      ("background.asleep", 0...86_400 ~= background?.asleep ?? 0, "0 to 86400", background?.asleep ?? 0))
  }
}
