public import Documents
public import World

/// The median of the latest readings: an outlier shorter than half the window leaves no trace.
///
/// The newest reading is the last of the window. Until the window is full it is the median of the readings so far; that of
/// an even number is the mean of the two in the middle.
///
/// Source: Gallagher & Wise 1981, "A theoretical analysis of the properties of median filters",
/// doi:10.1109/TASSP.1981.1163708, equation 1, here with the window before the newest reading instead of about it.
public struct MedianFilter: SignalFilter {
  /// The window alone.
  public struct Settings: FilterSettings {
    /// The number of readings, the newest included.
    public var window = 5

    /// Up to two outliers in a row leave no trace.
    public init() {}

    public static let name = "median"
    public static let about = "The median of the latest readings: Gallagher & Wise 1981."
    /// A window of 1 gives the readings themselves.
    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "window", \.window, .integer(.between(1, 1000)), "The number of readings, whatever their age.")
    ]

    /// For example `median of 5`.
    public var summary: String { "median of \(window)" }
    public func makeFilter() -> any SignalFilter { MedianFilter(self) }
  }

  private let window: Int
  private var latest: LatestLevels
  private var output: DBm?

  /// - Precondition: the settings have no fault.
  public init(_ settings: Settings = Settings()) {
    window = settings.valid.window
    latest = LatestLevels(capacity: settings.window)
  }

  /// `(K - 1) / 2` intervals of K readings.
  public func delay(every interval: Double) -> Double { interval * Double(window - 1) / 2 }

  /// A second without a reading leaves the last output; nil before the first reading.
  public mutating func smooth(_ level: DBm?, at time: Double) -> DBm? {
    guard let level else { return output }
    latest.append(level.value)
    output = DBm(latest.median)
    return output
  }
}
