import World

/// A route along a path, parametrised by the distance from its beginning in metres.
struct RouteLine: Sendable {
  let path: PathGraph
  /// Indices of nodes, one more than edges.
  let nodes: [Int]
  let edges: [Int]
  /// By node: metres from the beginning.
  let starts: [Double]
  /// By edge: a path graph of that edge alone, in the direction of the route.
  private let legs: [PathGraph]

  /// The shortest route that passes some nodes in their order; nil where there is none, or where it has no edge.
  init?(_ path: PathGraph, through stops: [Int]) {
    guard var nodes = stops.first.map({ [$0] }) else { return nil }
    var edges: [Int] = []
    for (from, to) in zip(stops, stops.dropFirst()) {
      let steps = ShortestRoutes(from: from, on: path).route(to: to)
      guard !steps.isEmpty else { return nil }
      edges += steps.map(\.edge)
      nodes += steps.map(\.node)
    }
    guard !edges.isEmpty else { return nil }
    (self.path, self.nodes, self.edges) = (path, nodes, edges)
    legs = zip(edges, zip(nodes, nodes.dropFirst())).map { edge, ends in
      PathGraph(
        nodes: [path.nodes[ends.0], path.nodes[ends.1]],
        edges: [PathGraph.Edge(from: 0, to: 1, kind: path.edges[edge].kind)])
    }
    starts = edges.reduce(into: [0]) { $0.append($0[$0.count - 1] + path.lengths[$1]) }
  }

  var length: Double { starts[starts.count - 1] }

  /// The nearest place on a part of the line: its distance from the line's beginning, and from the point on the plan, in
  /// metres. Nil where the part has nothing on that floor.
  func nearest(to point: Point, floor: Int, within part: ClosedRange<Double>) -> (
    along: Double, distance: Double
  )? {
    var best: (along: Double, distance: Double)?
    for leg in edges.indices where starts[leg] <= part.upperBound && starts[leg + 1] >= part.lowerBound {
      let place = legs[leg].snap(point, floor: floor)
      guard place.floor == floor else { continue }
      let along = min(max(starts[leg] + place.along, part.lowerBound), part.upperBound)
      let (from, to) = (legs[leg].nodes[0].position, legs[leg].nodes[1].position)
      let length = starts[leg + 1] - starts[leg]
      let nearest = from.moved(towards: to, by: (along - starts[leg]) / length)
      let distance = nearest.horizontalDistance(to: point)
      if best.map({ distance < $0.distance }) ?? true { best = (along, distance) }
    }
    return best
  }

  /// Whether a walker has a choice at a node: it has three edges or more.
  static func branches(_ node: Int, of path: PathGraph) -> Bool {
    path.edges.count { $0.from == node || $0.to == node } >= 3
  }
}
