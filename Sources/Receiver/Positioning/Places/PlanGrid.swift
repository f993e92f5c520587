import NumericalMethods
import World

/// The plan of a site cut into squares, in each of which a walker may face in eight directions, and its stairs and lifts cut into pieces.
///
/// With a map, the squares are those of its walkable areas and rooms, and no way leads through an obstacle, nor through a wall except
/// where the path crosses it. On a floor for which the map has neither, and without a map, they cover the box about the anchors and 2 m beyond.
///
/// A way leads from a square straight on to the next one. Where something is in the way, it leads to the squares ahead that are
/// least to the side. Within 1 m of stairs and lifts, a part of the ways leads onto them. Ours.
struct PlanGrid: Sendable {
  static let directions = 8
  /// Of squares: 32,000 m² at 0.4 m. The tables of more would fill the memory.
  private static let most = 200_000
  /// By direction: a unit vector.
  static let headings = (0..<directions).map { direction in
    let turn = Elementary.sinCos(2 * .pi * Double(direction) / Double(directions))
    return Point(x: turn.cos, y: turn.sin)
  }
  /// Metres from the end of stairs or of a lift within which walkers get on.
  private static let entrance = 1.0
  /// The probability per metre of getting on there.
  private static let boarding = 0.2

  let squares: WalkableCells
  /// Nil where no edge of the path leads from floor to floor.
  let stairs: PathGrid?
  /// By square, then by direction: the square next to it; -1 where something is in the way.
  private let neighbours: [Int32]

  /// The number of cells on squares: one for each direction. Those of stairs come after them.
  var count: Int { squares.places.count * Self.directions }

  /// - Parameters:
  ///   - side: of a square, in metres.
  ///   - map: nil where rooms and walls are not known.
  /// - Throws: when no square is in the rooms of the map, when they are not connected, or when there would be too many squares.
  init(_ site: KnownSite, side: Double, map: PriorInformation.Map?) throws(PipelineError) {
    let stated = map?.ground ?? []
    let open = site.boxes.filter { box in !stated.contains { $0.floor == box.floor } }
    let count = (stated + open).map { $0.box.high - $0.box.low }.reduce(0) { $0 + $1.x / side * $1.y / side }
    guard count <= Double(Self.most) else {
      throw .tooManySquares(Int(min(count, 1e15)), most: Self.most)
    }
    squares = WalkableCells(
      stated + open, obstacles: map?.obstacles ?? [], floors: site.floors, path: site.path, side: side)
    if map != nil, squares.places.isEmpty { throw .noRooms }
    if let part = squares.separatePart(path: site.path) {
      throw .separateRooms(squares.places[part.cell], floor: squares.floors[part.cell])
    }
    let floors = Set(squares.floors)
    stairs = site.path.flatMap { path in
      let edges = path.edges.filter { edge in
        edge.kind != .level && [edge.from, edge.to].allSatisfy { floors.contains(path.nodes[$0].floor) }
      }
      return edges.isEmpty ? nil : PathGrid(PathGraph(nodes: path.nodes, edges: edges), cell: side)
    }
    var neighbours = [Int32](repeating: -1, count: squares.places.count * Self.directions)
    for (square, next) in squares.neighbours.enumerated() {
      for other in next {
        let step = squares.places[other] - squares.places[square]
        let ahead = Self.headings.indices.max { Self.headings[$0].dot(step) < Self.headings[$1].dot(step) }
        neighbours[square * Self.directions + (ahead ?? 0)] = Int32(other)
      }
    }
    self.neighbours = neighbours
  }

