import Rendering
package import World

extension Site {
  /// Where a beacon hangs, for someone with a tape measure: the room, the metres from two of its walls, and the height.
  ///
  /// Walls are called left, right, upper and lower as on a plan whose x runs to the right and whose y runs up.
  package func words(for position: Point, floor: Int) -> String {
    let height = "\(Self.metres(position.z - elevation(ofFloor: floor))) above the floor"
    guard let index = room(at: position, floor: floor) else {
      return
        "outside all rooms, at [\(Self.metres(position.x)), \(Self.metres(position.y))] of the plan, \(height)"
    }
    let sides = rooms[index].sides(from: position)
    guard let first = sides.first else { return "\(rooms[index].name), \(height)" }
    let second = sides.dropFirst().first { abs($0.outwards.dot(first.outwards)) < 0.7 }
    let places = [first, second].compactMap(\.self).map { side in
      side.distance < Self.mounted
        ? "on the \(side.name) wall" : "\(Self.metres(side.distance)) from the \(side.name) wall"
    }
    return ([rooms[index].name] + places + [height]).joined(separator: ", ")
  }

  /// Metres from a wall within which a beacon hangs on it.
  private static let mounted = 0.25

  private static func metres(_ number: Double) -> String { "\(FixedPoint.text(number, decimals: 1)) m" }
}

/// A side of a room as it is seen from a place in it.
private struct SeenSide {
  /// Metres, at right angles.
  let distance: Double
  /// Of length 1, out of the room.
  let outwards: Point

  var name: String {
    if abs(outwards.x) >= abs(outwards.y) { return outwards.x > 0 ? "right" : "left" }
    return outwards.y > 0 ? "upper" : "lower"
  }
}

extension Room {
  /// The sides to which a line at right angles leads from a place, the nearest first.
  fileprivate func sides(from place: Point) -> [SeenSide] {
    zip(corners, corners.dropFirst() + [corners[0]]).compactMap { from, to -> SeenSide? in
      let length = from.horizontalDistance(to: to)
      guard length > 0.01 else { return nil }
      let (along, offset) = ((to - from).horizontalDirection, place - from)
      guard 0...length ~= offset.x * along.x + offset.y * along.y else { return nil }
      let across = offset.x * along.y - offset.y * along.x
      let away = across > 0 ? -1.0 : 1.0
      return SeenSide(
        distance: abs(across), outwards: Point(x: along.y * away, y: -along.x * away))
    }.sorted { $0.distance < $1.distance }
  }
}

extension Point {
  fileprivate func dot(_ other: Point) -> Double { x * other.x + y * other.y }
}
