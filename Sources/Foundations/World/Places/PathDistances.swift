/// Metres between places on a path by the shortest route, on open, closed and branching paths.
public struct PathDistances: Sendable {
  private let path: PathGraph
  /// By node: the shortest routes from it.
  private let routes: [ShortestRoutes]

  /// Nil when the path falls into parts, so that some places cannot be reached from others.
  public init?(on path: PathGraph) {
    routes = path.nodes.indices.map { ShortestRoutes(from: $0, on: path) }
    self.path = path
    let start = routes[path.edges[0].from]
    guard path.edges.allSatisfy({ start.costs[$0.from] < .infinity }) else { return nil }
  }

  /// Metres along the path from one place on it to another: the same both ways, 0 or more.
  public func distance(_ a: PathGraph.Place, _ b: PathGraph.Place) -> Double {
    guard a.edge != b.edge else { return abs(a.along - b.along) }
    var shortest = Double.infinity
    for (node, toNode) in ends(of: a) {
      for (other, fromOther) in ends(of: b) {
        // From the lower index, so that rounding is the same both ways.
        let between = routes[min(node, other)].costs[max(node, other)]
        shortest = min(shortest, toNode + between + fromOther)
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
