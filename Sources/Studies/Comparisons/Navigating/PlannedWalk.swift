import World

/// A true walk compared with a planned route: the instructions that it needs, and where it leaves the route.
struct PlannedWalk: Sendable {
  /// An instruction that must be shown from one moment until another.
  struct Need: Hashable, Sendable {
    let right: Guidance.Instruction
    let from: Double
    let until: Double
    /// Metres that have been walked at the node.
    let walked: Double
  }

  /// Metres before a branching node from which the instruction must be shown, and at which the turn is announced.
  static let notice = 4.0

  /// At the branching nodes that are passed on the route, and at the one where it is left.
  let needs: [Need]
  /// When the walk is first on the route; nil if it never is.
  let start: Double?
  /// When the walk takes another edge than planned; nil when it does not.
  let leaving: Double?
  /// When it reaches the destination; nil when it does not.
  let arrival: Double?
  let end: Double
  private let samples: WalkSamples

  init(_ walk: Walk, on route: RouteLine) {
    samples = WalkSamples(walk)
    var follower = RouteFollower(route)
    for index in samples.times.indices where !follower.isDone {
      follower.move(to: index, in: samples, floor: walk.floor(at: samples.times[index]))
    }
    (needs, start) = (follower.needs, follower.start)
    (leaving, arrival) = (follower.leaving, follower.arrival)
    end = walk.span.upperBound
  }

  /// While the walker is on the route.
  var onRoute: ClosedRange<Double>? { start.map { $0...max($0, leaving ?? arrival ?? end) } }

  /// Metres along the walk from a moment to the node of a need; negative once it is passed.
  func metres(from time: Double, to need: Need) -> Double { need.walked - samples.walked(at: time) }
}

/// A walk at equal times.
private struct WalkSamples: Sendable {
  /// Seconds between samples.
  static let step = 0.1

  let times: [Double]
  let positions: [Point]
  /// Metres since the beginning.
  let walked: [Double]

  init(_ walk: Walk) {
    let span = walk.span
    let count = Int(min(max((span.upperBound - span.lowerBound) / Self.step, 0), 1e7))
    times = (0...count).map { span.lowerBound + Double($0) * Self.step }
    positions = times.map { walk.position(at: $0) }
    walked = zip(positions, positions.dropFirst()).reduce(into: [0]) { walked, ends in
      walked.append(walked[walked.count - 1] + ends.0.distance(to: ends.1))
    }
  }

  /// Between samples in proportion; before the first and after the last as there.
  func walked(at time: Double) -> Double {
    let place = min(max((time - times[0]) / Self.step, 0), Double(times.count - 1))
    let index = min(Int(place), times.count - 1)
    let next = min(index + 1, times.count - 1)
    return walked[index] + (walked[next] - walked[index]) * (place - Double(index))
  }
}

/// Follows a walk along a route until it arrives or leaves.
private struct RouteFollower {
  /// Metres about a node within which its edges are not distinguished.
  static let unclear = 0.15

  private let route: RouteLine
  private var leg: Int?
  private var edge: Int?
  private(set) var needs: [PlannedWalk.Need] = []
  private(set) var start: Double?
  private(set) var leaving: Double?
  private(set) var arrival: Double?

  init(_ route: RouteLine) { self.route = route }

  var isDone: Bool { leaving != nil || arrival != nil }

  mutating func move(to index: Int, in samples: WalkSamples, floor: Int) {
    let (path, time) = (route.path, samples.times[index])
    let place = path.snap(samples.positions[index], floor: floor)
    let end = path.nodes[route.nodes[route.nodes.count - 1]]
    if leg == route.edges.count - 1, end.isWithin(2 * Self.unclear, of: place) {
      arrival = time
      return
    }
    guard place.along > Self.unclear, place.along < path.lengths[place.edge] - Self.unclear,
      place.edge != edge
    else { return }
    edge = place.edge
    guard let now = leg else {
      leg = route.edges.firstIndex(of: place.edge)
      if leg != nil { start = time }
      return
    }
    let next = self.next(after: now)
    addNeed(at: next, place, index, samples)
    if next < route.edges.count, route.edges[next] == place.edge { leg = next } else { leaving = time }
  }

  /// The leg after one; where the route turns round in a room, its edge occurs twice.
  private func next(after leg: Int) -> Int {
    var next = leg + 1
    while next < route.edges.count, route.edges[next] == route.edges[next - 1] { next += 1 }
    return next
  }

  /// An instruction for the node where a leg begins, if the walk has passed it and it branches.
  private mutating func addNeed(at leg: Int, _ place: PathGraph.Place, _ index: Int, _ samples: WalkSamples) {
    let (path, node) = (route.path, route.nodes[leg])
    let edge = path.edges[place.edge]
    guard edge.from == node || edge.to == node, leg < route.edges.count, RouteLine.branches(node, of: path)
    else { return }
    let beyond = edge.from == node ? place.along : path.lengths[place.edge] - place.along
    let first = samples.walked.firstIndex { $0 >= samples.walked[index] - PlannedWalk.notice } ?? 0
    needs.append(
      PlannedWalk.Need(
        right: Guidance.Instruction(node: node, edge: route.edges[leg]), from: samples.times[first],
        until: samples.times[index], walked: samples.walked[index] - beyond))
  }
}

extension PathGraph.Node {
  fileprivate func isWithin(_ metres: Double, of place: PathGraph.Place) -> Bool {
    floor == place.floor && position.horizontalDistance(to: place.position) <= metres
  }
}
