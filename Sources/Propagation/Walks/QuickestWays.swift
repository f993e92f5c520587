public import World

/// The quickest ways from one node of a path to all others.
///
/// Dijkstra 1959, "A note on two problems in connexion with graphs", doi:10.1007/BF01386390, over the seconds that each
/// edge takes; of equally quick ways the one over nodes and edges that come first.
public struct QuickestWays: Sendable {
  /// By node: seconds from the start; infinite where there is no way.
  public let seconds: [Double]
  /// By node: the edge by which it is reached, and the node from which.
  private let reachedBy: [(edge: Int, from: Int)?]

  /// - Parameter costs: seconds that each edge takes, the same both ways and above 0.
  public init(from start: Int, on path: PathGraph, costs: [Double]) {
    var seconds = [Double](repeating: .infinity, count: path.nodes.count)
    var reachedBy = [(edge: Int, from: Int)?](repeating: nil, count: path.nodes.count)
    var isDone = [Bool](repeating: false, count: path.nodes.count)
    seconds[start] = 0
    while let node = seconds.indices.filter({ !isDone[$0] && seconds[$0] < .infinity })
      .min(by: { (seconds[$0], $0) < (seconds[$1], $1) })
    {
      isDone[node] = true
      for (index, edge) in path.edges.enumerated() where edge.from == node || edge.to == node {
        let other = edge.from == node ? edge.to : edge.from
        guard seconds[node] + costs[index] < seconds[other] else { continue }
        seconds[other] = seconds[node] + costs[index]
        reachedBy[other] = (index, node)
      }
    }
    self.seconds = seconds
    self.reachedBy = reachedBy
  }

  /// The edges on the way to a node and the nodes at which they end, in order; empty for the start itself, and where
  /// there is no way.
  public func way(to node: Int) -> [(edge: Int, node: Int)] {
    var way: [(edge: Int, node: Int)] = []
    var node = node
    while let step = reachedBy[node] {
      way.append((step.edge, node))
      node = step.from
    }
    return way.reversed()
  }
}
