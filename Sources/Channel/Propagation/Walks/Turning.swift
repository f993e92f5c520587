import NumericalMethods
import World

/// The direction that a walker faces while turning, in steps of at most 15 degrees.
///
/// The body goes on turning at its rate after a corner until it faces the direction of travel; half a turn is made
/// anticlockwise. Ours.
struct Turning {
  /// Degrees per second at corners; nil for an immediate turn.
  let rate: Double?
  /// When the walker turns on the spot, and by how many degrees.
  let spins: [(span: ClosedRange<Double>, degrees: Double)]

  static let step = 15.0

  /// The same walk with the direction faced at each knot, and more knots where that changes between them.
  func applied(to knots: [Walk.Knot]) -> [Walk.Knot] {
    guard rate != nil || !spins.isEmpty else { return knots }
    let ways = Walk(knots: knots).headings
    var facing = ways.first ?? .zero
    var turned: [Walk.Knot] = []
    for (index, knot) in knots.enumerated() {
      guard index + 1 < knots.count else {
        turned.append(Walk.Knot(time: knot.time, position: knot.position, floor: knot.floor, facing: facing))
        break
      }
      let next = knots[index + 1]
      let moves = next.position.horizontalDistance(to: knot.position) > 0
      for (time, direction) in directions(from: &facing, to: moves ? ways[index] : nil, knot.time, next.time)
      {
        turned.append(knot.moved(to: next, at: time, facing: direction))
      }
    }
    return turned
  }

  /// The directions faced between two times, each with the time from which it holds.
  ///
  /// - Parameter way: the direction of travel; nil while standing.
  private func directions(
    from facing: inout Point, to way: Point?, _ start: Double, _ end: Double
  ) -> [(time: Double, direction: Point)] {
    if let spin = spins.first(where: { $0.span.contains((start + end) / 2) }) {
      return spun(&facing, by: spin, start, end)
    }
    guard let way else { return [(start, facing)] }
    guard let rate else {
      facing = way
      return [(start, way)]
    }
    var directions: [(time: Double, direction: Point)] = []
    var time = start
    while time < end, facing != way {
      let seconds = min(Turning.step / rate, end - time)
      let (half, whole) = (Turning.arc(seconds * rate / 2), Turning.arc(seconds * rate))
      if facing.dot(way) >= whole.cosine {
        facing = way
        directions.append((time, way))
      } else {
        let isLeft = facing.x * way.y - facing.y * way.x >= 0
        // The direction that holds for the whole step is the one in its middle.
        directions.append((time, facing.turned(half, isLeft: isLeft)))
        facing = facing.turned(whole, isLeft: isLeft)
      }
      time += seconds
    }
    return directions.isEmpty ? [(start, facing)] : directions
  }

  private func spun(
    _ facing: inout Point, by spin: (span: ClosedRange<Double>, degrees: Double), _ start: Double,
    _ end: Double
  ) -> [(time: Double, direction: Point)] {
    let degrees = abs(spin.degrees) * (end - start) / (spin.span.upperBound - spin.span.lowerBound)
    let steps = max((degrees / Turning.step).rounded(.up), 1)
    let (half, whole) = (Turning.arc(degrees / steps / 2), Turning.arc(degrees / steps))
    return (0..<Int(steps)).map { step in
      let middle = facing.turned(half, isLeft: spin.degrees > 0)
      facing = facing.turned(whole, isLeft: spin.degrees > 0)
      return (start + (end - start) * Double(step) / steps, middle)
    }
  }

  private static func arc(_ degrees: Double) -> (sine: Double, cosine: Double) {
    let (sine, cosine) = Elementary.sinCos(degrees * .pi / 180)
    return (sine, cosine)
  }
}

extension Point {
  /// This direction turned by an angle.
  fileprivate func turned(_ angle: (sine: Double, cosine: Double), isLeft: Bool) -> Point {
    let sine = isLeft ? angle.sine : -angle.sine
    return Point(x: x * angle.cosine - y * sine, y: x * sine + y * angle.cosine).horizontalDirection
  }
}

extension Walk.Knot {
  /// A knot on the straight line to the next one.
  fileprivate func moved(to next: Walk.Knot, at time: Double, facing: Point) -> Walk.Knot {
    let fraction = (time - self.time) / (next.time - self.time)
    return Walk.Knot(
      time: time, position: position.moved(towards: next.position, by: fraction),
      floor: fraction <= 0.5 ? floor : next.floor, facing: facing)
  }
}
