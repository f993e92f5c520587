public import World

/// What a pipeline answers at one callback of the phone.
public struct Callback: Hashable, Sendable {
  /// Seconds since the stream began.
  public let time: Double
  /// The fix, or why there is none.
  public let fix: Result<Fix, NoFix>
  /// The direction of travel along the path's route; nil when unknown or not asked for.
  public let direction: TravelDirection?

  public init(time: Double, fix: Result<Fix, NoFix>, direction: TravelDirection? = nil) {
    self.time = time
    self.fix = fix
    self.direction = direction
  }
}
