import Documents
import World

/// The values of one signal that are younger than a number of seconds, counted in whole microseconds.
struct RecentLevels: Sendable {
  /// The age limit in microseconds; times are in microseconds too.
  let window: Int64
  private var times: [Int64] = []
  private var values: [Double] = []
  /// Everything before this index is too old.
  private var oldest = 0

  init(seconds: Double) {
    window = seconds.windowMicroseconds
  }

  var isEmpty: Bool { oldest == values.count }

  mutating func append(_ value: Double, at time: Double) {
    times.append(time.microseconds)
    values.append(value)
  }

  /// Leaves out the values of `time - seconds` and before.
  mutating func forget(at time: Double) {
    let limit = time.microseconds - window
    while oldest < times.count, times[oldest] <= limit { oldest += 1 }
    guard oldest >= 32 || isEmpty else { return }
    times.removeFirst(oldest)
    values.removeFirst(oldest)
    oldest = 0
  }

  /// The mean, summed from the oldest on. There must be a value.
  var mean: Double {
    var sum = 0.0
    for index in oldest..<values.count { sum += values[index] }
    return sum / Double(values.count - oldest)
  }

  /// Half the seconds between the oldest and the newest reading, when every one is heard.
  ///
  /// - Parameter interval: seconds from one reading to the next. A window of N intervals holds N readings.
  func halfSpan(every interval: Double) -> Double {
    let steps = ((Double(window) - 0.5) / (interval * 1e6)).rounded(.down)
    return interval * steps / 2
  }
}

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
