/// How much of a straight way between two floors counts as being on a given one.
enum FloorSpan {
  /// The fractions of the way that lie on a floor: all of it along a floor, and of a way between floors the half at
  /// that floor's end; nil where neither end is on it.
  ///
  /// - Parameters:
  ///   - from: the level of the floor at the way's start.
  ///   - to: the level of the floor at the way's end.
  ///   - floor: the level requested; nil for any.
  static func fractions(from: Int, to: Int, on floor: Int?) -> ClosedRange<Double>? {
    guard let floor else { return 0...1 }
    switch (from == floor, to == floor) {
    case (true, true): return 0...1
    case (true, false): return 0...0.5
    case (false, true): return 0.5...1
    case (false, false): return nil
    }
  }

  /// The fraction within a span at which a way from one point to another is nearest to a third point on the plan; for a
  /// way that goes straight up, the end of the span that is nearer to an end of the way.
  static func fraction(
    nearestTo point: Point, from start: Point, to end: Point, within span: ClosedRange<Double>
  ) -> Double {
    let (step, offset) = (end - start, point - start)
    let squared = step.x * step.x + step.y * step.y
    guard squared > 0 else { return span.lowerBound == 0 ? 0 : 1 }
    let along = offset.x * step.x + offset.y * step.y
    return min(max(along / squared, span.lowerBound), span.upperBound)
  }
}
