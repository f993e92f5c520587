import Sites
import World

extension SiteDraft {
  /// Where two areas of a floor have a common side: a piece of the first one's side, of at least the width of a door.
  struct Border {
    let first: Int
    let second: Int
    let side: Line
    var length: Double { side.from.horizontalDistance(to: side.to) }
  }

  /// The width of a door that is assumed, and the least width of a gap in a wall that is one.
  static let door = 0.9
  private static let leastGap = 0.6
  /// Metres by which the sides of neighbours may lie apart: the thickness of a wall that the plan leaves out.
  private static let wall = 0.6

  /// Finds the doors between areas: openings of the plan and gaps in its walls; where these do not lead everywhere, the fewest
  /// further ones, of rooms to a corridor first. Without any walls on a floor the sides of its areas become walls.
  ///
  /// - Returns: the borders with a door, with its place.
  mutating func addDoors(_ path: String) throws(FileProblem) -> [(border: Border, door: Line)] {
    let walled = Set(walls.map(\.floor))
    let borders = borders
    var doors: [(border: Border, door: Line)] = borders.compactMap { border in
      known(border, isWalled: walled.contains(border.side.floor)).map { (border, $0) }
    }
    let found = doors.count
    doors += assumed(borders, beside: doors.map(\.border))
    if doors.count > found {
      let count = doors.count - found
      notes.append(
        "the plan shows no way into every room: \(count == 1 ? "a door is" : "\(count) doors are") assumed in the middle of the wall, "
          + "to the corridor where there is one")
    }
    openings = doors.map(\.door)
    for index in areas.indices { areas[index].isWalled = !walled.contains(areas[index].floor) }
    if areas.contains(where: \.isWalled) {
      notes.append("the plan shows no walls: the sides of the rooms are taken for \(material.rawValue) walls")
      try addWallsOfUnits(path, thickness: Self.wall)
    }
    return doors
  }

  /// All common sides, in the order of the areas.
  private var borders: [Border] {
    let boxes = areas.map(\.corners.box)
    return areas.indices.flatMap { first in
      areas.indices.dropFirst(first + 1).flatMap { second -> [Border] in
        let (a, b) = (boxes[first], boxes[second])
        guard areas[first].floor == areas[second].floor, areas[first].isWalkable, areas[second].isWalkable,
          a.low.x <= b.high.x + Self.wall, b.low.x <= a.high.x + Self.wall,
          a.low.y <= b.high.y + Self.wall, b.low.y <= a.high.y + Self.wall
        else { return [] }
        return areas[first].sides.flatMap { side in
          areas[second].sides.compactMap { other in
            side.common(with: other, within: Self.wall).map { Border(first: first, second: second, side: $0) }
          }
        }.filter { $0.length >= Self.door }
      }
    }
  }

  /// The door that the plan shows on a border: an opening, or the widest gap between walls.
  private func known(_ border: Border, isWalled: Bool) -> Line? {
    let side = border.side
    let opening = openings.first { opening in
      opening.floor == side.floor && side.common(with: opening, within: Self.wall) != nil
    }
    if let opening { return side.common(with: opening, within: Self.wall) }
    guard isWalled else { return nil }
    let covered = walls.filter { $0.floor == side.floor }.compactMap {
      side.part(coveredBy: $0, within: Self.wall / 2)
    }
    return side.without(covered).filter { $0.length >= Self.leastGap }.max { $0.length < $1.length }
  }

  /// The doors without which areas could not be reached: first one of each room to a corridor, then those that join what is apart.
  private func assumed(
    _ borders: [Border], beside known: [Border]
  ) -> [(border: Border, door: Line)] {
    var parts = Parts(areas.count)
    for border in known { parts.join(border.first, border.second) }
    var reached = Set(known.flatMap { [$0.first, $0.second] })
    let byLength = borders.indices.sorted { (-borders[$0].length, $0) < (-borders[$1].length, $1) }.map {
      borders[$0]
    }
    let corridors = Set(areas.indices.filter { areas[$0].isCorridor || areas[$0].looksLikeCorridor })
    var doors: [Border] = []
    for border in byLength where corridors.contains(border.first) != corridors.contains(border.second) {
      let room = corridors.contains(border.first) ? border.second : border.first
      guard reached.insert(room).inserted else { continue }
      parts.join(border.first, border.second)
      doors.append(border)
    }
    let towardsCorridors =
      byLength.filter { corridors.contains($0.first) || corridors.contains($0.second) }
      + byLength.filter { !corridors.contains($0.first) && !corridors.contains($0.second) }
    for border in towardsCorridors where parts.join(border.first, border.second) { doors.append(border) }
    return doors.map { border in
      let middle = border.side.from.moved(towards: border.side.to, by: 0.5)
      let half = Self.door / 2 / border.length
      return (
        border,
        Line(
          from: middle.moved(towards: border.side.from, by: 2 * half),
          to: middle.moved(towards: border.side.to, by: 2 * half), floor: border.side.floor)
      )
    }
  }
}

/// What is joined with what: a forest whose trees are the parts.
struct Parts {
  private var parents: [Int]

  init(_ count: Int) { parents = Array(0..<count) }

  /// The lowest member of a part.
  func part(of member: Int) -> Int {
    var member = member
    while parents[member] != member { member = parents[member] }
    return member
  }

  /// - Returns: whether the two were apart.
  @discardableResult mutating func join(_ a: Int, _ b: Int) -> Bool {
    let (a, b) = (part(of: a), part(of: b))
    parents[max(a, b)] = min(a, b)
    return a != b
  }
}

extension SiteDraft.Area {
  var sides: [SiteDraft.Line] {
    zip(corners, corners.dropFirst() + [corners[0]]).map { SiteDraft.Line(from: $0, to: $1, floor: floor) }
      .filter { $0.length > 0.01 }
  }

  /// Whether its name is that of a corridor, or it is at least four times as long as its area is wide.
  fileprivate var looksLikeCorridor: Bool {
    let words = [
      "corridor", "hallway", "passage", "flur", "korridor", "couloir", "lobby", "foyer", "aisle", "walkway",
    ]
    if words.contains(where: name.lowercased().contains) { return true }
    let length = sides.map(\.length).max() ?? 0
    return length > 0 && length * length >= 4 * Room(name: "", corners: corners).area
  }
}

extension SiteDraft.Line {
  var length: Double { from.horizontalDistance(to: to) }

  /// The piece of this line beside which another runs, in the same direction within 3 degrees; nil where there is none.
  func common(with other: SiteDraft.Line, within distance: Double) -> SiteDraft.Line? {
    guard floor == other.floor, length > 0, other.length > 0 else { return nil }
    let (a, b) = ((to - from).horizontalDirection, (other.to - other.from).horizontalDirection)
    guard abs(a.x * b.y - a.y * b.x) < 0.05, let part = part(coveredBy: other, within: distance) else {
      return nil
    }
    return SiteDraft.Line(
      from: from.moved(towards: to, by: part.lowerBound / length),
      to: from.moved(towards: to, by: part.upperBound / length), floor: floor)
  }
}
