import NumericalMethods
import World

/// The plan of a site cut into squares, in each of which a walker may face in eight directions.
///
/// The squares cover the box about the anchors of each floor and 2 m beyond. With a map, squares outside the rooms are left out where
/// the floor has rooms, and nobody walks through walls and pillars.
struct PlanGrid: Sendable {
  static let directions = 8

  /// By square: its middle, at the height of the floor.
  let positions: [Point]
  let floors: [Int]
  /// By direction: a unit vector.
  let headings: [Point]
  /// Metres between two middles.
  private let spacing: Double
  private let storeys: [Storey]
  private let obstacles: [Obstacle]

  /// The squares of one floor in rows and columns.
  private struct Storey {
    let floor: Int
    let corner: Point
    let columns: Int
    let rows: Int
    /// By row, then by column: the square; -1 where nobody walks.
    var squares: [Int32] = []

    func square(column: Int, row: Int) -> Int? {
      guard column >= 0, row >= 0, column < columns, row < rows else { return nil }
      let square = squares[row * columns + column]
      return square >= 0 ? Int(square) : nil
    }
  }

  /// - Parameters:
  ///   - length: of a square's side, in metres.
  ///   - map: nil where rooms and walls are not known.
  init(_ site: KnownSite, cell length: Double, map: PriorInformation.Map?) {
    spacing = length
    obstacles = map?.obstacles ?? []
    headings = (0..<Self.directions).map { direction in
      let turn = Elementary.sinCos(2 * .pi * Double(direction) / Double(Self.directions))
      return Point(x: turn.cos, y: turn.sin)
    }
    var (positions, floors, storeys): ([Point], [Int], [Storey]) = ([], [], [])
    let fixed = site.anchors.filter { !$0.isMobile }
    for floor in Set(fixed.map(\.floor)).sorted() {
      let (xs, ys) = (
        fixed.filter { $0.floor == floor }.map(\.position.x),
        fixed.filter { $0.floor == floor }.map(\.position.y)
      )
      let corner = Point(
        x: (xs.min() ?? 0) - SearchCells.margin, y: (ys.min() ?? 0) - SearchCells.margin,
        z: site.elevation(ofFloor: floor))
      func count(_ values: [Double], _ first: Double) -> Int {
        max(1, Int((((values.max() ?? 0) + SearchCells.margin - first) / length).rounded(.up)))
      }
      var storey = Storey(
        floor: floor, corner: corner, columns: count(xs, corner.x), rows: count(ys, corner.y))
      let rooms = map?.rooms.filter { $0.floor == floor } ?? []
      for row in 0..<storey.rows {
        for column in 0..<storey.columns {
          let place = corner + Point(x: (Double(column) + 0.5) * length, y: (Double(row) + 0.5) * length)
          let isInside = rooms.isEmpty || rooms.contains { $0.contains(place) }
          storey.squares.append(isInside ? Int32(positions.count) : -1)
          guard isInside else { continue }
          positions.append(place)
          floors.append(floor)
        }
      }
      storeys.append(storey)
    }
    (self.positions, self.floors, self.storeys) = (positions, floors, storeys)
  }

  /// Where a walk of some metres straight on from the middle of a square ends: the up to four squares about that place, with weights
  /// that add up to 1. A walker in whose way something stands stays where he is and turns: then any direction is as probable.
  ///
  /// - Parameter cell: the square times the number of directions, plus the direction; in the result as well.
  func targets(from cell: Int, metres: Double) -> [(cell: Int, weight: Double)] {
    guard metres > 0 else { return [(cell, 1)] }
    let (square, direction) = (cell / Self.directions, cell % Self.directions)
    let end = positions[square] + headings[direction] * metres
    let near =
      isFree(from: positions[square], to: end, floor: floors[square])
      ? squares(about: end, floor: floors[square]) : []
    let total = near.reduce(0) { $0 + $1.weight }
    guard total > 1e-9 else {
      return (0..<Self.directions).map { (square * Self.directions + $0, 1 / Double(Self.directions)) }
    }
    return near.map { ($0.square * Self.directions + direction, $0.weight / total) }
  }

  private func isFree(from start: Point, to end: Point, floor: Int) -> Bool {
    !obstacles.contains { $0.floor == floor && $0.blocks(start, end) }
      && (1...4).allSatisfy {
        !squares(about: start.moved(towards: end, by: Double($0) / 4), floor: floor).isEmpty
      }
  }

  private func squares(about place: Point, floor: Int) -> [(square: Int, weight: Double)] {
    guard let storey = storeys.first(where: { $0.floor == floor }) else { return [] }
    let (x, y) = (
      (place.x - storey.corner.x) / spacing - 0.5, (place.y - storey.corner.y) / spacing - 0.5
    )
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (right, up) = (x - column, y - row)
    return [
      (0, 0, (1 - right) * (1 - up)), (1, 0, right * (1 - up)), (0, 1, (1 - right) * up), (1, 1, right * up),
    ]
    .compactMap { across, along, weight in
      guard weight > 1e-9 else { return nil }
      return storey.square(column: Int(column) + across, row: Int(row) + along).map { ($0, weight) }
    }
  }
}
