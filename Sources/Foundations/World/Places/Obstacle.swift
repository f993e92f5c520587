/// Something on the plan that attenuates a signal passing through it by a fixed loss.
public struct Obstacle: Hashable, Sendable {
  /// The outline on the plan.
  public enum Shape: Hashable, Sendable {
    /// A straight wall between two places.
    case wall(from: Point, to: Point)
    /// A round column: its middle, and its radius in metres.
    case pillar(centre: Point, radius: Double)
  }

  /// In metres on the plan of its floor.
  public let shape: Shape
  /// The level of its floor, as in ``Floor/level``.
  public let floor: Int
  /// What a signal loses each time it passes through.
  public let loss: Decibels

  public init(shape: Shape, floor: Int = 0, loss: Decibels) {
    self.shape = shape
    self.floor = floor
    self.loss = loss
  }

  /// Whether the straight line between two places passes through it on the plan.
  ///
  /// A line that only touches a wall's end or a pillar's side counts as blocked.
  public func blocks(_ a: Point, _ b: Point) -> Bool {
    switch shape {
    case .wall(let from, let to):
      let first = side(of: a, from: from, to: to) * side(of: b, from: from, to: to)
      let second = side(of: from, from: a, to: b) * side(of: to, from: a, to: b)
      return first <= 0 && second <= 0 && boxesMeet(a, b, from, to)
    case .pillar(let centre, let radius):
      return squaredHorizontalDistance(from: centre, toSegment: a, b) <= radius * radius
    }
  }

  private func side(of point: Point, from: Point, to: Point) -> Double {
    (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
  }

  private func boxesMeet(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
    max(min(a.x, b.x), min(c.x, d.x)) <= min(max(a.x, b.x), max(c.x, d.x))
      && max(min(a.y, b.y), min(c.y, d.y)) <= min(max(a.y, b.y), max(c.y, d.y))
  }

  private func squaredHorizontalDistance(from point: Point, toSegment a: Point, _ b: Point) -> Double {
    let step = b - a
    let squared = step.x * step.x + step.y * step.y
    let offset = point - a
    let along = offset.x * step.x + offset.y * step.y
    let miss = offset - step * (squared > 0 ? min(max(along / squared, 0), 1) : 0)
    return miss.x * miss.x + miss.y * miss.y
  }
}
