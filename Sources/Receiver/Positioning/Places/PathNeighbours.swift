import World

/// The anchors that are neighbours along a path, which may branch.
///
/// Two anchors are neighbours if the walk along the path from the place nearest to one to the place nearest to the
/// other passes the nearest place of no third anchor.
struct PathNeighbours: Sendable {
  /// By anchor, in rising order.
  let neighbours: [[Int]]

  init(of places: [PathGraph.Place], on path: PathGraph) {
    var walk = AnchorsAlongPath(places: places, path: path)
    neighbours = places.indices.map { walk.neighbours(of: $0) }
  }
}

private struct AnchorsAlongPath {
  let places: [PathGraph.Place]
  let path: PathGraph
  /// By edge, from its start to its end.
  let onEdge: [[Int]]
  /// By node, the edges that touch it.
  let touching: [[Int]]
  private var found: [Int] = []
  private var visited: [Bool]

  init(places: [PathGraph.Place], path: PathGraph) {
    self.places = places
    self.path = path
    var onEdge = [[Int]](repeating: [], count: path.edges.count)
    for anchor in places.indices { onEdge[places[anchor].edge].append(anchor) }
    self.onEdge = onEdge.map { $0.sorted { (places[$0].along, $0) < (places[$1].along, $1) } }
    touching = path.touching
    visited = [Bool](repeating: false, count: path.nodes.count)
  }

  mutating func neighbours(of anchor: Int) -> [Int] {
    found = []
    visited = [Bool](repeating: false, count: path.nodes.count)
    let edge = places[anchor].edge
    let row = onEdge[edge]
    guard let position = row.firstIndex(of: anchor) else { return [] }
    if position > 0 { found.append(row[position - 1]) } else { explore(path.edges[edge].from, from: edge) }
    if position + 1 < row.count {
      found.append(row[position + 1])
    } else {
      explore(path.edges[edge].to, from: edge)
    }
    return Set(found).subtracting([anchor]).sorted()
  }

  /// Walks on from a node, along every edge but the one it was reached by, up to the first anchor on each.
  private mutating func explore(_ node: Int, from arrival: Int) {
    guard !visited[node] else { return }
    visited[node] = true
    let onward = touching[node].filter { $0 != arrival }
    let atNode = onward.compactMap { nearest(to: node, on: $0) }.filter { distance(of: $0, from: node) == 0 }
    guard atNode.isEmpty else {
      found += atNode
      return
    }
    for edge in onward {
      if let anchor = nearest(to: node, on: edge) {
        found.append(anchor)
      } else {
        let ends = path.edges[edge]
        explore(ends.from == node ? ends.to : ends.from, from: edge)
      }
    }
  }

  private func nearest(to node: Int, on edge: Int) -> Int? {
    path.edges[edge].from == node ? onEdge[edge].first : onEdge[edge].last
  }

  private func distance(of anchor: Int, from node: Int) -> Double {
    let place = places[anchor]
    return path.edges[place.edge].from == node ? place.along : path.lengths[place.edge] - place.along
  }
}
