import World

/// An anchor as trilateration sees it: its place on the plan, how much higher it is taken to be, and its
/// estimated distance, all in metres; and how much it counts.
struct RangeCircle {
  let x: Double
  let y: Double
  let rise: Double
  let distance: Double
  var weight = 1.0

  /// Of the circle on the plan; 0 where the distance is less than the rise.
  var radius: Double { max(distance * distance - rise * rise, 0).squareRoot() }

  /// The two places at which this circle and another cross, or which lie between the circles where they do not; there
  /// 10 cm to either side of the line through the anchors, since a search that starts on it may never leave it. Nil
  /// for anchors at one place.
  func crossings(_ other: RangeCircle) -> (Point, Point)? {
    let line = Point(x: other.x - x, y: other.y - y)
    let apart = line.horizontalLength
    guard apart > 0 else { return nil }
    let (own, its) = (radius, other.radius)
    let along =
      if apart > own + its {
        (own + apart - its) / 2
      } else if apart < abs(own - its) {
        own > its ? (own + apart + its) / 2 : (apart - own - its) / 2
      } else {
        (own * own - its * its + apart * apart) / (2 * apart)
      }
    let across = max(max(own * own - along * along, 0).squareRoot(), 0.1)
    let ahead = line.horizontalDirection
    let foot = Point(x: x, y: y) + ahead * along
    let left = Point(x: -ahead.y, y: ahead.x) * across
    return (foot + left, foot - left)
  }
}

/// The sum of losses, without one of weighted squared residuals, at a place, with half its first and second derivatives.
struct RangeSlope {
  private(set) var sum = 0.0
  private var (x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0)

  init(at place: Point, _ circles: [RangeCircle], _ loss: Trilateration.Settings.Loss) {
    for circle in circles {
      let (dx, dy) = (place.x - circle.x, place.y - circle.y)
      let length = (dx * dx + dy * dy + circle.rise * circle.rise).squareRoot()
      let (weight, residual) = (circle.weight, length - circle.distance)
      let (value, slope, curve) = loss.terms(of: weight * residual * residual)
      sum += value
      guard length > 0 else { continue }
      let (ux, uy) = (dx / length, dy / length)
      let bend = slope * (residual / length)
      x += slope * weight * residual * ux
      y += slope * weight * residual * uy
      xx += weight * (curve * ux * ux + bend * (1 - ux * ux))
      xy += weight * (curve * ux * uy - bend * ux * uy)
      yy += weight * (curve * uy * uy + bend * (1 - uy * uy))
    }
  }

  /// The least and the greatest curvature over all directions.
  private var curvatures: (least: Double, greatest: Double) {
    let (mean, half) = ((xx + yy) / 2, (xx - yy) / 2)
    let radius = (half * half + xy * xy).squareRoot()
    return (mean - radius, mean + radius)
  }

  /// Whether the sum is curved upwards in every direction, to rounding.
  var isValley: Bool { curvatures.least >= -1e-9 * curvatures.greatest.magnitude }

  /// What to take from the place: Newton's step where the sum is curved upwards, and elsewhere downhill all the same.
  ///
  /// - Parameter damping: by how much it is held back, as a fraction of the greatest curvature; 0 or more.
  func step(damping: Double) -> Point {
    let (least, greatest) = curvatures
    let size = max(least.magnitude, greatest.magnitude, .leastNormalMagnitude)
    let shift = max(damping * size, least < 1e-12 * size ? 1e-12 * size - 2 * min(least, 0) : 0)
    let (first, last) = ((xx + shift) / size, (yy + shift) / size)
    let between = xy / size
    let determinant = (first * last - between * between) * size
    return Point(x: (last * x - between * y) / determinant, y: (first * y - between * x) / determinant)
  }
}
