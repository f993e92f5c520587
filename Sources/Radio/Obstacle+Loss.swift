public import World

extension Sequence<Obstacle> {
  /// What the obstacles of a plan take from a signal between two places, each its own loss.
  ///
  /// An obstacle counts when the straight line on the plan passes through it and its floor is one of the two
  /// ends' or lies between them.
  public func loss(from a: Point, floor: Int, to b: Point, floor otherFloor: Int) -> Decibels {
    let floors = Swift.min(floor, otherFloor)...Swift.max(floor, otherFloor)
    return reduce(0) { sum, obstacle in
      floors.contains(obstacle.floor) && obstacle.blocks(a, b) ? sum + obstacle.loss : sum
    }
  }
}
