import World

/// The part of a due error that a score uses, in a fraction of the error's memory.
struct ScoredError: Sendable {
  let time: Double
  /// Nil when it was missed.
  let metres: Double?
  let lap: Int32
  let testPoint: Int32?
  /// Nil when it was measured.
  let missed: NoFix.Reason?
  let isOnWrongFloor: Bool

  init(_ error: PositionError) {
    (time, metres, missed) = (error.time, error.metres, error.missed?.reason)
    (lap, testPoint) = (Int32(clamping: error.lap), error.testPoint.map { Int32(clamping: $0) })
    isOnWrongFloor = error.offset?.floors.map { $0 != 0 } ?? false
  }

  /// By which errors are ordered: none comes before any.
  var key: (Int32, Double, Int32, Double) { (lap, time, testPoint ?? .min, metres ?? -.infinity) }
}
