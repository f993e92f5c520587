import World

/// Where along a straight line the obstacles of a plan stand between it and a fixed place.
///
/// The places that a wall or a pillar hides from a beacon form a convex region, since both are convex; so a
/// straight line is hidden by each along one stretch at most. The candidates for its ends are where the line
/// crosses the wall, the pillar's rim, and the lines of sight that graze them; ``World/Obstacle/blocks(_:_:)``
/// then decides for the middle of each part.
struct Obstruction {
  private let line: (from: Point, to: Point)
  private let beacon: Point

  /// Losses along the line: from each fraction on, the loss in decibels until the next; the first is at 0.
  private(set) var losses: [(fraction: Double, loss: Double)] = []

  init(of beacon: Point, from start: Point, to end: Point, by obstacles: [Obstacle]) {
    line = (start, end)
    self.beacon = beacon
    var changes: [(fraction: Double, change: Double)] = []
    for obstacle in obstacles {
      let cuts = [0] + candidates(for: obstacle).filter { $0 > 0 && $0 < 1 }.sorted() + [1]
      for (low, high) in zip(cuts, cuts.dropFirst()) where low < high {
        guard obstacle.blocks(line.from.moved(towards: line.to, by: (low + high) / 2), beacon) else {
          continue
        }
        changes.append((low, obstacle.loss.value))
        changes.append((high, -obstacle.loss.value))
      }
    }
    losses = Obstruction.sum(changes)
  }

  private static func sum(_ changes: [(fraction: Double, change: Double)]) -> [(
    fraction: Double, loss: Double
  )] {
    var losses = [(fraction: 0.0, loss: 0.0)]
    for (fraction, change) in changes.sorted(by: { ($0.fraction, -$0.change) < ($1.fraction, -$1.change) }) {
      if fraction >= 1 { break }
      let loss = losses[losses.count - 1].loss + change
      if fraction > losses[losses.count - 1].fraction {
        losses.append((fraction, loss))
      } else {
        losses[losses.count - 1].loss = loss
      }
    }
    return losses
  }

  private func candidates(for obstacle: Obstacle) -> [Double] {
    switch obstacle.shape {
    case .wall(let from, let to):
      return [(from, to), (beacon, from), (beacon, to)].compactMap { crossing(of: $0.0, $0.1) }
    case .pillar(let centre, let radius):
      return grazing(centre, radius) + entering(centre, radius)
    }
  }

  /// Twice the area of the triangle of two places and a third, positive when it turns anticlockwise.
  private func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }

  /// The fraction at which the line crosses the endless line through two places.
  private func crossing(of a: Point, _ b: Point) -> Double? {
    let (first, second) = (cross(b - a, line.from - a), cross(b - a, line.to - a))
    return first != second ? first / (first - second) : nil
  }

  /// Where the line of sight to the beacon touches a circle: `cross(w - b, c - b)² = r² |w - b|²`.
  private func grazing(_ centre: Point, _ radius: Double) -> [Double] {
    let (offset, step, toCentre) = (line.from - beacon, line.to - line.from, centre - beacon)
    let (c0, c1) = (cross(offset, toCentre), cross(step, toCentre))
    let r2 = radius * radius
    return roots(
      c1 * c1 - r2 * flatDot(step, step), 2 * (c0 * c1 - r2 * flatDot(offset, step)),
      c0 * c0 - r2 * flatDot(offset, offset))
  }

  /// Where the line crosses a circle.
  private func entering(_ centre: Point, _ radius: Double) -> [Double] {
    let (offset, step) = (line.from - centre, line.to - line.from)
    return roots(
      flatDot(step, step), 2 * flatDot(offset, step), flatDot(offset, offset) - radius * radius)
  }

  private func flatDot(_ a: Point, _ b: Point) -> Double { a.x * b.x + a.y * b.y }

  /// The real roots of `a x² + b x + c`.
  private func roots(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
    guard a != 0 else { return b != 0 ? [-c / b] : [] }
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return [] }
    let q = -0.5 * (b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
    return q != 0 ? [q / a, c / q] : [0]
  }
}
