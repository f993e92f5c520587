public import Documents
public import Radio
public import World

/// How a phone turns advertisements into readings, and readings into accuracy and zones.
public struct PhoneSettings: DeclaredSettings {
  /// What the mean of a window's advertisements is taken of.
  public enum Mean: String, Hashable, Sendable, CaseIterable {
    case dBm
    case milliwatts
  }

  public enum Rounding: String, Hashable, Sendable, CaseIterable {
    case halfToEven
    case none
  }

  /// Which of several transmitters at one anchor, with one identity, makes the reading of a window. The others'
  /// advertisements in that window are dropped and counted; of equals the one entered first in the directory.
  public enum Pillar: String, Hashable, Sendable, CaseIterable {
    case perAdvertisement = "advertisement"
    case perMean = "mean"
  }

  /// What Algorithm 1 makes of a beacon whose zone is unknown.
  public enum UnknownZone: String, Hashable, Sendable, CaseIterable {
    case excluded = "exclude"
    case literal
  }

  /// What an app in the background is given: so many seconds of callbacks at a time, and silence between.
  ///
  /// Apple, "Determining the proximity to an iBeacon device" and the documentation of CoreLocation: an app that is
  /// not in front is woken for some ten seconds when a region is entered or left.
  public struct Background: DeclaredSettings {
    /// Seconds, from t = 0 on in turn.
    public var awake = 10.0
    public var asleep = 0.0

    public init() {}

    public static let defaults = Background()
    public static let keys: [SettingKey<Background>] = [
      .defaulted("awake", \.awake, .number(.between(0.1, 86_400)), unit: "s", "With readings."),
      .required(
        "asleep", \.asleep, .number(.between(0, 86_400)), unit: "s", "With callbacks that bring no readings."),
    ]
  }

  /// The length of a window, and the time from one callback to the next, in seconds.
  public var averageSeconds: Double
  public var averageOf: Mean
  public var rounding: Rounding
  public var pillar: Pillar
  /// Seconds of readings that the phone averages before it derives accuracy and zone; 1 for none.
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

  public static let defaults = PhoneSettings()
  public static let keys: [SettingKey<PhoneSettings>] = [
    .group("average", averageKeys, "How advertisements become readings."),
    .defaulted(
      "pillars", \.pillar,
      .choice([
        .perAdvertisement: "The one with the strongest single advertisement in a window.",
        .perMean: "The one with the strongest mean over the window.",
      ]), "Which of several beacons with one identity makes the reading."),
    .defaulted(
      "proximitySmoothing", \.proximitySmoothing, .number(.above(0, atMost: 3600)), unit: "s",
      "Over which the phone averages readings before it derives accuracy and zone; 1 for none."),
    .defaulted("zones", \.zones, .settings, "Where proximity zones end."),
    .defaulted(
      "unknown", \.unknownZone,
      .choice([
        .excluded: "It is left out.",
        .literal: "It counts as the lowest zone, as the algorithm says when taken literally.",
      ]), "What Algorithm 1 makes of a beacon whose zone is unknown."),
    .omissible(
      "callbackJitter", \.callbackJitter, .number(.between(0, 15)), unit: "s",
      "By which each callback comes early or late, evenly spread; at most a quarter of `average.seconds`. Without "
        + "it, 0."),
    .optional(
      "background", \.background, .settings,
      "The app is in the background and awake by turns; without it, always."),
  ]

  private static let averageKeys: [SettingKey<PhoneSettings>] = [
    .defaulted(
      "seconds", \.averageSeconds, .number(.between(0.1, 60)), unit: "s",
      "The window, which is also the time between callbacks."),
    .defaulted("of", \.averageOf, .choice, "What the mean is taken of."),
    .defaulted(
      "round", \.rounding,
      .choice([.halfToEven: "To whole dBm, halves to the even one.", .none: nil]), "How a reading is rounded."
    ),
  ]

  public var conflict: SettingFault? {
    .first(
      of: (
        "callbackJitter", 0...averageSeconds / 4 ~= callbackJitter,
        "a value from 0 to a quarter of average.seconds, \(averageSeconds / 4)", callbackJitter
      ))
  }
}
