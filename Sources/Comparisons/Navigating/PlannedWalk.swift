import World

/// A true walk compared with a planned route: the instructions that it needs, and where it leaves the route.
struct PlannedWalk: Sendable {
  /// An instruction that must be shown from one moment until another.
  struct Need: Hashable, Sendable {
    let right: Guidance.Instruction
    let from: Double
    let until: Double
  }

  /// Metres before a branching node from which the instruction must be shown.
  static let notice = 4.0
  /// Seconds between samples of the walk, and metres about a node within which its edges are not distinguished.
  private static let step = 0.1
  private static let unclear = 0.15

  /// At the branching nodes that are passed on the route, and at the one where it is left.
  private(set) var needs: [Need] = []
  /// When the walk is first on the route; nil if it never is.
  private(set) var start: Double?
  /// When the walk takes another edge than planned; nil when it does not.
  private(set) var leaving: Double?
  /// When it reaches the destination; nil when it does not.
  private(set) var arrival: Double?
  let end: Double

  init(_ walk: Walk, on route: RouteLine) {
    let path = route.path
    let span = walk.span
    let count = Int(min(max((span.upperBound - span.lowerBound) / Self.step, 0), 1e7))
    let times = (0...count).map { span.lowerBound + Double($0) * Self.step }
    let positions = times.map { walk.position(at: $0) }
    var walked = [0.0]
    for (from, to) in zip(positions, positions.dropFirst()) {
      walked.append(walked[walked.count - 1] + from.distance(to: to))
    }
    end = span.upperBound
    var (leg, edge) = (Int?.none, Int?.none)
    for (index, time) in times.enumerated() {
      let place = path.snap(positions[index], floor: walk.floor(at: time))
      let isLast = leg == route.edges.count - 1
      if isLast, path.nodes[route.nodes[route.nodes.count - 1]].isWithin(2 * Self.unclear, of: place) {
        arrival = time
        break
      }
      let length = path.lengths[place.edge]
      guard place.along > Self.unclear, place.along < length - Self.unclear, place.edge != edge else {
        continue
      }
      edge = place.edge
      guard let now = leg else {
        leg = route.edges.firstIndex(of: place.edge)
        if leg != nil { start = time }
        continue
      }
      let next = route.leg(after: now)
      if let right = route.instruction(at: next, takenBy: place.edge) {
        let first = walked.firstIndex { $0 >= walked[index] - Self.notice } ?? 0
        needs.append(Need(right: right, from: times[first], until: time))
      }
      guard next < route.edges.count, route.edges[next] == place.edge else {
        leaving = time
        break
      }
      leg = next
    }
  }

  /// While the walker is on the route.
  var onRoute: ClosedRange<Double>? { start.map { $0...max($0, leaving ?? arrival ?? end) } }
}

extension RouteLine {
  /// The leg that follows one; where the route turns round in a room, the edge occurs twice.
  fileprivate func leg(after leg: Int) -> Int {
    var next = leg + 1
    while next < edges.count, edges[next] == edges[next - 1] { next += 1 }
    return next
  }

  /// The instruction that a walker needs where a leg begins; nil where there is no choice, or where the walker, who takes
  /// an edge, is not.
  fileprivate func instruction(at leg: Int, takenBy edge: Int) -> Guidance.Instruction? {
    let node = nodes[leg]
    guard path.edges[edge].from == node || path.edges[edge].to == node, leg < edges.count,
      Self.branches(node, of: path)
    else { return nil }
    return Guidance.Instruction(node: node, edge: edges[leg])
  }
}

extension PathGraph.Node {
  fileprivate func isWithin(_ metres: Double, of place: PathGraph.Place) -> Bool {
    floor == place.floor && position.horizontalDistance(to: place.position) <= metres
  }
}
