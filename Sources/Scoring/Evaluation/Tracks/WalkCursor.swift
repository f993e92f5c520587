import World

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
