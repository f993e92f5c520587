import World

/// A time during which a walker stands still.
struct StillStretch: Hashable, Sendable {
  /// Seconds since the stream began.
  let from: Double
  let until: Double
  /// Whether the walker moved before, so that fixes have to settle.
  let isArrival: Bool

  /// Whether a time lies in it, to the microsecond.
  func contains(_ time: Double) -> Bool { from.microseconds...until.microseconds ~= time.microseconds }

  /// Whether a time lies in its second half, by when fixes should have settled: the resting place is taken from there.
  func isLate(_ time: Double) -> Bool { 2 * time.microseconds >= from.microseconds + until.microseconds }

  /// All stretches of at least `seconds`, in order of time: runs of consecutive knots at one place, to a millimetre.
  static func all(of walk: Walk, atLeast seconds: Double) -> [StillStretch] {
    var stretches: [StillStretch] = []
    let knots = walk.knots
    var start = 0
    for index in knots.indices.dropFirst() {
      let isStill = knots[index].position.distance(to: knots[start].position) < 0.001
      if isStill, index < knots.count - 1 { continue }
      let end = isStill ? index : index - 1
      if knots[end].time.microseconds - knots[start].time.microseconds >= seconds.microseconds {
        stretches.append(
          StillStretch(from: knots[start].time, until: knots[end].time, isArrival: start > 0))
      }
      start = index
    }
    return stretches
  }
}
