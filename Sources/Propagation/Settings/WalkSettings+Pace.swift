/// How one's speed changes on the way.
///
/// Source: the process of Ornstein and Uhlenbeck, `d(v - m) = -(v - m) / τ dt + σ √(2/τ) dW`, sampled exactly: after t
/// seconds what is left of a deviation is `exp(-t / τ)` of it, and the rest of the variance σ² is drawn anew
/// (Gillespie 1996, doi:10.1103/PhysRevE.54.2084, equations 1.9).
public struct SpeedVariation: Hashable, Sendable {
  /// The standard deviation about the lap's own speed, in metres a second.
  public var deviation: Double
  /// Seconds over which the correlation falls to 1/e.
  public var correlationTime: Double

  public init(deviation: Double, correlationTime: Double) {
    self.deviation = deviation
    self.correlationTime = correlationTime
  }

  /// Seconds for which a speed holds: a step.
  public static let step = 0.5
}

/// Stops that come at any time: while he walks, so many a minute in the mean, independent of each other.
public struct RandomPauses: Hashable, Sendable {
  public enum Length: Hashable, Sendable {
    /// With this mean in seconds, cut at ten times it.
    case exponential(mean: Double)
    case uniform(ClosedRange<Double>)

    /// Seconds that none is longer than.
    public var longest: Double {
      switch self {
      case .exponential(let mean): mean * 10
      case .uniform(let range): range.upperBound
      }
    }
  }

  /// The mean number in a minute of walking.
  public var perMinute: Double
  public var length: Length

  public init(perMinute: Double, length: Length) {
    self.perMinute = perMinute
    self.length = length
  }
}
