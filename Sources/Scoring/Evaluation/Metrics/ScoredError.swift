import World

/// The part of a due error that a score uses, in a fifth of the error's memory.
struct ScoredError: Sendable {
  let time: Double
  /// -1 when it was missed.
  let metres: Double
  private let lapNumber: Int32
  /// -1 for none.
  let testPoint: Int32
  let isOnWrongFloor: Bool
  /// Nil when it was measured.
  let missed: NoFix.Reason?

  init(_ error: PositionError) {
    time = error.time
    (lapNumber, testPoint) = (Int32(clamping: error.lap), Int32(clamping: error.testPoint ?? -1))
    switch error.outcome {
    case .success(let offset): (metres, isOnWrongFloor, missed) = (offset.metres, offset.floors != 0, nil)
    case .failure(let why): (metres, isOnWrongFloor, missed) = (-1, false, why.reason)
    }
  }

  var lap: Int { Int(lapNumber) }
}
