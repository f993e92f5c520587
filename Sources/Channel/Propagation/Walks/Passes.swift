import NumericalMethods
import World

/// The moments at which a walk passes test points.
enum Passes {
  /// Metres on the plan within which a walker on its floor passes a test point.
  static let reach = 1.0

  /// A press at each pass, with a random error of its time.
  static func presses(
    on walk: Walk, testPoints: [TestPoint], settings: WalkSettings, seed: Seed
  ) -> [Press] {
    testPoints.indices.flatMap { index in
      times(of: walk, past: testPoints[index]).enumerated().map { number, time in
        let own = number == 0 ? seed : seed.derived("pass", number)
        return Press(time: LapWalk.press(at: time, index, settings, seed: own), testPoint: index)
      }
    }
  }

  /// The moments at which the walker is nearest to a test point, one for each time within reach; of equally near
  /// moments the first.
  static func times(of walk: Walk, past point: TestPoint) -> [Double] {
    var times: [Double] = []
    var nearest: (time: Double, metres: Double)?
    for (knot, next) in zip(walk.knots, walk.knots.dropFirst()) {
      let isOnFloor = walk.floor(at: (knot.time + next.time) / 2) == point.floor
      let (fraction, metres) = approach(from: knot.position, to: next.position, point.position)
      if isOnFloor, metres <= reach, metres < (nearest?.metres ?? .infinity) - 1e-9 {
        nearest = (knot.time + fraction * (next.time - knot.time), metres)
      }
      if let found = nearest, !isOnFloor || next.position.horizontalDistance(to: point.position) > reach {
        times.append(found.time)
        nearest = nil
      }
    }
    return times + (nearest.map { [$0.time] } ?? [])
  }

  /// The fraction of a line at which it is nearest to a point on the plan, and the distance there in metres.
  private static func approach(from start: Point, to end: Point, _ point: Point) -> (Double, Double) {
    let (step, offset) = (end - start, point - start)
    let squared = step.x * step.x + step.y * step.y
    let along = offset.x * step.x + offset.y * step.y
    let fraction = squared > 0 ? min(max(along / squared, 0), 1) : 0
    return (fraction, start.moved(towards: end, by: fraction).horizontalDistance(to: point))
  }
}
