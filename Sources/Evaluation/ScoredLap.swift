/// The errors of one lap, and what could not be compared with anything.
public struct ScoredLap: Hashable, Sendable {
  public let errors: [PositionError]
  /// Callbacks before the truth begins or after it ends: neither scored nor missed.
  public let outsideTruth: Int

  public init(errors: [PositionError], outsideTruth: Int) {
    self.errors = errors
    self.outsideTruth = outsideTruth
  }
}
