public import Documents
public import World

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
