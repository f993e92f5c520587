public import Documents
public import World

/// The Kalman filter of a level that wanders as a random walk, with a noise variance that it estimates from its own
/// innovations.
///
/// It predicts and updates as ``KalmanFilter`` does. With the mean square C of the latest innovations `ν = z - x⁻`, the
/// variance that adapts is, before a reading's update, `R = C - P⁻`, or after it, `Q = K² C`; never less than a given one.
/// Until there are as many innovations as the window holds, the given variances stand. Only one of the two adapts, since both together
/// cannot be estimated reliably.
///
/// Source: Mehra 1972, "Approaches to adaptive filtering", doi:10.1109/TAC.1972.1100100, on covariance matching; Mohamed &
/// Schwarz 1999, "Adaptive Kalman filtering for INS/GPS", doi:10.1007/s001900050236, for the estimates of R and Q by a
/// window of innovations.
public struct AdaptiveKalmanFilter: SignalFilter {
  /// The variances at first, and which of them adapts.
  public struct Settings: FilterSettings {
    /// Which variance is estimated.
    public enum Adapting: String, Hashable, Sendable, CaseIterable {
      case reading = "r"
      case process = "q"
    }

    /// Q in dB², at first.
    public var processVariance = 5.0
    /// R in dB², at first.
    public var readingVariance = 5.0
    /// P0 in dB².
    public var startVariance = 10.0
    /// Whether the variance of readings or that of the process adapts.
    public var adapting = Adapting.reading
    /// How many innovations.
    public var window = 10
    /// The least variance that is estimated, in dB².
    public var leastVariance = 0.5
    /// What a second without a reading does to the variance.
    public var missedSecond = KalmanFilter.Settings.MissedSecond.skip
    /// Seconds since the last reading beyond which the next one restarts this filter; nil for never.
    public var resetAfter: Double?

    /// R adapts, from ten innovations.
    public init() {}

    public static let name = "adaptiveKalman"
    public static let about =
      "A Kalman filter that estimates a noise variance from its innovations: Mehra 1972; Mohamed & Schwarz 1999."
    /// Q and R have no default in a file: the variance that does not adapt is never estimated.
    public static let keys: [SettingKey<Settings>] = [
      .required(
        "q", \.processVariance, .number(.above(0, atMost: 1e9)), unit: "dB^2",
        "The process noise variance Q from one reading to the next, at first if it adapts."),
      .required(
        "r", \.readingVariance, .number(.above(0, atMost: 1e9)), unit: "dB^2",
        "The measurement noise variance R of a reading, at first if it adapts."),
      .defaulted("p0", \.startVariance, .number(.between(0, 1e9)), unit: "dB^2", "The initial variance."),
      .defaulted(
        "adapt", \.adapting,
        .choice([
          .reading: "The measurement noise variance.", .process: "The process noise variance.",
        ]), "The variance that is estimated."),
      .defaulted(
        "window", \.window, .integer(.between(2, 1000)),
        "The number of innovations that it is estimated from."),
      .defaulted(
        "least", \.leastVariance, .number(.above(0, atMost: 1e9)), unit: "dB^2",
        "The smallest value of the estimated variance."),
      .defaulted(
        "missed", \.missedSecond, KalmanFilter.Settings.MissedSecond.form,
        "The effect of a second without a reading."),
      ReadingClock.restartKey(\.resetAfter),
    ]

    /// For example `adaptive Kalman R of 10`.
    public var summary: String { "adaptive Kalman \(adapting.rawValue.uppercased()) of \(window)" }
    public func makeFilter() -> any SignalFilter { AdaptiveKalmanFilter(self) }
  }

  let settings: Settings
  private var clock: ReadingClock
  private var squares: LatestLevels
  private var variance = 0.0
  private var processVariance: Double
  private var readingVariance: Double
  private var output: DBm?

  /// - Precondition: the settings have no fault.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings.valid
    clock = ReadingClock(restartingAfter: settings.resetAfter)
    squares = LatestLevels(capacity: settings.window)
    (processVariance, readingVariance) = (settings.processVariance, settings.readingVariance)
  }

  /// The delay with the steady gain on a ramp without noise, for which the adapted variance falls to its least value.
  /// Noise raises an adapted R, and with it the delay; it raises an adapted Q, which lowers the delay.
  public func delay(every interval: Double) -> Double {
    let (q, r) = (settings.processVariance, settings.readingVariance)
    let least = settings.leastVariance
    return KalmanFilter(
      settings.adapting == .reading
        ? .init { ($0.processVariance, $0.readingVariance) = (q, least) }
        : .init { ($0.processVariance, $0.readingVariance) = (least, r) }
    ).delay(every: interval)
  }

  /// A second without a reading leaves the last output; nil before the first reading.
  public mutating func smooth(_ level: DBm?, at time: Double) -> DBm? {
    guard let level else {
      if settings.missedSecond == .predict, output != nil { variance += processVariance }
      return output
    }
    guard clock.elapsed(at: time) != nil, let before = output else { return start(at: level) }
    output = DBm(updated(before.value, by: level.value))
    return output
  }

  private mutating func start(at level: DBm) -> DBm {
    squares = LatestLevels(capacity: settings.window)
    (processVariance, readingVariance) = (settings.processVariance, settings.readingVariance)
    (output, variance) = (level, settings.startVariance)
    return level
  }

  private mutating func updated(_ level: Double, by reading: Double) -> Double {
    let predicted = variance + processVariance
    let innovation = reading - level
    squares.append(innovation * innovation)
    let spread = squares.isFull ? squares.mean : nil
    if let spread, settings.adapting == .reading {
      readingVariance = max(spread - predicted, settings.leastVariance)
    }
    let gain = predicted / (predicted + readingVariance)
    variance = (1 - gain) * predicted
    if let spread, settings.adapting == .process {
      processVariance = max(gain * gain * spread, settings.leastVariance)
    }
    return level + gain * innovation
  }
}
