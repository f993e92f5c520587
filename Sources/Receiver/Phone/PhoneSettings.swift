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

  /// Whether a window's mean is rounded to whole dBm.
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

  /// How Algorithm 1 treats a beacon whose zone is unknown.
  public enum UnknownZone: String, Hashable, Sendable, CaseIterable {
    case excluded = "exclude"
    case literal
  }

  /// The callbacks of an app in the background: some seconds at a time, and silence between.
  ///
  /// Apple, "Determining the proximity to an iBeacon device" and the documentation of CoreLocation: an app that is
  /// not in front is woken for some ten seconds when a region is entered or left.
  public struct Background: DeclaredSettings {
    /// Seconds of callbacks, from t = 0 on, before each silence.
    public var awake = 10.0
    /// Seconds of silence after each time awake; 0 for an app in the foreground.
    public var asleep = 0.0

    public init() {}

    public static let keys: [SettingKey<Background>] = [
      .defaulted("awake", \.awake, .number(.between(0.1, 86_400)), unit: "s", "The time with readings."),
      .required(
        "asleep", \.asleep, .number(.between(0, 86_400)), unit: "s",
        "The time in which callbacks have no readings."),
    ]
  }

  /// The length of a window, and the time from one callback to the next, in seconds.
  public var averageSeconds = 1.0
  /// Whether levels are averaged in dBm or in milliwatts.
  public var averageOf = Mean.dBm
  /// Whether readings are whole dBm.
  public var rounding = Rounding.halfToEven
  /// Which of several transmitters at one anchor makes the reading.
  public var pillar = Pillar.perAdvertisement
  /// Seconds of readings that the phone averages before it derives accuracy and zone; 1 for none.
  public var proximitySmoothing = 10.0
  /// The distances at which one proximity zone ends and the next begins.
  public var zones = ZoneBoundaries()
  /// What Algorithm 1 makes of a beacon whose zone is unknown.
  public var unknownZone = UnknownZone.excluded
  /// Seconds by which a callback comes early or late at most: 0 to a quarter of the window.
  public var callbackJitter = 0.0
  /// Nil for an app in front.
  public var background: Background?

  public init() {}
  public static let keys: [SettingKey<PhoneSettings>] = [
    .group("average", averageKeys, "How advertisements become readings."),
    .defaulted(
      "pillars", \.pillar,
      .choice([
        .perAdvertisement: "The transmitter of the strongest single advertisement in a window.",
        .perMean: "The transmitter with the strongest mean over the window.",
      ]), "Which of several transmitters with one identity gives the reading."),
    .defaulted(
      "proximitySmoothing", \.proximitySmoothing, .number(.above(0, atMost: 3600)), unit: "s",
      "The time over which the phone averages readings before it derives accuracy and zone; 1 for none."),
    .defaulted("zones", \.zones, .settings, "The limits of the proximity zones."),
    .defaulted(
      "unknown", \.unknownZone,
      .choice([
        .excluded: "The beacon is ignored.",
        .literal:
          "The beacon counts as being in the lowest zone, as in the published algorithm taken literally.",
      ]), "How Algorithm 1 treats a beacon whose zone is unknown."),
    .omissible(
      "callbackJitter", \.callbackJitter, .number(.between(0, 15)), unit: "s",
      "The largest deviation of a callback from its time, uniformly distributed; at most a quarter of `average.seconds`; 0 by "
        + "default."),
    .optional(
      "background", \.background, .settings,
      "Alternating times with the app in the background; by default it is always active."),
  ]

  private static let averageKeys: [SettingKey<PhoneSettings>] = [
    .defaulted(
      "seconds", \.averageSeconds, .number(.between(0.1, 60)), unit: "s",
      "The window, which is also the time between callbacks."),
    .defaulted("of", \.averageOf, .choice, "The quantity that is averaged."),
    .defaulted(
      "round", \.rounding,
      .choice([.halfToEven: "To whole dBm, halves to even.", .none: nil]), "How a reading is rounded."
    ),
  ]

  /// Callbacks keep their order, so their jitter is small against a window.
  public var conflict: SettingFault? {
    .first(
      of: (
        "callbackJitter", 0...averageSeconds / 4 ~= callbackJitter,
        "a value from 0 to a quarter of average.seconds, \(averageSeconds / 4)", callbackJitter
      ))
  }
}
