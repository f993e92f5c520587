public import Documents
import NumericalMethods
public import World

/// The exponential moving average with a time constant: a reading weighs the more, the longer the last one is past.
///
/// For a reading z, Δ seconds after the one before: `x ← x + (1 - e^(-Δ / τ)) (z - x)`. Seconds count and not readings, so a
/// beacon that is heard every other second is smoothed over the same time. The first reading is taken as it is.
///
/// Source: Eckner 2019, "Algorithms for unevenly spaced time series: moving averages and other rolling operators",
/// section 4.2, the form with the next point.
public struct ExponentialFilter: SignalFilter {
  /// The time constant, and when the filter restarts.
  public struct Settings: FilterSettings {
    /// τ in seconds.
    public var timeConstant = 2.0
    /// Seconds since the last reading beyond which the next one restarts this filter; nil for never.
    public var resetAfter: Double?

    /// A reading that follows a second after the last weighs 39 %.
    public init() {}

    public static let name = "exponential"
    public static let about = "The exponential moving average by seconds instead of readings: Eckner 2019."
    /// The time constant is above 0: at 0 nothing would be smoothed.
    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "timeConstant", \.timeConstant, .number(.between(0.001, 3600)), unit: "s",
        "The time after which the weight of a reading has fallen to 1/e."),
      ReadingClock.restartKey(\.resetAfter),
    ]

    /// For example `exponential over 2 s`.
    public var summary: String { "exponential over \(short(timeConstant)) s" }
    public func makeFilter() -> any SignalFilter { ExponentialFilter(self) }
  }

  let settings: Settings
  private var clock: ReadingClock
  private var output: DBm?

  /// - Precondition: the settings have no fault.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings.valid
    clock = ReadingClock(restartingAfter: settings.resetAfter)
  }

  /// `(1 - a) / a` intervals with the weight a of a reading one interval after the last.
  public func delay(every interval: Double) -> Double {
    let rest = Elementary.exp(-interval / settings.timeConstant)
    return interval * rest / (1 - rest)
  }

  /// A second without a reading leaves the last output; nil before the first reading.
  public mutating func smooth(_ level: DBm?, at time: Double) -> DBm? {
    guard let level else { return output }
    guard let elapsed = clock.elapsed(at: time), let before = output else {
      output = level
      return level
    }
    let weight = 1 - Elementary.exp(-elapsed / settings.timeConstant)
    output = DBm(before.value + weight * (level.value - before.value))
    return output
  }
}
