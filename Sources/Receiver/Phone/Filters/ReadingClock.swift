import Documents
import World

/// Measures the time from one reading to the next, for filters that count seconds and not readings.
struct ReadingClock: Sendable {
  /// In microseconds, as are the times.
  private let limit: Int64?
  private var last: Int64?

  /// - Parameter limit: seconds since the last reading beyond which the next one counts as the first; nil for never.
  init(restartingAfter limit: Double?) { self.limit = limit?.microseconds }

  /// Seconds since the reading before, 0 or more; nil where the filter starts with this reading.
  mutating func elapsed(at time: Double) -> Double? {
    let now = time.microseconds
    defer { last = now }
    guard let last else { return nil }
    if let limit, now - last > limit { return nil }
    return (now - last).seconds
  }

  /// The age at which a filter restarts.
  static func restartKey<Settings>(
    _ property: any SettingKey<Settings>.Property<Double?>
  ) -> SettingKey<Settings> {
    .optional(
      "resetAfter", property, .number(.above(0)), unit: "s",
      "The age of the last reading after which the next one restarts the filter; by default it never restarts."
    )
  }
}
