import Documents
import World

extension PlanView {
  /// Where people can walk on a floor, as its site states it.
  func walkable(_ floor: Floor) -> [Layer] {
    let areas = site.walkable.filter { $0.floor == floor.level }.flatMap(\.pieces)
    guard !areas.isEmpty else { return [] }
    return [
      Layer(
        .line, ["interpolate": "linear-closed", "fill": "#009E73", "fillOpacity": 0.12, "strokeWidth": 0],
        rows: Self.outlines(areas.enumerated().map { ("\($0)", $1) }),
        [.x: horizontal, .y: vertical, .detail: .field("name"), .order: .field("order", isNumber: true)])
    ]
  }
}

extension WalkableArea {
  /// Polygons that together are the area.
  fileprivate var pieces: [[Point]] {
    switch shape {
    case .outline(let corners): [corners]
    case .cells(let cells): cells.runs.map(Self.rectangle)
    }
  }

  private static func rectangle(_ low: Point, _ high: Point) -> [Point] {
    [low, Point(x: high.x, y: low.y), high, Point(x: low.x, y: high.y)]
  }

  /// The lines between where people can walk and where they cannot.
  var borders: [(from: Point, to: Point)] {
    guard case .cells(let cells) = shape else {
      return pieces.flatMap { zip($0, $0.dropFirst() + $0.prefix(1)).map { ($0, $1) } }
    }
    func isWalkable(_ row: Int, _ column: Int) -> Bool {
      cells.rows.indices ~= row && cells.rows[row].indices ~= column && cells.rows[row][column]
    }
    func corner(_ row: Int, _ column: Int) -> Point {
      cells.corner + Point(x: Double(column) * cells.side, y: Double(row) * cells.side)
    }
    return (0...cells.rows.count).flatMap { row in
      (0...(cells.rows.first?.count ?? 0)).flatMap { column -> [(from: Point, to: Point)] in
        let own = isWalkable(row, column)
        let west = own != isWalkable(row, column - 1) ? [(corner(row, column), corner(row + 1, column))] : []
        let south = own != isWalkable(row - 1, column) ? [(corner(row, column), corner(row, column + 1))] : []
        return west + south
      }
    }
  }
}
