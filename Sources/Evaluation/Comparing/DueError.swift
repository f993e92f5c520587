import World

/// An error that was due at one moment of a lap, as a comparison sees it: measured or missed.
public struct DueError: Hashable, Sendable {
  public let lap: Int
  /// Who walked, where there are several.
  public let walker: String?
  /// What the test point is called, the same on both sides of a comparison; nil when the truth came from a walk.
  public let point: Int?
  /// Seconds since the lap's stream began.
  public let time: Double
  /// Nil when it was missed.
  public let metres: Double?

  /// - Parameters:
  ///   - time: finite.
  ///   - metres: finite, 0 or more.
  public init(lap: Int, walker: String? = nil, point: Int? = nil, time: Double, metres: Double?) {
    self.lap = lap
    self.walker = walker
    self.point = point
    self.time = time
    self.metres = metres
  }

  /// The point is the index of the test point in its site.
  public init(_ error: PositionError) {
    self.init(
      lap: error.lap, walker: error.walker?.name, point: error.testPoint, time: error.time,
      metres: error.metres)
  }
}
