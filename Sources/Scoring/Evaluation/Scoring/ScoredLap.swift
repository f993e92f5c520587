/// The errors of one lap, and the time that could not be scored.
public struct ScoredLap: Hashable, Sendable {
  /// In the order of presses or callbacks, missed ones included.
  public let errors: [PositionError]
  /// Callbacks before the truth begins or after it ends: neither scored nor missed.
  public let outsideTruth: Int
  /// Seconds of a known walk before the phone began to listen or after its last callback: nothing could be
  /// scored there.
  public let unheardTruth: Double

  public init(errors: [PositionError], outsideTruth: Int, unheardTruth: Double = 0) {
    self.errors = errors
    self.outsideTruth = outsideTruth
    self.unheardTruth = unheardTruth
  }
}
