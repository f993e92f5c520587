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

  /// Whether both fixes and walkers move: otherwise no shift is better than another.
  static func isMoving(_ laps: [LagLap]) -> Bool {
    let isFixMoving = laps.contains { lap in
      lap.moments.contains { $0.x != lap.moments[0].x || $0.y != lap.moments[0].y }
    }
    return isFixMoving
      && laps.contains { lap in lap.walk.knots.contains { $0.position != lap.walk.knots[0].position } }
  }
}
