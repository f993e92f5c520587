import Documents
import World

/// The rooms of a site: each name once, and corners that go round an area without crossing themselves.
func siteRooms(_ document: Document, _ floors: SiteFloors) throws(FileProblem) -> [Room] {
  var rooms: [Room] = []
  let entries = try document.elements("rooms")
  try entries.checkEachOnce("name")
  for entry in entries {
    let floor = try floors.floor(of: entry)
    var corners: [Point] = []
    for corner in try entry.elements("corners") {
      corners.append(try corner.point.at(height: floor.elevation))
    }
    if let (first, second) = crossingSides(of: corners) {
      throw try entry["corners"].problem(
        expected: "corners in order round the room",
        found: "sides \(first + 1) and \(second + 1), which meet")
    }
    let room = Room(name: try entry.text("name"), corners: corners, floor: floor.level)
    guard room.area >= 0.01 else {
      throw try entry["corners"].problem(
        expected: "a room of at least 0.01 m²", found: "one of \(room.area) m²")
    }
    rooms.append(room)
  }
  return rooms
}

/// The first two sides that meet elsewhere than at the corner between them, counted from 0; side k goes from corner
/// k to the next.
private func crossingSides(of corners: [Point]) -> (Int, Int)? {
  let count = corners.count
  for first in 0..<count {
    for second in (first + 1)..<max(count, first + 1) {
      let (a, b) = (corners[first], corners[(first + 1) % count])
      let (c, d) = (corners[second], corners[(second + 1) % count])
      let isNext = second == first + 1
      let isBefore = first == 0 && second == count - 1
      if isNext || isBefore {
        // They share a corner: they may not lie on each other.
        let (shared, from, to) = isNext ? (b, a, d) : (a, c, b)
        let (back, on) = (from - shared, to - shared)
        if back.x * on.y - back.y * on.x == 0, back.x * on.x + back.y * on.y >= 0 { return (first, second) }
      } else if Obstacle(shape: .wall(from: a, to: b), loss: 0).blocks(c, d) {
        return (first, second)
      }
    }
  }
  return nil
}
