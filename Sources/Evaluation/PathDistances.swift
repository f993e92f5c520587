public import World

/// The shortest ways between places on a path, in metres walked.
///
/// Holds for open, closed and branching paths. Between nodes by Floyd 1962, "Algorithm 97: Shortest path",
/// doi:10.1145/367766.368168, once for the whole path.
public struct PathDistances: Hashable, Sendable {
  private let path: PathGraph
  /// Between each two nodes, a row per node.
  private let between: [Double]

  /// Nil when the path falls into parts, so that some places cannot be reached from others.
  public init?(on path: PathGraph) {
    let nodes = path.nodes.count
    var between = [Double](repeating: .infinity, count: nodes * nodes)
    for node in 0..<nodes { between[node * nodes + node] = 0 }
    for (edge, length) in zip(path.edges, path.lengths) {
      let shorter = min(between[edge.from * nodes + edge.to], length)
      between[edge.from * nodes + edge.to] = shorter
      between[edge.to * nodes + edge.from] = shorter
    }
    for middle in 0..<nodes {
      for from in 0..<nodes {
        for to in 0..<nodes {
          let detour = between[from * nodes + middle] + between[middle * nodes + to]
          if detour < between[from * nodes + to] { between[from * nodes + to] = detour }
        }
      }
    }
    let start = path.edges[0].from
    let reached = path.edges.allSatisfy { between[start * nodes + $0.from] < .infinity }
    guard reached else { return nil }
    self.path = path
    self.between = between
  }

  /// Metres along the path from one place on it to another: the same both ways, 0 or more.
  public func distance(_ a: PathGraph.Place, _ b: PathGraph.Place) -> Double {
    guard a.edge != b.edge else { return abs(a.along - b.along) }
    var shortest = Double.infinity
    for (node, toNode) in ends(of: a) {
      for (other, fromOther) in ends(of: b) {
        shortest = min(shortest, toNode + between[node * path.nodes.count + other] + fromOther)
      }
    }
    return shortest
  }

  /// The two ends of a place's edge and the metres to each.
  private func ends(of place: PathGraph.Place) -> [(node: Int, metres: Double)] {
    let edge = path.edges[place.edge]
    return [(edge.from, place.along), (edge.to, path.lengths[place.edge] - place.along)]
  }
}
