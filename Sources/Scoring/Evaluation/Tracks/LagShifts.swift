import World

/// Where a walker was a whole number of seconds before the callbacks, for the coarse search for a lag.
///
/// Only callbacks count for which the truth is known over the whole range of shifts, so that all shifts are judged by
/// the same fixes.
struct LagShifts: Hashable, Sendable {
  /// Seconds by which a track may trail the walker; negative ones run ahead.
  static let range = -5...20

  /// The range of the track's callbacks that count.
  let callbacks: Range<Int>
  /// For each shift in turn, one place for each callback that counts.
  private let places: [SIMD2<Double>]

  /// - Parameter times: callbacks within the walk's span.
  init(of walk: Walk, at times: [Double]) {
    let earliest = walk.span.lowerBound.microseconds + Int64(Self.range.upperBound) * 1_000_000
    let latest = walk.span.upperBound.microseconds + Int64(Self.range.lowerBound) * 1_000_000
    let first = times.firstIndex { $0.microseconds >= earliest } ?? times.count
    let end = max(times.lastIndex { $0.microseconds <= latest }.map { $0 + 1 } ?? 0, first)
    callbacks = first..<end
    var cursor = WalkCursor(walk)
    var places: [SIMD2<Double>] = []
    places.reserveCapacity(Self.range.count * (end - first))
    for shift in Self.range {
      for time in times[first..<end] {
        let state = cursor.state(at: time - Double(shift))
        places.append(SIMD2(state.x, state.y))
      }
    }
    self.places = places
  }

  /// For each shift the sum of the squared distances from the walker to fixes, all of which are at callbacks that
  /// count.
  func squares(of moments: [LapTrack.Moment]) -> [Double] {
    (0..<Self.range.count).map { shift in
      let start = shift * callbacks.count - callbacks.lowerBound
      var sum = 0.0
      for moment in moments {
        let step = places[start + Int(moment.callback)] - SIMD2(moment.x, moment.y)
        sum += step.x * step.x + step.y * step.y
      }
      return sum
    }
  }
}

/// What one lap contributes to the lag of one pipeline.
struct LagLap: Hashable, Sendable {
  let walk: Walk
  /// The fixes at callbacks for which the truth is known over the whole range of shifts.
  let moments: [LapTrack.Moment]
  /// By shift of ``LagShifts``: the sum of the squared distances from these fixes to the shifted truth.
  let squares: [Double]

  init(_ track: LapTrack, truth: TrackTruth) {
    walk = truth.walk
    let judged = track.moments.filter { truth.shifts.callbacks.contains(Int($0.callback)) }
    // Kept until all laps are done, so without spare capacity.
    var moments: [LapTrack.Moment] = []
    moments.reserveCapacity(judged.count)
    moments.append(contentsOf: judged)
    self.moments = moments
    squares = truth.shifts.squares(of: moments)
  }
}

/// Reads a walk at times that mostly grow, without searching for the leg each time.
struct WalkCursor {
  private let knots: [Walk.Knot]
  private var leg = 0

  init(_ walk: Walk) { knots = walk.knots }

  /// The place on the plan and the velocity there; beyond the ends the walker stands.
  mutating func state(at time: Double) -> (x: Double, y: Double, vx: Double, vy: Double) {
    while leg > 0, knots[leg].time > time { leg -= 1 }
    while leg + 1 < knots.count, knots[leg + 1].time <= time { leg += 1 }
    let from = knots[leg]
    guard leg + 1 < knots.count, time >= from.time else { return (from.position.x, from.position.y, 0, 0) }
    let to = knots[leg + 1]
    let seconds = to.time - from.time
    let fraction = (time - from.time) / seconds
    let (dx, dy) = (to.position.x - from.position.x, to.position.y - from.position.y)
    return (from.position.x + dx * fraction, from.position.y + dy * fraction, dx / seconds, dy / seconds)
  }
}
