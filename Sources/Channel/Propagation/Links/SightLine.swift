import World

/// A straight line that is walked, seen from a beacon: where sight of it changes, as fractions of the line.
struct SightLine: Sendable {
  let line: (from: Point, to: Point)
  let beacon: Point

  /// The cross product of two vectors on the plan: positive when the turn from the first to the second is anticlockwise.
  private func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }

  /// The fraction at which the line crosses the endless line through two places; 0 for parallel ones.
  func crossing(of a: Point, _ b: Point) -> Double {
    let (first, second) = (cross(b - a, line.from - a), cross(b - a, line.to - a))
    return first != second ? first / (first - second) : 0
  }

  /// Where the line of sight to the beacon touches a circle: `cross(w - b, c - b)² = r² |w - b|²`.
  func grazing(_ centre: Point, _ radius: Double) -> (Double, Double) {
    let (offset, step, toCentre) = (line.from - beacon, line.to - line.from, centre - beacon)
    let (c0, c1) = (cross(offset, toCentre), cross(step, toCentre))
    let r2 = radius * radius
    return roots(
      c1 * c1 - r2 * flatDot(step, step), 2 * (c0 * c1 - r2 * flatDot(offset, step)),
      c0 * c0 - r2 * flatDot(offset, offset))
  }

  /// Where the line crosses a circle.
  func entering(_ centre: Point, _ radius: Double) -> (Double, Double) {
    let (offset, step) = (line.from - centre, line.to - line.from)
    return roots(
      flatDot(step, step), 2 * flatDot(offset, step), flatDot(offset, offset) - radius * radius)
  }

  private func flatDot(_ a: Point, _ b: Point) -> Double { a.x * b.x + a.y * b.y }

  /// The real roots of `a x² + b x + c`; 0 in place of roots that do not exist.
  private func roots(_ a: Double, _ b: Double, _ c: Double) -> (Double, Double) {
    guard a != 0 else { return (b != 0 ? -c / b : 0, 0) }
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return (0, 0) }
    let q = -0.5 * (b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
    return q != 0 ? (q / a, c / q) : (0, 0)
  }
}
