/// Where people can walk, cut into square cells of one side.
///
/// A cell is walkable if its middle lies in a walkable area and in no obstacle. A step leads to each of the eight cells about it
/// unless an obstacle stands between the two middles; diagonally only if both cells beside the step are walkable too. Where the
/// path crosses a wall there is a door. Parts of less than ``leastPart`` to which no step leads are left out. Ours.
public struct WalkableCells: Sendable {
  /// Square metres below which a part that no step leads to is left out: a gap behind a shelf.
  public static let leastPart = 1.0
  /// The width in metres of a door where the path crosses a wall; twice the side of cells that are larger.
  static let door = 0.9

  /// Metres.
  public let side: Double
  /// By cell: its middle, at the height of its floor. Floors are in the order of the site, cells in rows from south to north.
  public let places: [Point]
  /// By cell: the level of its floor.
  public let floors: [Int]
  /// By cell: those to which a step leads, ascending.
  public let neighbours: [[Int]]
  /// By cell: the lowest cell to which steps lead.
  public let parts: [Int]

  /// - Parameters:
  ///   - areas: where people can walk, as `Array.ground(rooms:)` has them.
  ///   - obstacles: walls and pillars, which block the way.
  ///   - floors: the storeys; areas on others do not count.
  ///   - path: what crosses walls by doors; nil for none.
  ///   - side: of a cell in metres, above 0.
  public init(
    _ areas: [WalkableArea], obstacles: [Obstacle] = [], floors: [Floor], path: PathGraph? = nil, side: Double
  ) {
    var (places, levels, neighbours, parts) = ([Point](), [Int](), [[Int]](), [Int]())
    for floor in floors {
      let own = areas.filter { $0.floor == floor.level }
      let walls = obstacles.filter { $0.floor == floor.level }
        .flatMap { $0.opened(by: path, width: max(Self.door, 2 * side)) }
      guard let plan = CellPlan(of: own, obstacles: walls, side: side) else { continue }
      let found = plan.cells(above: Self.leastPart)
      let first = places.count
      places += found.places.map { $0.at(height: floor.elevation) }
      levels += found.places.map { _ in floor.level }
      neighbours += found.neighbours.map { $0.map { $0 + first } }
      parts += found.parts.map { $0 + first }
    }
    (self.side, self.places, self.floors) = (side, places, levels)
    (self.neighbours, self.parts) = (neighbours, parts)
  }

  /// The cell whose middle is nearest to a place on the plan of a floor; of several the first. Nil on a floor without cells.
  public func nearest(to place: Point, floor: Int) -> Int? {
    var best: (cell: Int, squared: Double)?
    for cell in places.indices where floors[cell] == floor {
      let offset = places[cell] - place
      let squared = offset.x * offset.x + offset.y * offset.y
      if best.map({ squared < $0.squared }) ?? true { best = (cell, squared) }
    }
    return best?.cell
  }

  /// The first part that neither steps nor the stairs and lifts of a path join to the first cell of its floor: one of its cells, and
  /// how many it has. Nil where each floor is connected.
  public func separatePart(path: PathGraph?) -> (cell: Int, count: Int)? {
    var parts = parts
    for edge in path?.edges ?? [] where edge.kind != .level {
      let ends = [edge.from, edge.to].compactMap { node in
        path.flatMap { nearest(to: $0.nodes[node].position, floor: $0.nodes[node].floor) }
      }
      guard ends.count == 2 else { continue }
      let (kept, joined) = (min(parts[ends[0]], parts[ends[1]]), max(parts[ends[0]], parts[ends[1]]))
      for cell in parts.indices where parts[cell] == joined { parts[cell] = kept }
    }
    var firstOfFloor: [Int: Int] = [:]
    for cell in parts.indices {
      let first = firstOfFloor[floors[cell]] ?? parts[cell]
      firstOfFloor[floors[cell]] = first
      if parts[cell] != first { return (cell, parts.count { $0 == parts[cell] }) }
    }
    return nil
  }
}

/// The cells of one floor, before those in small parts are left out.
private struct CellPlan {
  /// Steps to half of the neighbours; the others are these backward.
  static let steps = [(x: 1, y: 0), (x: -1, y: 1), (x: 0, y: 1), (x: 1, y: 1)]

  let side: Double
  let low: Point
  let columns: Int
  let rows: Int
  var isWalkable: [Bool] = []
  /// By cell: a bit for each step that an obstacle blocks.
  var blocked: [UInt8] = []

  /// Nil without areas.
  init?(of areas: [WalkableArea], obstacles: [Obstacle], side: Double) {
    let boxes = areas.map(\.box)
    guard let left = boxes.map(\.low.x).min(), let south = boxes.map(\.low.y).min(),
      let right = boxes.map(\.high.x).max(), let north = boxes.map(\.high.y).max()
    else { return nil }
    (self.side, low) = (side, Point(x: left, y: south))
    columns = max(1, Int(((right - left) / side).rounded(.up)))
    rows = max(1, Int(((north - south) / side).rounded(.up)))
    isWalkable = [Bool](repeating: false, count: columns * rows)
    blocked = [UInt8](repeating: 0, count: columns * rows)
    for (area, box) in zip(areas, boxes) {
      forCells(from: box.low, to: box.high) { plan, cell, middle in
        if area.contains(middle) { plan.isWalkable[cell] = true }
      }
    }
    for obstacle in obstacles { block(obstacle) }
  }

