/// A part of a floor on which people can walk.
public struct WalkableArea: Hashable, Sendable {
  /// The part's place on the plan.
  public enum Shape: Hashable, Sendable {
    /// A polygon: its corners in order, the last joined to the first.
    case outline([Point])
    /// Square cells, of which some are walkable.
    case cells(Cells)
  }

  /// Square cells in rows.
  public struct Cells: Hashable, Sendable {
    /// The south-western corner of all cells.
    public let corner: Point
    /// The side of a cell in metres; above 0.
    public let side: Double
    /// Whether a cell is walkable: rows from south to north, of equal length, each from west to east.
    public let rows: [[Bool]]

    public init(corner: Point, side: Double, rows: [[Bool]]) {
      (self.corner, self.side, self.rows) = (corner, side, rows)
    }

    /// Walkable cells that adjoin in a row, as rectangles: the south-western corner and the opposite one.
    public var runs: [(low: Point, high: Point)] {
      rows.enumerated().flatMap { row, cells in
        cells.indices.filter { cells[$0] && ($0 == 0 || !cells[$0 - 1]) }.map { first in
          let end = cells[first...].firstIndex(of: false) ?? cells.count
          return (place(first, row), place(end, row + 1))
        }
      }
    }

    private func place(_ column: Int, _ row: Int) -> Point {
      corner + Point(x: Double(column) * side, y: Double(row) * side)
    }
  }

  public let shape: Shape
  /// The level of its floor.
  public let floor: Int

  public init(shape: Shape, floor: Int = 0) { (self.shape, self.floor) = (shape, floor) }

  /// Whether a place on the plan of its floor lies in it; of cells, the sides to the west and to the south belong to them.
  public func contains(_ place: Point) -> Bool {
    switch shape {
    case .outline(let corners): return Room.contains(place, corners: corners)
    case .cells(let cells):
      let offset = (place - cells.corner) * (1 / cells.side)
      // Compared as numbers first, since a place may lie anywhere.
      guard offset.y >= 0, offset.y < Double(cells.rows.count), offset.x >= 0 else { return false }
      let row = cells.rows[Int(offset.y)]
      return offset.x < Double(row.count) && row[Int(offset.x)]
    }
  }

  /// The corners of the box about it.
  public var box: (low: Point, high: Point) {
    switch shape {
    case .outline(let corners): return corners.box
    case .cells(let cells):
      let size = Point(x: Double(cells.rows.map(\.count).max() ?? 0), y: Double(cells.rows.count))
      return (cells.corner, cells.corner + size * cells.side)
    }
  }
}

extension [WalkableArea] {
  /// The areas on which people can walk: these, and all rooms of floors for which none is stated.
  public func ground(rooms: [Room]) -> [WalkableArea] {
    self
      + rooms.filter { room in !contains { $0.floor == room.floor } }.map {
        WalkableArea(shape: .outline($0.corners), floor: $0.floor)
      }
  }
}
