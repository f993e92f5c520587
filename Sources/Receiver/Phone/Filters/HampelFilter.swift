public import Documents
public import World

/// Replaces an outlier by the median of the latest readings, and leaves every other reading as it is.
///
/// A reading is an outlier if it is farther from the median m of the window than `t · 1.4826 · MAD`, where MAD is the
/// median of the absolute deviations from m. Until the window is full, it holds the readings so far. Where more than half
/// of them are equal the MAD is 0, and every other reading is an outlier.
///
/// Source: Hampel 1974, "The influence curve and its role in robust estimation", doi:10.1080/01621459.1974.10482962; as a
/// filter Pearson et al. 2016, "Generalized Hampel filters", doi:10.1186/s13634-016-0383-6, equation 5, here with the
/// window before the newest reading instead of about it.
public struct HampelFilter: SignalFilter {
  /// The window, and the distance from its median beyond which a reading is an outlier.
  public struct Settings: FilterSettings {
    /// The number of readings, the newest included.
    public var window = 7
    /// t.
    public var threshold = 3.0

    /// Seven readings and three standard deviations.
    public init() {}

    public static let name = "hampel"
    public static let about =
      "Outliers replaced by the median of the latest readings: Hampel 1974; Pearson et al. 2016."
    /// A threshold of 0 replaces every reading by the median.
    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "window", \.window, .integer(.between(3, 1000)),
        "The number of readings, whatever their age, the newest among them."),
      .defaulted(
        "threshold", \.threshold, .number(.between(0, 1000)),
        "The distance from the median above which a reading is an outlier, in standard deviations estimated as 1.4826 "
          + "times the median absolute deviation; with 0 the filter is a median."),
    ]

    /// For example `Hampel of 7, 3`.
    public var summary: String { "Hampel of \(window), \(short(threshold))" }
    public func makeFilter() -> any SignalFilter { HampelFilter(self) }
  }

  /// The ratio of a normal distribution's standard deviation to its median absolute deviation.
  static let normal = 1.4826

  let settings: Settings
  private var latest: LatestLevels
  private var output: DBm?

  /// - Precondition: the settings have no fault.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings.valid
    latest = LatestLevels(capacity: settings.window)
  }

  /// Zero where the newest reading of a ramp is no outlier; otherwise the delay of the median, `(K - 1) / 2` intervals
  /// of K readings.
  public func delay(every interval: Double) -> Double {
    let steps = (0..<settings.window).map { Double($0) - Double(settings.window - 1) / 2 }
    let deviation = LatestLevels.median(of: steps.map(\.magnitude))
    let newest = Double(settings.window - 1) / 2
    return newest > settings.threshold * Self.normal * deviation ? interval * newest : 0
  }

  /// A second without a reading leaves the last output; nil before the first reading.
  public mutating func smooth(_ level: DBm?, at time: Double) -> DBm? {
    guard let level else { return output }
    latest.append(level.value)
    let median = latest.median
    let limit = settings.threshold * Self.normal * latest.medianDeviation(from: median)
    output = (level.value - median).magnitude > limit ? DBm(median) : level
    return output
  }
}
