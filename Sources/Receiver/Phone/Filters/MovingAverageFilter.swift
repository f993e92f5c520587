public import Documents
public import World

/// The mean of the latest readings: of a number of them, or of those within a number of seconds.
///
/// Source: Mustafa & Sykes 2021, equation 3; K = 5 by section 3.4, "the five most recent Kalman Filter
/// responses". What a window that is not yet full does is not said there, and is a setting here.
public struct MovingAverageFilter: SignalFilter {
  /// The window, and what is the output before it is full.
  public struct Settings: FilterSettings {
    /// Whether the window counts readings or seconds.
    public enum Window: Hashable, Sendable {
      /// The last so many readings, however long ago they were heard.
      case readings(Int)
      /// Those of the last so many seconds; in a second without any, the last output stands.
      case seconds(Double)
    }

    /// What comes out before the window can be full.
    public enum ShortWindow: String, Hashable, Sendable, CaseIterable {
      case mean
      case latest
      case none
    }

    /// The readings that are averaged.
    public var window = Window.readings(5)
    /// The output before the window can be full.
    public var shortWindow = ShortWindow.mean

    /// The five readings of the paper's section 3.4.
    public init() {}

    public static let name = "movingAverage"
    public static let about = "The mean of the latest readings: Mustafa & Sykes 2021, equation 3."
    /// A window is a number of readings, or `{seconds: 5}`.
    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "window", \.window,
        .either(
          SettingShape(
            .integer(.between(1, 1000)), as: { .readings($0) },
            from: { if case .readings(let count) = $0 { count } else { nil } }),
          SettingShape(
            .one(
              "seconds", .number(.above(0, atMost: 3600)), unit: "s",
              "The length of the window in seconds instead of in readings."),
            as: { .seconds($0) }, from: { if case .seconds(let seconds) = $0 { seconds } else { nil } })),
        "The number of readings, whatever their age; or `{seconds: 5}`."),
      .defaulted(
        "short", \.shortWindow,
        .choice([
          .mean: "The mean of the readings so far.", .latest: "The reading itself.", .none: "Nothing.",
        ]), "The output before the window is full."),
    ]

    /// For example `moving average of 5`.
    public var summary: String {
      switch window {
      case .readings(let count): "moving average of \(count)"
      case .seconds(let seconds): "moving average over \(short(seconds)) s"
      }
    }
    public func makeFilter() -> any SignalFilter { MovingAverageFilter(self) }
  }

  let settings: Settings
  /// Has capacity 0 when the window is in seconds.
  private var latest = LatestLevels(capacity: 0)
  private var recent: RecentLevels?
  /// When the first reading came, in microseconds.
  private var since: Int64?
  private var output: DBm?

  /// - Precondition: the settings have no fault.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings.valid
    switch settings.window {
    case .readings(let count): latest = LatestLevels(capacity: count)
    case .seconds(let seconds): recent = RecentLevels(seconds: seconds)
    }
  }

  /// Half the window: `(K - 1) / 2` intervals of K readings.
  public func delay(every interval: Double) -> Double {
    switch settings.window {
    case .readings(let count): interval * Double(count - 1) / 2
    case .seconds(let seconds): RecentLevels(seconds: seconds).halfSpan(every: interval)
    }
  }

  /// A second without a reading leaves the last output; nil before the first reading.
  public mutating func smooth(_ level: DBm?, at time: Double) -> DBm? {
    guard let level else { return output }
    let (mean, isFull) = mean(with: level.value, at: time)
    if isFull || settings.shortWindow == .mean {
      output = DBm(mean)
    } else {
      output = settings.shortWindow == .latest ? level : nil
    }
    return output
  }

  private mutating func mean(with value: Double, at time: Double) -> (mean: Double, isFull: Bool) {
    guard let window = recent?.window else {
      latest.append(value)
      return (latest.mean, latest.isFull)
    }
    let first = since ?? time.microseconds
    since = first
    recent?.append(value, at: time)
    recent?.forget(at: time)
    // With one reading a second the window is full when its first second was heard `seconds - 1` ago.
    return (recent?.mean ?? value, time.microseconds - first >= window - 1_000_000)
  }
}

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
