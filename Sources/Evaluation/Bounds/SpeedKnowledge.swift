/// What is known beforehand of how fast somebody walks.
public enum SpeedKnowledge: Hashable, Sendable {
  /// All of it, which can only lower a bound.
  case told
  /// A normal speed of the lap, and within it changes as those of an Ornstein-Uhlenbeck process.
  case normal(mean: Double, deviation: Double, variation: Variation?)

  /// Metres a second, and the seconds over which the correlation falls to 1 / e.
  public struct Variation: Hashable, Sendable {
    public let deviation: Double
    public let correlationTime: Double

    public init(deviation: Double, correlationTime: Double) {
      (self.deviation, self.correlationTime) = (deviation, correlationTime)
    }
  }
}
