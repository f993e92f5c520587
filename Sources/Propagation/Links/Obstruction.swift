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

  /// - Parameter floors: those on which an obstacle counts.
  init(
    of beacon: Point, from start: Point, to end: Point, by obstacles: [Obstacle], on floors: ClosedRange<Int>
  ) {
    line = (start, end)
    self.beacon = beacon
    var changes: [(fraction: Double, change: Double)] = []
    for obstacle in obstacles where floors.contains(obstacle.floor) {
      let cuts = sortedCuts(candidates(for: obstacle))
      var low = 0.0
      for index in 0..<5 {
        let high = index < 4 ? cuts[index] : 1
        guard low < high else { continue }
        if obstacle.blocks(line.from.moved(towards: line.to, by: (low + high) / 2), beacon) {
          changes.append((low, obstacle.loss.value))
          changes.append((high, -obstacle.loss.value))
        }
        low = high
      }
    }
    losses = changes.isEmpty ? [(0, 0)] : Obstruction.sum(changes)
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

  /// Up to four fractions at which an obstacle may begin or end to hide the line; those left over are 0.
  private func candidates(for obstacle: Obstacle) -> SIMD4<Double> {
    switch obstacle.shape {
    case .wall(let from, let to):
      return SIMD4(crossing(of: from, to), crossing(of: beacon, from), crossing(of: beacon, to), 0)
    case .pillar(let centre, let radius):
      let (grazing, entering) = (grazing(centre, radius), entering(centre, radius))
      return SIMD4(grazing.0, grazing.1, entering.0, entering.1)
    }
  }

  /// In order, and held between 0 and 1.
  private func sortedCuts(_ candidates: SIMD4<Double>) -> SIMD4<Double> {
    var cuts = candidates.clamped(lowerBound: .zero, upperBound: .one)
    func order(_ a: Int, _ b: Int) {
      if cuts[a] > cuts[b] { (cuts[a], cuts[b]) = (cuts[b], cuts[a]) }
    }
    order(0, 1)
    order(2, 3)
    order(0, 2)
    order(1, 3)
    order(1, 2)
    return cuts
  }

  /// Twice the area of the triangle of two places and a third, positive when it turns anticlockwise.
  private func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }

  /// The fraction at which the line crosses the endless line through two places; 0 for parallel ones.
  private func crossing(of a: Point, _ b: Point) -> Double {
    let (first, second) = (cross(b - a, line.from - a), cross(b - a, line.to - a))
    return first != second ? first / (first - second) : 0
  }

  /// Where the line of sight to the beacon touches a circle: `cross(w - b, c - b)² = r² |w - b|²`.
  private func grazing(_ centre: Point, _ radius: Double) -> (Double, Double) {
    let (offset, step, toCentre) = (line.from - beacon, line.to - line.from, centre - beacon)
    let (c0, c1) = (cross(offset, toCentre), cross(step, toCentre))
    let r2 = radius * radius
    return roots(
      c1 * c1 - r2 * flatDot(step, step), 2 * (c0 * c1 - r2 * flatDot(offset, step)),
      c0 * c0 - r2 * flatDot(offset, offset))
  }

  /// Where the line crosses a circle.
  private func entering(_ centre: Point, _ radius: Double) -> (Double, Double) {
    let (offset, step) = (line.from - centre, line.to - line.from)
    return roots(
      flatDot(step, step), 2 * flatDot(offset, step), flatDot(offset, offset) - radius * radius)
  }

  private func flatDot(_ a: Point, _ b: Point) -> Double { a.x * b.x + a.y * b.y }

  /// The real roots of `a x² + b x + c`; 0 for those that there are not.
  private func roots(_ a: Double, _ b: Double, _ c: Double) -> (Double, Double) {
    guard a != 0 else { return (b != 0 ? -c / b : 0, 0) }
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return (0, 0) }
    let q = -0.5 * (b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
    return q != 0 ? (q / a, c / q) : (0, 0)
  }
}
