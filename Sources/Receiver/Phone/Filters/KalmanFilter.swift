public import Documents
public import World

/// The Kalman filter of a level that wanders as a random walk and is read with noise.
///
/// For each reading z: `P ← P + Q`, `K = P / (P + R)`, `x ← x + K (z - x)`, `P ← (1 - K) P`. Without a given
/// level to start from, the first reading is taken as it is, with variance P0.
///
/// Source: Kalman 1960, "A new approach to linear filtering and prediction problems", doi:10.1115/1.3662552,
/// in one dimension, as Mustafa & Sykes 2021, section 3.4, put it before every other filter.
public struct KalmanFilter: SignalFilter {
  /// The variances, the start, and what silence does.
  public struct Settings: FilterSettings {
    /// What a second without a reading does to the variance.
    public enum MissedSecond: String, Hashable, Sendable, CaseIterable {
      case skip
      case predict

      static let form = SettingForm<MissedSecond>.choice([
        .skip: "Nothing: the filter counts readings, not seconds.",
        .predict: "It adds q to the variance, so that the next reading weighs more.",
      ])
    }

    /// Q in dB².
    public var processVariance = 5.0
    /// R in dB².
    public var readingVariance = 5.0
    /// P0 in dB².
    public var startVariance = 10.0
    /// The level to start from; nil for the first reading.
    public var startLevel: DBm?
    /// Whether a second without a reading adds Q to the variance.
    public var missedSecond = MissedSecond.skip
    /// Seconds since the last reading beyond which the next one restarts this filter, though not the filters
    /// that follow it in a chain; nil for never.
    public var resetAfter: Double?

    /// With Q = R the steady gain is 0.62.
    public init() {}

    public static let name = "kalman"
    public static let about =
      "A random walk of the RSSI with measurement noise: Kalman 1960 in one dimension."
    /// Q and R have no default in a file, since no values suit every receiver and interval.
    public static let keys: [SettingKey<Settings>] = [
      .required(
        "q", \.processVariance, .number(.between(0, 1e9)), unit: "dB^2",
        "The process noise variance Q from one reading to the next."),
      .required(
        "r", \.readingVariance, .number(.above(0, atMost: 1e9)), unit: "dB^2",
        "The measurement noise variance R of a reading."),
      .defaulted(
        "p0", \.startVariance, .number(.between(0, 1e9)), unit: "dB^2", "The initial variance."),
      .optional(
        "first", \.startLevel, .number(.between(-127, 20)), unit: "dBm",
        "The initial level; by default the first reading."),
      .defaulted("missed", \.missedSecond, MissedSecond.form, "The effect of a second without a reading."),
      ReadingClock.restartKey(\.resetAfter),
    ]

    /// For example `Kalman Q 5 R 5`.
    public var summary: String { "Kalman Q \(short(processVariance)) R \(short(readingVariance))" }
    public func makeFilter() -> any SignalFilter { KalmanFilter(self) }
  }

  let settings: Settings
  private var level = 0.0
  private var variance = 0.0
  /// The gain that the last reading had.
  private var gain = 0.0
  /// Whether the variance has come to rest, so that the gain stays as it is.
  private var isSettled = false
  private var hasLevel = false
  private var hasHeard = false
  /// In microseconds, as the age at which the filter restarts.
  private var lastHeard = (-Double.infinity).microseconds
  private let resetAfter: Int64?

  /// - Precondition: the settings have no fault.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings.valid
    resetAfter = settings.resetAfter?.microseconds
    start()
  }

  /// `(1 - G) / G` intervals with the steady gain G; infinite for Q = 0, whose gain falls to nothing.
  public func delay(every interval: Double) -> Double {
    let (q, r) = (settings.processVariance, settings.readingVariance)
    guard q > 0 else { return .infinity }
    let predicted = (q + (q * q + 4 * q * r).squareRoot()) / 2
    return interval * r / predicted
  }

  private mutating func start() {
    level = settings.startLevel?.value ?? 0
    hasLevel = settings.startLevel != nil
    variance = settings.startVariance
    isSettled = false
  }

  /// A second without a reading leaves the last output; nil before the first reading.
  public mutating func smooth(_ reading: DBm?, at time: Double) -> DBm? {
    guard let reading else { return miss() }
    if let resetAfter {
      if time.microseconds - lastHeard > resetAfter { start() }
      lastHeard = time.microseconds
    }
    hasHeard = true
    if hasLevel { update(reading.value) } else { (level, hasLevel) = (reading.value, true) }
    return DBm(level)
  }

  /// Readings one by one until the variance has come to rest, and then up to the next missed second in a loop that keeps the level in
  /// a register.
  public mutating func smooth(_ levels: inout [DBm?], at times: [Double]) {
    var levels = levels.mutableSpan
    var index = 0
    while index < levels.count {
      levels[index] = smooth(levels[index], at: times[index])
      index += 1
      guard isSettled, resetAfter == nil else { continue }
      var level = level
      while index < levels.count, let reading = levels[unchecked: index] {
        level += gain * (reading.value - level)
        levels[unchecked: index] = DBm(level)
        index &+= 1
      }
      self.level = level
    }
  }

  private mutating func miss() -> DBm? {
    if settings.missedSecond == .predict, hasLevel {
      variance += settings.processVariance
      isSettled = false
    }
    return hasHeard ? DBm(level) : nil
  }

  private mutating func update(_ reading: Double) {
    if !isSettled {
      let predicted = variance + settings.processVariance
      gain = predicted / (predicted + settings.readingVariance)
      let updated = (1 - gain) * predicted
      isSettled = updated == variance
      variance = updated
    }
    level += gain * (reading - level)
  }
}
