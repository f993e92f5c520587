import World

/// The path of a site cut into short pieces, each of which can be walked in two directions.
///
/// A cell is a piece with a direction. Edges between floors are as long as the distance that a walker at 1.3 m/s covers
/// in the time that they take, so that one speed serves for all.
struct PathGrid: Sendable {
  /// The speed in m/s from which the lengths of stairs and lifts follow.
  private static let pace = 1.3

  /// By cell: its middle, at the height of the path.
  private(set) var positions: [Point] = []
  private(set) var floors: [Int] = []
  /// By cell: the unit vector of its direction on the plan; zero in a lift that goes straight up.
  private(set) var headings: [Point] = []
  /// By cell: the same piece in the other direction; of a lift, in which there is no turning round, the cell itself.
  private(set) var opposite: [Int] = []
  /// By cell: metres of walking from one end to the other.
  private(set) var lengths: [Double] = []
  /// By cell: the cells that follow it; the opposite one at a dead end.
  private(set) var next: [[Int]] = []
  /// By cell: whether it is on one floor, so that its length is that of the path.
  private(set) var isLevel: [Bool] = []
  /// By node: the cells that begin there, with their edges.
  private(set) var leaving: [[(cell: Int, edge: Int)]]
  /// By node: the cells that end there, with their edges.
  private(set) var arriving: [[(cell: Int, edge: Int)]]

  var count: Int { positions.count }

  /// - Parameter length: the greatest length of a cell, in metres.
  init(_ path: PathGraph, cell length: Double) {
    leaving = Array(repeating: [], count: path.nodes.count)
    arriving = leaving
    for edge in path.edges.indices { add(edge, of: path, cell: length) }
    join()
  }

  /// Adds the cells of one edge, first in its own direction.
  private mutating func add(_ index: Int, of path: PathGraph, cell length: Double) {
    let (edge, metres) = (path.edges[index], path.lengths[index])
    let (from, to) = (path.nodes[edge.from], path.nodes[edge.to])
    let walk = Self.walk(along: edge, metres: metres)
    let pieces = max(1, Int((walk / length).rounded(.up)))
    let first = positions.count
    let heading = (to.position - from.position).horizontalDirection
    for (direction, ends) in [(heading, (edge.from, edge.to)), (heading * -1, (edge.to, edge.from))] {
      let start = positions.count
      let isForward = start == first
      for piece in 0..<pieces {
        let gone = Self.gone(along: edge, metres: metres, (Double(piece) + 0.5) / Double(pieces))
        let fraction = isForward ? gone : 1 - gone
        positions.append(from.position.moved(towards: to.position, by: fraction))
        floors.append((isForward ? fraction <= 0.5 : fraction < 0.5) ? from.floor : to.floor)
        headings.append(direction)
        lengths.append(walk / Double(pieces))
        isLevel.append(edge.kind == .level)
        let mirrored = first + 2 * pieces - 1 - (positions.count - 1 - first)
        opposite.append(edge.kind.isLift ? positions.count - 1 : mirrored)
        next.append(piece + 1 < pieces ? [positions.count] : [])
      }
      leaving[ends.0].append((start, index))
      arriving[ends.1].append((positions.count - 1, index))
    }
  }

  /// Leads the last cell of each edge on to the first cells of the others at its node, or back at a dead end.
  private mutating func join() {
    for node in leaving.indices {
      for last in arriving[node] {
        let onward = leaving[node].filter { $0.edge != last.edge }
        next[last.cell] = (onward.isEmpty ? leaving[node] : onward).map(\.cell)
      }
    }
  }

  private static func walk(along edge: PathGraph.Edge, metres: Double) -> Double {
    switch edge.kind {
    case .level: metres
    case .stairs(let speed): metres * pace / speed
    case .lift(let wait, let speed): (wait + metres / speed) * pace
    }
  }

  /// The fraction of an edge that is covered after a fraction of the time that it takes; a lift waits first.
  private static func gone(along edge: PathGraph.Edge, metres: Double, _ time: Double) -> Double {
    guard case .lift(let wait, let speed) = edge.kind else { return time }
    let waiting = wait / (wait + metres / speed)
    return max(0, (time - waiting) / (1 - waiting))
  }
}
