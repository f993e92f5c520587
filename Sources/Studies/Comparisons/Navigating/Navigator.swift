import NumericalMethods
import World

/// What a navigator shows at one moment.
struct Guidance: Hashable, Sendable {
  /// The edge to take at the branching node ahead.
  struct Instruction: Hashable, Sendable {
    let node: Int
    let edge: Int
  }

  /// Nil without a branching node ahead, and before the first fix.
  var instruction: Instruction?
  /// Metres to that node; negative beyond it.
  var ahead: Double?
  /// Metres to the destination; nil before the first fix.
  var remaining: Double?
  /// Whether leaving the route was detected at this callback. From then on another route is shown.
  var leaves = false
  var hasArrived = false
  /// Whether the walker goes towards the destination, and the probability of that answer; nil while unknown.
  var direction: (forward: Bool, confidence: Double)? {
    get { isForward.map { ($0, confidence) } }
    set { (isForward, confidence) = (newValue?.forward, newValue?.confidence ?? 0) }
  }
  private var isForward: Bool?
  private var confidence = 0.0
}

/// Guides a walker along a route by fixes: progress, the next instruction, whether the walker left the route, arrival.
///
/// Progress is the place on the route nearest to the fix, from ``behind`` metres behind the last one to ``ahead`` metres ahead. The
/// walker has left the route when ``confirmations`` fixes in a row are further than ``tolerance`` from that part of it; a new route
/// from there to the destination replaces it. The direction of travel is the sign of the slope of a line through the latest
/// progress, and its confidence the probability of that sign by the slope's standard error. Ours.
struct Navigator: Sendable {
  /// Metres from the route beyond which a fix counts as off it.
  static let tolerance = 4.0
  /// The number of consecutive fixes off the route that count as leaving it.
  static let confirmations = 3
  /// Metres along the route behind the latest progress, and ahead of it, in which the next is searched for.
  static let behind = 6.0
  static let ahead = 12.0
  /// Metres for which an instruction is shown beyond its node.
  static let hold = 1.0
  /// Metres before the end at which arrival is announced.
  static let arrival = 2.0
  /// The number of fixes from which the direction is estimated, and the least standard deviation of their progress in
  /// metres.
  static let latest = 5
  static let leastDeviation = 0.5

  private var route: RouteLine
  private var progress: Double?
  private var strays = 0
  private var history: [(time: Double, along: Double)] = []
  private var shown = Guidance()

  init(_ route: RouteLine) { self.route = route }

  /// The guidance after a callback; without a fix the previous guidance stays.
  mutating func advise(_ fix: Fix?, at time: Double) -> Guidance {
    shown.leaves = false
    guard let fix, !shown.hasArrived else { return shown }
    let part =
      progress.map { max(0, $0 - Self.behind)...min(route.length, $0 + Self.ahead) } ?? 0...route.length
    let found = route.nearest(to: fix.position, floor: fix.floor, within: part)
    if let found, found.distance <= Self.tolerance {
      strays = 0
      progress = found.along
      history = history.suffix(Self.latest - 1) + [(time, found.along)]
    } else {
      strays += 1
      if strays >= Self.confirmations { leave(at: fix) }
    }
    return show()
  }

  /// Begins a new route from where the walker is.
  private mutating func leave(at fix: Fix) {
    shown.leaves = true
    (strays, history) = (0, [])
    let path = route.path
    let place = path.snap(fix.position, floor: fix.floor)
    let edge = path.edges[place.edge]
    let end = route.nodes[route.nodes.count - 1]
    let costs = ShortestRoutes(from: end, on: path).costs
    let toTo = path.lengths[place.edge] - place.along + costs[edge.to]
    let toFrom = place.along + costs[edge.from]
    let (behind, next) = toTo < toFrom ? (edge.from, edge.to) : (edge.to, edge.from)
    let along = toTo < toFrom ? place.along : path.lengths[place.edge] - place.along
    let stops = next == end ? [behind, end] : [behind, next, end]
    guard let line = RouteLine(path, through: stops) else { return }
    (route, progress) = (line, along)
  }

  private mutating func show() -> Guidance {
    guard let progress else { return shown }
    shown.remaining = route.length - progress
    shown.hasArrived = route.length - progress <= Self.arrival
    let next = route.edges.indices.dropFirst().first {
      route.starts[$0] > progress - Self.hold && RouteLine.branches(route.nodes[$0], of: route.path)
    }
    shown.instruction = next.map { Guidance.Instruction(node: route.nodes[$0], edge: route.edges[$0]) }
    shown.ahead = next.map { route.starts[$0] - progress }
    shown.direction = direction
    return shown
  }

  private var direction: (forward: Bool, confidence: Double)? {
    guard history.count >= 3 else { return nil }
    let count = Double(history.count)
    let (time, along) = history.reduce((0, 0)) { ($0.0 + $1.time / count, $0.1 + $1.along / count) }
    let spread = history.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
    let slope = history.reduce(0) { $0 + ($1.time - time) * ($1.along - along) } / spread
    let squares = history.reduce(0) {
      let residual = $1.along - along - slope * ($1.time - time)
      return $0 + residual * residual
    }
    let deviation = max((squares / (count - 2)).squareRoot(), Self.leastDeviation)
    let ratio = abs(slope) * spread.squareRoot() / deviation
    return (slope >= 0, 1 - Elementary.erfc(ratio / 2.0.squareRoot()) / 2)
  }
}

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
