public import World

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