  /// By cell, the ways on.
  ///
  /// - Parameter path: that of the site.
  func ways(_ path: PathGraph?) -> [[WalkGrid.Way]] {
    var ways = (0..<count).map { ahead(of: $0) }
    guard let stairs, let path else { return ways }
    ways += (0..<stairs.count).map { cell in
      stairs.next[cell].map {
        WalkGrid.Way(
          cell: count + $0, metres: stairs.gap(cell, $0), share: 1 / Double(stairs.next[cell].count))
      }
    }
    for (node, arriving) in stairs.arriving.enumerated() where !arriving.isEmpty {
      let near = squares(about: path.nodes[node])
      for square in near { board(at: square, stairs.leaving[node].map(\.cell), stairs, &ways) }
      guard let door = near.first else { continue }
      for (cell, _) in arriving { alight(from: cell, at: door, stairs, &ways) }
    }
    return ways
  }

  /// Straight on, or where something is in the way, as little to the side as possible.
  private func ahead(of cell: Int) -> [WalkGrid.Way] {
    let (square, direction) = (cell / Self.directions, cell % Self.directions)
    for turn in 0...Self.directions / 2 {
      let free = Set([turn, Self.directions - turn].map { (direction + $0) % Self.directions }).sorted()
        .filter { neighbours[square * Self.directions + $0] >= 0 }
      guard free.isEmpty else {
        return free.map { heading in
          let next = Int(neighbours[square * Self.directions + heading])
          return WalkGrid.Way(
            cell: next * Self.directions + heading,
            metres: squares.places[square].horizontalDistance(to: squares.places[next]),
            share: 1 / Double(free.count))
        }
      }
    }
    return []
  }

  /// The squares within ``entrance`` of a node, from the nearest one on.
  private func squares(about node: PathGraph.Node) -> [Int] {
    guard let nearest = squares.nearest(to: node.position, floor: node.floor) else { return [] }
    return [nearest]
      + squares.places.indices.filter {
        $0 != nearest && squares.floors[$0] == node.floor
          && squares.places[$0].horizontalDistance(to: node.position) <= Self.entrance
      }
  }

  private func board(at square: Int, _ first: [Int], _ stairs: PathGrid, _ ways: inout [[WalkGrid.Way]]) {
    let part = min(Self.boarding * squares.side, 0.5)
    for cell in square * Self.directions..<(square + 1) * Self.directions {
      ways[cell] =
        ways[cell].map { WalkGrid.Way(cell: $0.cell, metres: $0.metres, share: $0.share * (1 - part)) }
        + first.map {
          WalkGrid.Way(
            cell: count + $0, metres: (squares.side + stairs.lengths[$0]) / 2,
            share: (ways[cell].isEmpty ? 1 : part) / Double(first.count))
        }
    }
  }

  /// Leads on to the floor in any direction; with even chances also on to the next stairs.
  private func alight(from last: Int, at square: Int, _ stairs: PathGrid, _ ways: inout [[WalkGrid.Way]]) {
    let onward = stairs.next[last].contains(stairs.opposite[last]) ? [] : ways[count + last]
    let share = (onward.isEmpty ? 1 : 0.5) / Double(Self.directions)
    ways[count + last] =
      onward.map { WalkGrid.Way(cell: $0.cell, metres: $0.metres, share: $0.share / 2) }
      + (0..<Self.directions).map {
        WalkGrid.Way(
          cell: square * Self.directions + $0, metres: (squares.side + stairs.lengths[last]) / 2, share: share
        )
      }
  }
}

extension KnownSite {
  /// By floor with anchors: the box about them and ``SearchCells/margin`` beyond.
  fileprivate var boxes: [WalkableArea] {
    let fixed = anchors.filter { !$0.isMobile }
    return Set(fixed.map(\.floor)).sorted().map { floor in
      let box = fixed.filter { $0.floor == floor }.map(\.position).box
      let margin = Point(x: SearchCells.margin, y: SearchCells.margin)
      let (low, high) = (box.low - margin, box.high + margin)
      return WalkableArea(
        shape: .outline([low, Point(x: high.x, y: low.y), high, Point(x: low.x, y: high.y)]), floor: floor)
    }
  }
}
