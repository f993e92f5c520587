public import World

/// Fixes along walks, as evidence of the offset of the walks' clock.
///
/// A fix is predicted to be where the walker is. A method that trails the walker by two seconds looks the same as a clock that is two
/// seconds off: what is found is the sum of both.
public struct FixEvidence: OffsetEvidence {
  /// The fixes of one lap.
  public struct Lap: Sendable {
    let fixes: [(time: Double, position: Point)]
    let walk: Walk

    /// - Parameters:
    ///   - fixes: of all pipelines, on the clock of the fixes.
    ///   - walk: the truth, on its own clock.
    public init(fixes: [(time: Double, position: Point)], walk: Walk) {
      (self.fixes, self.walk) = (fixes, walk)
    }
  }

  let times: [Double]
  let laps: [Int]
  private let positions: [Point]
  private let walks: [Walk]

  /// - Parameter laps: in their order.
  public init(_ laps: [Lap]) {
    times = laps.flatMap { $0.fixes.map(\.time) }
    positions = laps.flatMap { $0.fixes.map(\.position) }
    self.laps = laps.enumerated().flatMap { lap, of in of.fixes.map { _ in lap } }
    walks = laps.map(\.walk)
  }

  func span(of observation: Int) -> ClosedRange<Double> { walks[laps[observation]].span }

  func squares(_ observations: [Int], at offset: Double) -> OffsetSquares {
    let places = observations.map { positions[$0] }
    let mean = places.reduce(.zero, +) * (1 / Double(max(1, places.count)))
    return OffsetSquares(
      without: places.reduce(0) { $0 + Self.product($1 - mean, $1 - mean) },
      with: observations.reduce(0) { sum, index in
        let error = error(of: index, at: offset)
        return sum + Self.product(error, error)
      })
  }

  func slopes(_ observations: [Int], at offset: Double) -> OffsetSlopes {
    let velocities = observations.map { walks[laps[$0]].velocity(at: times[$0] - offset) }
    let errors = observations.map { error(of: $0, at: offset) }
    return OffsetSlopes(
      scores: zip(errors, velocities).map { -Self.product($0, $1) },
      information: velocities.map { Self.product($0, $0) },
      variance: errors.reduce(0) { $0 + Self.product($1, $1) } / Double(max(1, 2 * errors.count)))
  }

  private func error(of index: Int, at offset: Double) -> Point {
    positions[index] - walks[laps[index]].position(at: times[index] - offset)
  }

  /// On the plan.
  private static func product(_ a: Point, _ b: Point) -> Double { a.x * b.x + a.y * b.y }
}
