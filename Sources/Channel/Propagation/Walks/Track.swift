import World

/// A walk divided into stretches along which everything changes linearly: straight, at one speed, and along one edge of
/// the path.
struct Track: Hashable, Sendable {
  struct Stretch: Hashable, Sendable {
    /// Whole microseconds from which it holds, until the next stretch begins.
    var start: Int64
    var position: Point
    /// Metres per second.
    var velocity: Point
    /// The direction faced, of length 1; zero for a walker who has not moved and never will.
    var heading: Point
    var floor: Int
    /// The nearest place on the path: an edge, the metres along it, and their change per second.
    var edge = 0
    var along = 0.0
    var alongRate = 0.0

    /// - Parameter time: in microseconds since the stream began.
    func position(at time: Int64) -> Point { position + velocity * (Double(time - start) / 1e6) }
  }

  private(set) var stretches: [Stretch] = []
  /// Microseconds at which the last one ends.
  let end: Int64
  /// The height of the phone above the path in metres, for use where the path goes straight up.
  private var height = 0.0

  /// The longest stretch in microseconds, so that single precision still distinguishes its moments.
  static let longest: Int64 = 500_000_000

  /// - Parameter duration: seconds from the stream's beginning.
  init(of walk: Walk, on path: PathGraph?, duration: Double) {
    // Between knots on two floors, the floor changes half way.
    let changes = zip(walk.knots, walk.knots.dropFirst()).filter { $0.floor != $1.floor }
      .map { ($0.time + $1.time) / 2 }
    let turns = (walk.knots.map(\.time) + changes).filter { $0 > 0 && $0 < duration }.sorted()
    let starts = ([0] + turns).map { Int64(($0 * 1e6).rounded(.up)) }
    end = Int64((duration * 1e6).rounded(.up))
    let facings = walk.headings
    let headings = ([0] + turns).map { facings[walk.leg(at: $0)] }
    if let path { height = Track.height(of: walk, above: path) }
    for (index, legStart) in starts.enumerated() {
      let legEnd = index + 1 < starts.count ? starts[index + 1] : end
      var start = legStart
      while start < legEnd {
        let stop = min(start + Track.longest, legEnd)
        add(from: start, to: stop, of: walk, heading: headings[index], path: path)
        start = stop
      }
    }
  }

  /// The stretches that hold at some moment of a span of microseconds; at least one.
  func indices(during span: Range<Int64>) -> Range<Int> {
    let first = max(stretches.partitioningIndex { $0.start > span.lowerBound } - 1, 0)
    return first..<max(stretches.partitioningIndex { $0.start >= span.upperBound }, first + 1)
  }

  /// The height of the phone above the path at the start of the walk; needed for lifts only.
  private static func height(of walk: Walk, above path: PathGraph) -> Double {
    guard path.edges.contains(where: { $0.kind.isLift }) else { return 0 }
    let start = walk.knots[0]
    return start.position.z - path.snap(start.position, floor: start.floor).position.z
  }

  private mutating func add(
    from start: Int64, to stop: Int64, of walk: Walk, heading: Point, path: PathGraph?
  ) {
    let (first, middle) = (Double(start) / 1e6, Double(start + stop) / 2e6)
    let stretch = Stretch(
      start: start, position: walk.position(at: first), velocity: walk.velocity(at: middle), heading: heading,
      floor: walk.floor(at: middle))
    guard let path else {
      stretches.append(stretch)
      return
    }
    let end = stretch.position + stretch.velocity * (Double(stop - start) / 1e6)
    for piece in PathPieces(from: stretch.position, to: end, floor: stretch.floor, path: path, height: height)
      .pieces
    {
      var part = stretch
      part.start = start + Int64((piece.start * Double(stop - start)).rounded(.up))
      guard part.start < stop else { continue }
      let elapsed = Double(part.start - start) / 1e6
      let seconds = (piece.end - piece.start) * Double(stop - start) / 1e6
      part.position = stretch.position + stretch.velocity * elapsed
      part.edge = piece.edge
      part.alongRate = seconds > 0 ? (piece.endAlong - piece.startAlong) / seconds : 0
      part.along = piece.startAlong + part.alongRate * (elapsed - piece.start * Double(stop - start) / 1e6)
      stretches.append(part)
    }
  }
}
