public import World

/// Smooths the readings of one beacon, which come at equal intervals: one a second, or as the phone averages.
///
/// A missed second (nil) leaves the state as it is and repeats the last output, unless a filter's own settings
/// say otherwise; before the first reading the output is nil. Levels are finite and times do not fall. A fresh
/// copy starts afresh.
public protocol SignalFilter: Sendable {
  /// Seconds by which the output trails a slow ramp, once the filter has settled; infinite for a filter that never
  /// settles.
  ///
  /// - Parameter interval: seconds from one reading to the next, above 0.
  func delay(every interval: Double) -> Double

  /// Takes the reading of the second that ends at `time` (seconds) and gives the smoothed level.
  mutating func smooth(_ level: DBm?, at time: Double) -> DBm?

  /// Smooths a whole column in place: the same outputs as one call a reading, in one static loop.
  mutating func smooth(_ levels: inout [DBm?], at times: [Double])
}

extension SignalFilter {
  /// One reading after another, as ``smooth(_:at:)`` does.
  public mutating func smooth(_ levels: inout [DBm?], at times: [Double]) {
    // A local filter can stay in registers along the column, which for Kalman is nearly twice as fast.
    var filter = consume self
    for index in levels.indices { levels[index] = filter.smooth(levels[index], at: times[index]) }
    self = filter
  }
}

/// No smoothing: the latest reading stands until there is another.
public struct Unfiltered: SignalFilter {
  private var latest: DBm?

  public init() {}

  public func delay(every interval: Double) -> Double { 0 }

  /// Nil before the first reading.
  public mutating func smooth(_ level: DBm?, at time: Double) -> DBm? {
    latest = level ?? latest
    return latest
  }
}

/// One filter after another, such as the Kalman filter and then the moving average over its outputs.
///
/// A missed second is missed for both filters: the second filter takes the first one's outputs of heard seconds only,
/// and in a missed second the second filter alone determines the output.
public struct FilterChain<First: SignalFilter, Second: SignalFilter>: SignalFilter {
  private var first: First
  private var second: Second

  /// - Parameters:
  ///   - first: sees the readings.
  ///   - second: sees the outputs of the first, in the seconds with a reading.
  public init(_ first: First, then second: Second) {
    self.first = first
    self.second = second
  }

  /// The delays of both together.
  public func delay(every interval: Double) -> Double {
    first.delay(every: interval) + second.delay(every: interval)
  }

  /// A second without a reading is one for both filters.
  public mutating func smooth(_ level: DBm?, at time: Double) -> DBm? {
    let between = first.smooth(level, at: time)
    return second.smooth(level == nil ? nil : between, at: time)
  }

  /// The same column by column; a second without a reading stays one for the second filter.
  public mutating func smooth(_ levels: inout [DBm?], at times: [Double]) {
    let readings = levels
    first.smooth(&levels, at: times)
    for index in levels.indices where readings[index] == nil { levels[index] = nil }
    second.smooth(&levels, at: times)
  }
}
