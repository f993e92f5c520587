public import World

/// The line through two beacons and a circle about each, solved for the walker on the plan.
///
/// Three equations for two unknowns are consistent only when the circles touch on the line. The radical line of the
/// circles always exists: for beacons a distance D apart it crosses the line through them at `(r1² - r2² + D²) / 2D`
/// from the first one. The rules say when that point counts as a solution.
///
/// Source: Mustafa & Sykes 2021, equations 5 to 7; Weisstein, "Radical Line", MathWorld.
public struct CirclePair: Hashable, Sendable {
  /// When the point where the radical line crosses the line through the beacons is a solution.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// When the circles cross or touch: `|r1 - r2| <= D <= r1 + r2`.
    case circlesMeet
    /// Always, unless the beacons are at one place.
    case radicalLineAlways
    /// When the point lies between the beacons or on one of them.
    case withinSegment
    /// When all three equations hold, to one part in a thousand million: the circles touch on the line.
    case exact
  }

  /// The first beacon, in metres; only x and y count.
  public var first: Point
  /// The distance on the plan from the first beacon, in metres.
  public var firstRadius: Double
  /// The second beacon, in metres; only x and y count.
  public var second: Point
  /// The distance on the plan from the second beacon, in metres.
  public var secondRadius: Double

  /// - Parameters: places, whose heights do not count, and radii in metres, 0 or more.
  public init(first: Point, firstRadius: Double, second: Point, secondRadius: Double) {
    self.first = first
    self.firstRadius = firstRadius
    self.second = second
    self.secondRadius = secondRadius
  }

  /// The walker's position on the plan; nil when the rule accepts none, and always when both beacons are at the same
  /// position.
  public func solution(by rule: Rule) -> Point? {
    let apart = first.horizontalDistance(to: second)
    guard apart > 0 else { return nil }
    let along =
      (firstRadius * firstRadius - secondRadius * secondRadius + apart * apart) / (2 * apart)
    guard along.isFinite, accepts(along, apart, by: rule) else { return nil }
    let fraction = along / apart
    return Point(
      x: first.x + fraction * (second.x - first.x), y: first.y + fraction * (second.y - first.y))
  }

  private func accepts(_ along: Double, _ apart: Double, by rule: Rule) -> Bool {
    let (sum, difference) = (firstRadius + secondRadius, abs(firstRadius - secondRadius))
    switch rule {
    case .circlesMeet: return difference <= apart && apart <= sum
    case .radicalLineAlways: return true
    case .withinSegment: return 0 <= along && along <= apart
    case .exact: return min(abs(apart - sum), abs(apart - difference)) <= 1e-9 * max(apart, sum)
    }
  }
}