  private func middle(_ column: Int, _ row: Int) -> Point {
    low + Point(x: (Double(column) + 0.5) * side, y: (Double(row) + 0.5) * side)
  }

  /// Visits the cells of a box and the next ones about it.
  private mutating func forCells(from: Point, to: Point, _ visit: (inout CellPlan, Int, Point) -> Void) {
    func range(_ from: Double, _ to: Double, _ count: Int) -> Range<Int> {
      let first = min(max((from / side).rounded(.down) - 1, 0), Double(count))
      return Int(first)..<Int(max(first, min((to / side).rounded(.up) + 1, Double(count))))
    }
    for row in range(from.y - low.y, to.y - low.y, rows) {
      for column in range(from.x - low.x, to.x - low.x, columns) {
        visit(&self, row * columns + column, middle(column, row))
      }
    }
  }

  private mutating func block(_ obstacle: Obstacle) {
    let (from, to) = obstacle.box
    forCells(from: from, to: to) { plan, cell, middle in
      if obstacle.blocks(middle, middle) { plan.isWalkable[cell] = false }
      for (bit, step) in Self.steps.enumerated() {
        let next = middle + Point(x: Double(step.x) * plan.side, y: Double(step.y) * plan.side)
        if obstacle.blocks(middle, next) { plan.blocked[cell] |= 1 << UInt8(bit) }
      }
    }
  }

  /// Its neighbours to which a step leads, by the lattice's numbers.
  private func neighbours(of cell: Int) -> [Int] {
    let (column, row) = (cell % columns, cell / columns)
    func isFree(_ column: Int, _ row: Int) -> Bool {
      0..<columns ~= column && 0..<rows ~= row && isWalkable[row * columns + column]
    }
    return Self.steps.enumerated().flatMap { bit, step in
      [1, -1].compactMap { sign -> Int? in
        let (x, y) = (column + sign * step.x, row + sign * step.y)
        guard isFree(x, y), isFree(x, row), isFree(column, y) else { return nil }
        let next = y * columns + x
        return blocked[sign > 0 ? cell : next] & 1 << UInt8(bit) == 0 ? next : nil
      }
    }.sorted()
  }

  /// The cells of parts of at least an area in square metres, numbered anew.
  func cells(above least: Double) -> (places: [Point], neighbours: [[Int]], parts: [Int]) {
    let neighbours = isWalkable.indices.map { isWalkable[$0] ? self.neighbours(of: $0) : [] }
    var parts = [Int](repeating: -1, count: isWalkable.count)
    var kept: [Int] = []
    for first in isWalkable.indices where isWalkable[first] && parts[first] < 0 {
      parts[first] = first
      var part = [first]
      var next = 0
      while next < part.count {
        for cell in neighbours[part[next]] where parts[cell] < 0 {
          parts[cell] = first
          part.append(cell)
        }
        next += 1
      }
      if Double(part.count) * side * side >= least { kept += part }
    }
    kept.sort()
    var numbers = [Int](repeating: -1, count: isWalkable.count)
    for (number, cell) in kept.enumerated() { numbers[cell] = number }
    return (
      kept.map { middle($0 % columns, $0 / columns) }, kept.map { neighbours[$0].map { numbers[$0] } },
      kept.map { numbers[parts[$0]] }
    )
  }
}

extension Obstacle {
  /// The corners of the box about it.
  fileprivate var box: (low: Point, high: Point) {
    switch shape {
    case .wall(let from, let to): [from, to].box
    case .pillar(let centre, let radius):
      (centre - Point(x: radius, y: radius), centre + Point(x: radius, y: radius))
    }
  }

  /// A wall's pieces between the doors where the path of its floor crosses it; a pillar whole.
  fileprivate func opened(by path: PathGraph?, width: Double) -> [Obstacle] {
    guard let path, case .wall(let from, let to) = shape else { return [self] }
    let length = from.horizontalDistance(to: to)
    let doors = path.edges.compactMap { edge -> ClosedRange<Double>? in
      let (a, b) = (path.nodes[edge.from], path.nodes[edge.to])
      guard edge.kind == .level, a.floor == floor, blocks(a.position, b.position) else { return nil }
      let (along, across) = (to - from, b.position - a.position)
      let turn = along.x * across.y - along.y * across.x
      guard turn != 0 else { return nil }
      let offset = a.position - from
      let place = (offset.x * across.y - offset.y * across.x) / turn * length
      return place - width / 2...place + width / 2
    }.sorted { $0.lowerBound < $1.lowerBound }
    var pieces: [Obstacle] = []
    var start = 0.0
    for door in doors + [length...length] {
      if door.lowerBound > start {
        let ends = [start, door.lowerBound].map { from.moved(towards: to, by: $0 / length) }
        pieces.append(Obstacle(shape: .wall(from: ends[0], to: ends[1]), floor: floor, loss: loss))
      }
      start = max(start, door.upperBound)
    }
    return pieces
  }
}
