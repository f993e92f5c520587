public import World

extension Walk {
  /// Seconds before a turn at which what is carried has not swung round yet.
  private static let beforeTurn = 0.001

  /// The walk of a thing that goes with whoever walks this one.
  ///
  /// - Parameter offset: from the phone, in metres: x ahead, y to the left, z up. It turns with the walker.
  public func carrying(_ offset: Point) -> Walk {
    let headings = headings
    func knot(_ time: Double, _ position: Point, _ floor: Int, _ heading: Point) -> Knot {
      let left = Point(x: -heading.y, y: heading.x)
      let place = position + heading * offset.x + left * offset.y + Point(x: 0, y: 0, z: offset.z)
      return Knot(time: time, position: place, floor: floor, facing: heading == .zero ? nil : heading)
    }
    var carried: [Knot] = []
    for (index, own) in knots.enumerated() {
      if index > 0, headings[index] != headings[index - 1] {
        let last = knots[index - 1].time
        let time = max(own.time - Walk.beforeTurn, (last + own.time) / 2)
        if time > last, time < own.time {
          carried.append(knot(time, position(at: time), floor(at: time), headings[index - 1]))
        }
      }
      carried.append(knot(own.time, own.position, own.floor, headings[index]))
    }
    return Walk(knots: carried)
  }
}
