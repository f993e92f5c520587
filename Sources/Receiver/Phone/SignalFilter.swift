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
