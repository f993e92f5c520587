/// The shortest routes from one node of a path to all others, by length or by any other cost of its edges.
///
/// Dijkstra 1959, "A note on two problems in connexion with graphs", doi:10.1007/BF01386390; of equally short routes, the one over
/// nodes and edges with lower indices.
public struct ShortestRoutes: Sendable {
  /// By node: the cost from the start; infinite where there is no route.
  public let costs: [Double]
  /// By node: the edge by which it is reached, and the node at which that edge begins; nil for the start.
  private let reachedBy: [(edge: Int, from: Int)?]

  /// - Parameters:
  ///   - start: the index of the node at which all routes begin.
  ///   - path: the graph of nodes and edges.
  ///   - edgeCosts: by edge, the same in both directions and above 0; nil for the edges' lengths.
  public init(from start: Int, on path: PathGraph, costs edgeCosts: [Double]? = nil) {
    let edgeCosts = edgeCosts ?? path.lengths
    var costs = [Double](repeating: .infinity, count: path.nodes.count)
    var reachedBy = [(edge: Int, from: Int)?](repeating: nil, count: path.nodes.count)
    var isDone = [Bool](repeating: false, count: path.nodes.count)
    costs[start] = 0
    while let node = costs.indices.filter({ !isDone[$0] && costs[$0] < .infinity })
      .min(by: { (costs[$0], $0) < (costs[$1], $1) })
    {
      isDone[node] = true
      for (index, edge) in path.edges.enumerated() where edge.from == node || edge.to == node {
        let other = edge.from == node ? edge.to : edge.from
        guard costs[node] + edgeCosts[index] < costs[other] else { continue }
        costs[other] = costs[node] + edgeCosts[index]
        reachedBy[other] = (index, node)
      }
    }
    self.costs = costs
    self.reachedBy = reachedBy
  }

  /// The edges on the route to a node and the nodes at which they end, in order; empty for the start itself, and where
  /// there is no route.
  public func route(to node: Int) -> [(edge: Int, node: Int)] {
    var route: [(edge: Int, node: Int)] = []
    var node = node
    while let step = reachedBy[node] {
      route.append((step.edge, node))
      node = step.from
    }
    return route.reversed()
  }
}
