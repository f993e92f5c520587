import World

/// An anchor as trilateration sees it: its place on the plan, how much higher it is taken to be, and its
/// estimated distance, all in metres.
struct RangeCircle {
  let x: Double
  let y: Double
  let rise: Double
  let distance: Double

  /// The minimum of `Σ wᵢ (‖p - bᵢ‖ - dᵢ)²` near a place that is close to it already, by Newton's method with
  /// the exact second derivatives. Steps that do not lead downhill are not taken.
  ///
  /// - Parameter weights: in the order of the circles; nil for alike.
  /// - Returns: the place, and whether Newton's steps there have come to nothing.
  static func polished(
    _ start: Point, _ circles: [RangeCircle], weights: [Double]?
  ) -> (place: Point, isMinimum: Bool) {
    var place = start
    var slope = Slope(at: place, circles, weights)
    for _ in 0..<20 {
      guard let step = slope.newtonStep, step.horizontalLength > 1e-12 else { break }
      let next = place - step
      let there = Slope(at: next, circles, weights)
      guard there.sum <= slope.sum else { break }
      (place, slope) = (next, there)
    }
    return (place, (slope.newtonStep?.horizontalLength ?? .infinity) < 1e-9)
  }
}

/// The weighted sum of squares at a place, with half its first and second derivatives.
private struct Slope {
  private(set) var sum = 0.0
  private var (x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0)

  init(at place: Point, _ circles: [RangeCircle], _ weights: [Double]?) {
    for (index, circle) in circles.enumerated() {
      let (dx, dy) = (place.x - circle.x, place.y - circle.y)
      let length = (dx * dx + dy * dy + circle.rise * circle.rise).squareRoot()
      let weight = weights?[index] ?? 1
      let residual = length - circle.distance
      sum += weight * residual * residual
      guard length > 0 else { continue }
      let (ux, uy) = (dx / length, dy / length)
      let bend = residual / length
      x += weight * residual * ux
      y += weight * residual * uy
      xx += weight * (ux * ux + bend * (1 - ux * ux))
      xy += weight * (ux * uy - bend * ux * uy)
      yy += weight * (uy * uy + bend * (1 - uy * uy))
    }
  }

  /// What to take from the place; nil where the sum is not curved upwards in every direction.
  var newtonStep: Point? {
    let determinant = xx * yy - xy * xy
    guard xx > 0, determinant > 1e-12 * xx * xx else { return nil }
    return Point(x: (yy * x - xy * y) / determinant, y: (xx * y - xy * x) / determinant)
  }
}
