import World

/// How the squared errors of tracks change with the shift of the truth.
struct LagSlopes {
  /// Half the derivative of the squared errors with respect to the shift.
  private(set) var slope = 0.0
  /// Half the second derivative, as far as the walker goes straight.
  private(set) var curvature = 0.0
  private(set) var squares = 0.0

  init(of laps: [LagLap], at shift: Double) {
    for lap in laps {
      var cursor = WalkCursor(lap.walk)
      for moment in lap.moments {
        let state = cursor.state(at: moment.time - shift)
        let (dx, dy) = (moment.x - state.x, moment.y - state.y)
        slope += dx * state.vx + dy * state.vy
        curvature += state.vx * state.vx + state.vy * state.vy
        squares += dx * dx + dy * dy
      }
    }
  }

  /// Whether both fixes and walkers change their place: else no shift is better than another.
  static func isMoving(_ laps: [LagLap]) -> Bool {
    let isFixMoving = laps.contains { lap in
      lap.moments.contains { $0.x != lap.moments[0].x || $0.y != lap.moments[0].y }
    }
    return isFixMoving
      && laps.contains { lap in lap.walk.knots.contains { $0.position != lap.walk.knots[0].position } }
  }

  /// The shift within a second of a coarse one at which the slope vanishes.
  ///
  /// Newton's steps, and halving where these leave the bracket or do not halve it, as the slope jumps where the walker
  /// turns.
  static func root(of laps: [LagLap], near coarse: Double) -> Double {
    var (low, high) = (coarse - 1, coarse + 1)
    var shift = coarse
    var lastStep = 2.0
    for _ in 0..<60 {
      let here = LagSlopes(of: laps, at: shift)
      if here.slope == 0 { return shift }
      if here.slope > 0 { high = shift } else { low = shift }
      let newton = here.curvature > 0 ? -here.slope / here.curvature : .infinity
      let isGood =
        newton.magnitude <= lastStep / 2 && low <= shift + newton && shift + newton <= high
      let next = isGood ? shift + newton : (low + high) / 2
      lastStep = (next - shift).magnitude
      shift = next
      if lastStep < 1e-10 { break }
    }
    return shift
  }
}
