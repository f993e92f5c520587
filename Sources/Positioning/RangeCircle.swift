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
