public import Documents
public import World

/// How the walker moves on a lap.
public struct WalkSettings: DeclaredSettings {
  /// The mean speed over laps, in metres a second.
  public var speed = 1.3
  /// The standard deviation of one lap's speed.
  public var speedDeviation = 0.05
  /// The lower limit of the speed in metres per second, for a lap's own speed and for its variation within the lap.
  public var slowest = 0.8
  /// The upper limit of the speed, in metres per second.
  public var fastest = 1.8
  /// The height of the phone above the path, in metres.
  public var height = 1.2
  /// Seconds from the beginning of the stream to the walker's arrival at the route's start.
  public var walkIn = 20.0
  /// Seconds that the stream lasts; nil for until two seconds after the route's end.
  public var duration: Double?
  /// The standard deviation of the time of a press at a test point, in seconds.
  public var pressJitter = 0.15
  /// Nil for one speed all through a lap.
  public var variation: SpeedVariation?
  /// Nil for none.
  public var randomPauses: RandomPauses?
  /// Degrees per second by which the walker turns at a corner; nil for an immediate turn.
  public var turnRate: Double?

  /// The limits of the speed as a range, in metres per second; an upper limit below the lower counts as equal to it.
  public var speedRange: ClosedRange<Double> {
    get { slowest...max(slowest, fastest) }
    set { (slowest, fastest) = (newValue.lowerBound, newValue.upperBound) }
  }

  public init() {}

  /// Speed, height and duration come first, then pauses and turns.
  public static let keys = paceKeys + pauseKeys

  /// The keys of speed, height and duration.
  public static let paceKeys: [SettingKey<WalkSettings>] = [
    .defaulted("speed", \.speed, .speed, unit: "m/s", "The mean speed over laps."),
    .defaulted(
      "speedDeviation", \.speedDeviation, .number(.between(0, 100)), unit: "m/s",
      "The standard deviation of the speed between laps; for changes within a lap see `variation`."),
    .defaulted(
      "slowest", \.slowest, .speed, unit: "m/s", "The lower limit of the speed, at most `speed`."),
    .defaulted(
      "fastest", \.fastest, .speed, unit: "m/s", "The upper limit of the speed, at least `speed`."),
    .defaulted(
      "height", \.height, .number(.between(-10, 10)), unit: "m",
      "The height of the phone above the path; on a site with several floors, within the storey."),
    .defaulted(
      "walkIn", \.walkIn, .number(.between(0, 86_400)), unit: "s",
      "The time before the walker reaches the start of the route, for the filters to settle."),
    .optional(
      "duration", \.duration, .number(.between(1, 864_000)), unit: "s",
      "The duration of the lap; by default until two seconds after the end of the route."),
    .defaulted(
      "pressJitter", \.pressJitter, .number(.between(0, 60)), unit: "s",
      "The standard deviation of the time of a press."),
    .optional(
      "variation", \.variation, .settings,
      "Variation of the speed within a lap, every half second; by default none."),
  ]

  /// The keys of pauses, turns and other deviations from steady walking.
  public static let pauseKeys: [SettingKey<WalkSettings>] = [
    .optional("randomPauses", \.randomPauses, .settings, "Stops at random times."),
    .optional(
      "turnRate", \.turnRate, .number(.between(1, 3600)), unit: "degrees/s",
      "How fast the walker's body turns at a corner while walking on; by default at once."),
  ]

  /// The speed lies within its limits, and the limits are in order.
  public var conflict: SettingFault? {
    .first(
      of: ("fastest", slowest <= fastest, "at least walk.slowest, \(slowest)", fastest),
      (
        "speed", speedRange ~= speed, "a number from walk.slowest, \(slowest), to walk.fastest, \(fastest)",
        speed
      ))
  }
}

extension SettingForm where Value == Double {
  /// Metres a second.
  public static var speed: Self { number(.between(0.01, 100)) }
}

/// The variation of the walking speed along the way.
///
/// Source: the process of Ornstein and Uhlenbeck, `d(v - m) = -(v - m) / τ dt + σ √(2/τ) dW`, sampled exactly: after t
/// seconds a deviation has decayed to `exp(-t / τ)` of its value, and normal noise restores the variance to σ²
/// (Gillespie 1996, doi:10.1103/PhysRevE.54.2084, equations 1.9).
public struct SpeedVariation: DeclaredSettings {
  /// The standard deviation about the lap's own speed, in metres per second.
  public var deviation = 0.0
  /// Seconds over which the correlation falls to 1/e.
  public var correlationTime = 5.0

  public init() {}

  public static let keys: [SettingKey<SpeedVariation>] = [
    .required(
      "deviation", \.deviation, .number(.between(0, 100)), unit: "m/s",
      "The standard deviation about the lap's speed, limited to `slowest` and `fastest`."),
    .defaulted(
      "correlationTime", \.correlationTime, .number(.between(0.1, 3600)), unit: "s",
      "The time over which the correlation falls to 1/e."),
  ]

  /// Seconds for which a speed is held.
  public static let step = 0.5
}

/// Stops at random times: a Poisson process with a mean number per minute of walking.
public struct RandomPauses: DeclaredSettings {
  /// The distribution of a pause's length.
  public enum Length: Hashable, Sendable {
    /// With this mean in seconds, truncated at ten times the mean.
    case exponential(mean: Double)
    case uniform(ClosedRange<Double>)

    /// The longest possible pause, in seconds.
    public var longest: Double {
      switch self {
      case .exponential(let mean): mean * 10
      case .uniform(let range): range.upperBound
      }
    }
  }

  /// The mean number in a minute of walking.
  public var perMinute = 0.0
  /// The distribution of the pauses' lengths.
  public var length: Length = .exponential(mean: 1)

  public init() {}

  public static let keys: [SettingKey<RandomPauses>] = [
    .required(
      "perMinute", \.perMinute, .number(.between(0, 60)), "The mean number of stops per minute of walking."),
    .required(
      "length", \.length,
      .union([
        SettingVariant(
          "exponential",
          .one(
            "mean", .number(.between(0.1, 3600)), unit: "s",
            "The mean length; stops are cut at ten times this."),
          as: { .exponential(mean: $0) }, from: { if case .exponential(let mean) = $0 { mean } else { nil } },
          "Exponentially distributed."),
        SettingVariant(
          "uniform", LengthRange.form, as: { .uniform($0) },
          from: { if case .uniform(let range) = $0 { range } else { nil } }, "Uniformly distributed."),
      ]), "The length of a stop."),
  ]
}

/// The shortest and the longest of some pauses, in seconds.
public struct LengthRange: DeclaredSettings {
  var least = 0.0
  var most = 0.0

  public init() {}
  public static let keys: [SettingKey<LengthRange>] = [
    .required("least", \.least, .number(.between(0, 3600)), unit: "s", "The shortest."),
    .required("most", \.most, .number(.between(0, 3600)), unit: "s", "The longest; at least `least`."),
  ]

  /// The longest pause is no shorter than the shortest.
  public var conflict: SettingFault? {
    .first(of: ("most", least <= most, "at least `least`, \(least)", most))
  }

  /// Read as a range of seconds.
  public static let form = SettingForm<LengthRange>.settings.converted(
    { $0.least...max($0.least, $0.most) },
    back: { range in LengthRange { ($0.least, $0.most) = (range.lowerBound, range.upperBound) } })
}
