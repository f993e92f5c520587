public import Documents
public import World

/// The mean of the readings of the last seconds; nil when there are none.
///
/// This is how phones smooth what they show as accuracy: with every second that passes, heard or not, the
/// window moves on, so that a beacon that has fallen silent is forgotten. Ours; the phone makers do not say
/// how theirs works, and the window is a setting.
public struct RunningMean: SignalFilter {
  /// The window alone.
  public struct Settings: FilterSettings {
    /// The length of the window, above 0.
    public var seconds = 10.0

    /// The output trails a slow ramp by five seconds.
    public init() {}

    public static let name = "runningMean"
    public static let about =
      "The mean of the readings of the last seconds, and no output without readings: as in a phone's accuracy "
      + "value."
    /// A window below the interval of readings holds one reading at most.
    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "seconds", \.seconds, .number(.above(0, atMost: 3600)), unit: "s", "The length of the window.")
    ]

    /// For example `running mean over 10 s`.
    public var summary: String { "running mean over \(short(seconds)) s" }
    public func makeFilter() -> any SignalFilter { RunningMean(seconds: seconds) }
  }

  private var recent: RecentLevels

  /// - Precondition: `seconds` is above 0 and finite.
  public init(seconds: Double) {
    precondition(seconds > 0 && seconds.isFinite, "seconds must be above 0, was \(seconds)")
    recent = RecentLevels(seconds: seconds)
  }

  /// Half the window.
  public func delay(every interval: Double) -> Double { recent.halfSpan(every: interval) }

  /// A second without a reading still moves the window on; nil once the window is empty.
  public mutating func smooth(_ level: DBm?, at time: Double) -> DBm? {
    if let level { recent.append(level.value, at: time) }
    recent.forget(at: time)
    return recent.isEmpty ? nil : DBm(recent.mean)
  }
}
