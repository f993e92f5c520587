/// The walkable path of a site: named nodes joined by straight edges, open, closed or branching.
public struct PathGraph: Hashable, Sendable {
  /// A named place where edges meet or end.
  public struct Node: Hashable, Sendable {
    /// Unique within the path.
    public let name: String
    /// Metres; z is the height of the floor's surface.
    public let position: Point
    /// The floor's level, as in ``Floor/level``.
    public let floor: Int

    public init(name: String, position: Point, floor: Int = 0) {
      self.name = name
      self.position = position
      self.floor = floor
    }
  }

  /// Two different nodes by index; an edge can be walked both ways.
  public struct Edge: Hashable, Sendable {
    /// The index of the node at which metres along the edge begin to count.
    public let from: Int
    /// The index of the other node.
    public let to: Int
    /// Whether the edge is level, a staircase or a lift.
    public let kind: EdgeKind

    public init(from: Int, to: Int, kind: EdgeKind = .level) {
      self.from = from
      self.to = to
      self.kind = kind
    }
  }

  /// How a walker gets from one end of an edge to the other.
  public enum EdgeKind: Hashable, Sendable {
    /// On foot along a floor.
    case level
    /// Stairs: walked from one floor to another at a speed in m/s along the slope.
    case stairs(speed: Double)
    /// Seconds at the door and on the way in and out, and then the speed in metres per second.
    case lift(wait: Double, speed: Double)

    /// Whether one is carried from floor to floor.
    public var isLift: Bool { if case .lift = self { true } else { false } }
  }

  /// A place on the path: an edge, and metres along it from its `from` node.
  public struct Place: Hashable, Sendable {
    /// An index into ``PathGraph/edges``.
    public let edge: Int
    /// Metres from the edge's `from` node, 0 to the edge's length.
    public let along: Double
    /// The place in the site's coordinates, in metres.
    public let position: Point
    /// The level of the floor; of an edge between floors that of the nearer end.
    public let floor: Int
  }

  /// In the order of the file.
  public let nodes: [Node]
  /// In the order of the file.
  public let edges: [Edge]
  /// Metres, in the order of `edges`.
  public let lengths: [Double]

  /// - Precondition: there is an edge, and every edge joins two nodes at different places.
  public init(nodes: [Node], edges: [Edge]) {
    precondition(!edges.isEmpty, "a path needs at least one edge")
    self.nodes = nodes
    self.edges = edges
    lengths = edges.map { nodes[$0.from].position.distance(to: nodes[$0.to].position) }
    precondition(lengths.allSatisfy { $0 > 0 }, "every edge must join two different places")
  }

  /// The total length of all edges, in metres.
  public var length: Double { lengths.reduce(0, +) }

  /// The nearest place on the path, by the distance on the plan.
  ///
  /// Of several equally near places, the one on the edge with the lowest index. With a `floor`, only the parts of edges on it count
  /// (half of an edge between floors), unless the path has nothing on that floor.
  public func snap(_ point: Point, floor: Int? = nil) -> Place { nearest(to: point, floor: floor).place }

  /// The middles of equal pieces of the edges on floors, in the order of the edges.
  ///
  /// - Parameter length: the greatest length of a piece in metres; above 0.
  public func middles(atMost length: Double) -> [Place] {
    edges.indices.flatMap { index -> [Place] in
      let (from, to) = (nodes[edges[index].from], nodes[edges[index].to])
      guard from.floor == to.floor else { return [] }
      let pieces = max(1, Int((lengths[index] / length).rounded(.up)))
      return (0..<pieces).map { piece in
        let fraction = (Double(piece) + 0.5) / Double(pieces)
        return Place(
          edge: index, along: fraction * lengths[index],
          position: from.position.moved(towards: to.position, by: fraction), floor: from.floor)
      }
    }
  }

  /// The nearest place on the path as ``snap(_:floor:)`` finds it, and how many metres the point may move on the plan
  /// while the nearest place certainly stays on the same edge.
  public func nearest(to point: Point, floor: Int? = nil) -> (place: Place, clearance: Double) {
    var best: (edge: Int, fraction: Double, squared: Double)?
    var next = Double.infinity
    for (index, edge) in edges.enumerated() {
      let (from, to) = (nodes[edge.from], nodes[edge.to])
      guard let span = FloorSpan.fractions(from: from.floor, to: to.floor, on: floor) else { continue }
      let fraction = FloorSpan.fraction(nearestTo: point, from: from.position, to: to.position, within: span)
      let offset = point - place(index, fraction)
      let squared = offset.x * offset.x + offset.y * offset.y
      if best.map({ squared < $0.squared }) ?? true {
        next = best?.squared ?? next
        best = (index, fraction, squared)
      } else {
        next = min(next, squared)
      }
    }
    guard let best else { return nearest(to: point) }
    let edge = edges[best.edge]
    let floor = floor ?? (best.fraction <= 0.5 ? nodes[edge.from].floor : nodes[edge.to].floor)
    let place = Place(
      edge: best.edge, along: best.fraction * lengths[best.edge], position: place(best.edge, best.fraction),
      floor: floor)
    // Moving the point changes each distance by at most the length of the move.
    return (place, (next.squareRoot() - best.squared.squareRoot()) / 2)
  }

  private func place(_ edge: Int, _ fraction: Double) -> Point {
    let (from, to) = (nodes[edges[edge].from].position, nodes[edges[edge].to].position)
    return fraction == 1 ? to : from.moved(towards: to, by: fraction)
  }

  /// By node, the edges that touch it.
  package var touching: [[Int]] {
    edges.enumerated().reduce(into: [[Int]](repeating: [], count: nodes.count)) { touching, edge in
      for node in [edge.element.from, edge.element.to] { touching[node].append(edge.offset) }
    }
  }

  /// The nodes in the order of one walk over all edges, when the path is a single open or closed line; nil
  /// when it branches, or falls into parts.
  ///
  /// A closed path starts at the first edge's `from` node and goes along that edge; an open one starts at
  /// whichever of its two ends comes first among the nodes.
  public var singleLine: (nodes: [Int], isClosed: Bool)? {
    let touching = touching
    guard touching.allSatisfy({ $0.count <= 2 }) else { return nil }
    let end = touching.firstIndex { $0.count == 1 }
    var walk = [end ?? edges[0].from]
    var used = [Bool](repeating: false, count: edges.count)
    while let edge = touching[walk[walk.count - 1]].first(where: { !used[$0] }) {
      used[edge] = true
      walk.append(edges[edge].from == walk[walk.count - 1] ? edges[edge].to : edges[edge].from)
    }
    guard used.allSatisfy({ $0 }) else { return nil }
    if end == nil { walk.removeLast() }
    return (walk, end == nil)
  }
}
