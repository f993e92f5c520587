/// One route through a site, from vertex to vertex in straight lines, measured by the distance walked from its start:
/// the arc length `s` in metres.
public struct Route: Hashable, Sendable {
  /// In the order of walking; without the first one again at the end of a closed route.
  public let vertices: [Point]
  /// The level of the floor at each vertex.
  public let floors: [Int]
  /// Whether the last vertex is joined to the first.
  public let isClosed: Bool
  /// Metres from the start to each vertex, and for a closed route back to the start; one element more than there are
  /// legs.
  public let arcs: [Double]

  /// - Precondition: at least two vertices, and successive ones at different places.
  public init(vertices: [Point], floors: [Int]? = nil, isClosed: Bool) {
    precondition(vertices.count >= 2, "a route needs at least two vertices, had \(vertices.count)")
    self.vertices = vertices
    self.floors = floors ?? [Int](repeating: 0, count: vertices.count)
    self.isClosed = isClosed
    var arcs = [0.0]
    for leg in 0..<(isClosed ? vertices.count : vertices.count - 1) {
      arcs.append(arcs[leg] + vertices[leg].distance(to: vertices[(leg + 1) % vertices.count]))
      precondition(arcs[leg + 1] > arcs[leg], "vertices one after another must be at different places")
    }
    self.arcs = arcs
  }

  /// The route along a path's single line; nil when the path branches.
  public init?(along path: PathGraph) {
    guard let line = path.singleLine else { return nil }
    self.init(
      vertices: line.nodes.map { path.nodes[$0].position }, floors: line.nodes.map { path.nodes[$0].floor },
      isClosed: line.isClosed)
  }

  /// The whole length in metres; for a closed route once round.
  public var length: Double { arcs[arcs.count - 1] }

  /// The number of straight pieces, including the one that closes a closed route.
  public var legs: Int { arcs.count - 1 }

  /// The two ends of a leg.
  public func ends(ofLeg leg: Int) -> (Point, Point) { (vertices[leg], vertices[(leg + 1) % vertices.count]) }

  /// The leg on which an arc length lies and the metres along it.
  ///
  /// On a closed route, `s` is taken modulo the length; on an open one, it is clamped to the ends. A vertex belongs to
  /// the leg that begins there.
  public func leg(at s: Double) -> (leg: Int, along: Double) {
    let s = isClosed ? wrapped(s) : min(max(s, 0), length)
    let leg = max(arcs[..<legs].partitioningIndex { $0 > s } - 1, 0)
    return (leg, s - arcs[leg])
  }

  /// The place at an arc length, clamped or wrapped as in ``leg(at:)``; z is interpolated too.
  public func position(at s: Double) -> Point {
    let (leg, along) = leg(at: s)
    let (from, to) = ends(ofLeg: leg)
    return from.moved(towards: to, by: along / (arcs[leg + 1] - arcs[leg]))
  }

  /// The direction of travel when walking forward, a vector of length 1.
  public func direction(at s: Double) -> Point {
    let leg = leg(at: s).leg
    let (from, to) = ends(ofLeg: leg)
    return (to - from) * (1 / (arcs[leg + 1] - arcs[leg]))
  }

  /// The arc length of the nearest place on the route, by the distance on the plan; of equally near places the one on
  /// the earliest leg.
  ///
  /// - Parameters:
  ///   - point: in metres; its height does not count.
  ///   - floor: only the parts of legs on it count (half of a leg between floors), unless the route has nothing on that
  ///     floor; nil for all.
  public func arc(nearestTo point: Point, floor: Int? = nil) -> Double {
    var best = (arc: 0.0, squared: Double.infinity)
    let floor = floor.flatMap { floors.contains($0) ? $0 : nil }
    for leg in 0..<legs {
      let (from, to) = ends(ofLeg: leg)
      guard
        let span = FloorSpan.fractions(from: floors[leg], to: floors[(leg + 1) % vertices.count], on: floor)
      else { continue }
      let fraction = FloorSpan.fraction(nearestTo: point, from: from, to: to, within: span)
      let miss = point - from - (to - from) * fraction
      let squared = miss.x * miss.x + miss.y * miss.y
      if squared < best.squared { best = (arcs[leg] + fraction * (arcs[leg + 1] - arcs[leg]), squared) }
    }
    return isClosed && best.arc >= length ? 0 : best.arc
  }

  /// An arc length reduced to the range from 0 to the length of a closed route, the length itself excluded.
  public func wrapped(_ s: Double) -> Double {
    let remainder = s.truncatingRemainder(dividingBy: length)
    let positive = remainder < 0 ? remainder + length : remainder
    return positive < length ? positive : 0
  }

  /// Whether a closed route turns anticlockwise as seen from above; nil for an open route, and for one that returns the
  /// way it came.
  public var isAnticlockwise: Bool? {
    guard isClosed else { return nil }
    var doubledArea = 0.0
    for leg in 0..<legs {
      let (from, to) = ends(ofLeg: leg)
      doubledArea += from.x * to.y - to.x * from.y
    }
    return doubledArea == 0 ? nil : doubledArea > 0
  }
}
