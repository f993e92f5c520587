import Documents
import World

/// The rooms of a site: each name once, and corners that go round an area without crossing themselves.
func siteRooms(_ document: Document, _ floors: SiteFloors) throws(FileProblem) -> [Room] {
  var rooms: [Room] = []
  let entries = try document.elements("rooms")
  try entries.checkEachOnce("name")
  for entry in entries {
    let floor = try floors.floor(of: entry)
    let corners = try outline(entry["corners"], height: floor.elevation, of: "room")
    rooms.append(Room(name: try entry.text("name"), corners: corners, floor: floor.level))
  }
  return rooms
}

/// Corners that go round an area of at least 0.01 m² without crossing themselves.
///
/// - Parameter subject: as sentences name it, such as "room".
func outline(_ document: Document, height: Double, of subject: String) throws(FileProblem) -> [Point] {
  let corners = try document.elements.map { corner throws(FileProblem) in
    try corner.point.at(height: height)
  }
  if let (first, second) = crossingSides(of: corners) {
    throw document.problem(
      expected: "corners in order round the \(subject)",
      found: "sides \(first + 1) and \(second + 1), which meet")
  }
  let area = Room(name: subject, corners: corners).area
  guard area >= 0.01 else {
    throw document.problem(expected: "a \(subject) of at least 0.01 m²", found: "one of \(area) m²")
  }
  return corners
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
