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

/// Where people can walk on a site, as its key `walkable` states it: polygons whose sides do not cross, and rows of cells of equal
/// length.
func siteWalkable(_ document: Document, _ floors: SiteFloors) throws(FileProblem) -> [WalkableArea] {
  try (document.optional("walkable")?.elements ?? []).map { entry throws(FileProblem) in
    let floor = try floors.floor(of: entry)
    if let corners = entry.optional("corners") {
      return WalkableArea(
        shape: .outline(try outline(corners, height: floor.elevation, of: "walkable area")),
        floor: floor.level)
    }
    return WalkableArea(shape: .cells(try cells(entry["cells"], height: floor.elevation)), floor: floor.level)
  }
}

private func cells(_ document: Document, height: Double) throws(FileProblem) -> WalkableArea.Cells {
  var rows: [[Bool]] = []
  for row in try document.elements("rows") {
    let cells = try row.text.utf8.map { $0 == UInt8(ascii: ".") }
    if let first = rows.first, first.count != cells.count {
      throw row.problem(expected: "a row of \(first.count) cells, like the first", found: "\(cells.count)")
    }
    rows.append(cells)
  }
  return WalkableArea.Cells(
    corner: try document.point("corner").at(height: height), side: try document.number("side"),
    rows: rows.reversed())
}

extension Site {
  /// The side in metres of the cells in which walkable areas are checked; larger where there would be over ``mostCells``.
  private static let checkedSide = 0.25
  private static let mostCells = 250_000.0

  /// - Throws: a sentence about walkable areas that are not connected, or too narrow to walk in.
  func checkWalkable(_ document: Document) throws(FileProblem) {
    guard !walkable.isEmpty else { return }
    let key = try document["walkable"]
    let sides = walkable.compactMap { area -> Double? in
      if case .cells(let cells) = area.shape { cells.side } else { nil }
    }
    let side = max(
      min(sides.min() ?? Self.checkedSide, Self.checkedSide),
      (floors.map(walkableBox).reduce(0, +) / Self.mostCells).squareRoot())
    let cells = WalkableCells(walkable, obstacles: obstacles, floors: floors, path: path, side: side)
    guard !cells.places.isEmpty else {
      throw key.problem(
        expected: "a connected area of at least \(WalkableCells.leastPart) m² between the obstacles",
        found: "none")
    }
    guard let part = cells.separatePart(path: path) else { return }
    let place = cells.places[part.cell]
    throw key.problem(
      expected:
        "one connected area on each floor, between the walls and through doors where the path crosses them",
      found:
        "\(short((Double(part.count) * side * side * 10).rounded() / 10)) m² near [\(short((place.x * 100).rounded() / 100)), "
        + "\(short((place.y * 100).rounded() / 100))] on floor \(cells.floors[part.cell]) to which no way leads"
    )
  }

  /// Square metres of the box about the walkable areas of a floor.
  private func walkableBox(of floor: Floor) -> Double {
    let boxes = walkable.filter { $0.floor == floor.level }.map(\.box)
    func extent(_ axis: KeyPath<Point, Double>) -> Double {
      (boxes.map { $0.high[keyPath: axis] }.max() ?? 0) - (boxes.map { $0.low[keyPath: axis] }.min() ?? 0)
    }
    return extent(\.x) * extent(\.y)
  }
}
