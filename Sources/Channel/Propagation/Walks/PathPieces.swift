import World

/// A straight line cut where the nearest place on the path changes from one edge to another or stops at a node,
/// so that along each piece that place moves evenly along one edge.
struct PathPieces {
  struct Piece {
    /// Fractions of the line.
    let start: Double
    let end: Double
    let edge: Int
    /// Metres along the edge at the piece's ends.
    let startAlong: Double
    let endAlong: Double
  }

  private(set) var pieces: [Piece] = []
  private let line: (from: Point, to: Point)
  private let floor: Int
  private let path: PathGraph
  /// The height of the walker's phone above the path, in metres.
  private let height: Double

  /// Metres between the places at which a line off the path is examined; a change and its reversal between two of them
  /// are not detected.
  static let spacing = 0.1

  init(from start: Point, to end: Point, floor: Int, path: PathGraph, height: Double = 0) {
    line = (start, end)
    self.height = height
    self.floor = floor
    self.path = path
    if let edge = edgeUnderLine() {
      pieces = [piece(0, 1, on: edge)]
      return
    }
    let length = start.horizontalDistance(to: end)
    let count = max(Int((length / PathPieces.spacing).rounded(.up)), 1)
    var cuts = [0.0]
    var sample = 0
    var last = look(at: 0)
    while sample < count {
      // Nothing changes while the line stays within the clearance.
      let free = length > 0 ? last.clearance / length * Double(count) : Double(count)
      let next = min(max(sample + 1, Int(min(free, Double(count))) + sample), count)
      let look = look(at: Double(next) / Double(count))
      findCuts(
        Double(sample) / Double(count), last.state, Double(next) / Double(count), look.state, into: &cuts)
      (sample, last) = (next, look)
    }
    cuts.append(1)
    pieces = zip(cuts, cuts.dropFirst()).map { start, end in
      piece(start, end, on: look(at: (start + end) / 2).state.edge)
    }
  }

  /// The first edge that contains the whole line; for a line that rises or falls, the first that rises or falls with it.
  private func edgeUnderLine() -> Int? {
    func isUnder(_ edge: Int) -> Bool {
      let ends = path.edges[edge]
      guard path.nodes[ends.from].floor == floor || path.nodes[ends.to].floor == floor else { return false }
      return [line.from, line.to].allSatisfy { projection(of: $0, on: edge).miss < 1e-6 }
    }
    let rise = line.to.z - line.from.z
    if rise != 0, let edge = path.edges.indices.first(where: { isUnder($0) && rises($0, by: rise) }) {
      return edge
    }
    return path.edges.indices.first(where: isUnder)
  }

  /// Whether an edge rises as much as the line does.
  private func rises(_ edge: Int, by rise: Double) -> Bool {
    let ends = (path.nodes[path.edges[edge].from].position, path.nodes[path.edges[edge].to].position)
    let walked = projection(of: line.to, on: edge).along - projection(of: line.from, on: edge).along
    return abs(walked / path.lengths[edge] * (ends.1.z - ends.0.z) - rise) < 1e-6
  }

  /// Which edge is nearest, and whether its nearest place is its start (0), between (1), or its end (2).
  private struct State: Hashable {
    let edge: Int
    let part: Int
  }

  /// The state at a place on the line, and for how many metres it certainly persists.
  private func look(at fraction: Double) -> (state: State, clearance: Double) {
    let (place, clearance) = path.nearest(to: line.from.moved(towards: line.to, by: fraction), floor: floor)
    let length = path.lengths[place.edge]
    let part = place.along <= 0 ? 0 : (place.along < length ? 1 : 2)
    // The nearest place moves no farther than the point does, where edges are level.
    let toEnd = part == 1 ? min(place.along, length - place.along) : 0
    return (State(edge: place.edge, part: part), min(clearance, toEnd))
  }

  private func findCuts(
    _ low: Double, _ atLow: State, _ high: Double, _ atHigh: State, into cuts: inout [Double]
  ) {
    guard atLow != atHigh else { return }
    let middle = (low + high) / 2
    guard high - low > 1e-9 else {
      cuts.append(middle)
      return
    }
    let state = look(at: middle).state
    findCuts(low, atLow, middle, state, into: &cuts)
    findCuts(middle, state, high, atHigh, into: &cuts)
  }

  private func piece(_ start: Double, _ end: Double, on edge: Int) -> Piece {
    let along = [start, end].map { projection(of: line.from.moved(towards: line.to, by: $0), on: edge).along }
    return Piece(start: start, end: end, edge: edge, startAlong: along[0], endAlong: along[1])
  }

  /// The place on one edge nearest to a point, in metres along the edge, and its distance, both on the plan as in
  /// `PathGraph.snap`; on a vertical edge the place at the point's height.
  private func projection(of point: Point, on edge: Int) -> (along: Double, miss: Double) {
    let (from, to) = (path.nodes[path.edges[edge].from].position, path.nodes[path.edges[edge].to].position)
    let step = to - from
    let squared = step.x * step.x + step.y * step.y
    let offset = point - from
    let along = squared > 0 ? (offset.x * step.x + offset.y * step.y) / squared : (offset.z - height) / step.z
    let fraction = min(max(along, 0), 1)
    return (fraction * path.lengths[edge], (offset - step * fraction).horizontalLength)
  }
}
