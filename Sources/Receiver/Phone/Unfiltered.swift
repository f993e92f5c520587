public import World

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
