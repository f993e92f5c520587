/// A walk divided into short bins of one length, from the stream's beginning to its end: the walker's position in the middle of
/// each, and the direction of walking from there.
public struct WalkedBins: Hashable, Sendable {
  /// Seconds of one bin.
  public let length: Double
  /// The middles, in seconds since the stream began.
  public let times: [Double]
  /// The walker's position in the middle of each bin, in metres.
  public let positions: [Point]
  /// The level of the floor in the middle of each bin.
  public let floors: [Int]
  /// The direction faced, of length 1 on the plan; zero for a walker who never moves.
  public let headings: [Point]
  /// The direction of walking, of length 1 in space; while standing, the last direction or else the first one to come.
  public let ahead: [Point]
  private let walk: Walk
  /// By knot: metres on foot since the first one.
  private let walked: [Double]

  /// - Precondition: `length` is above 0.
  public init(of walk: Walk, duration: Double, length: Double) {
    precondition(length > 0, "length must be above 0, was \(length)")
    self.walk = walk
    self.length = length
    let count = max(WalkedBins.count(until: duration, length: length), 1)
    times = (0..<count).map { (Double($0) + 0.5) * length }
    positions = times.map(walk.position)
    floors = times.map(walk.floor)
    let (facings, ways) = (walk.headings, WalkedBins.ways(of: walk))
    headings = times.map { facings[walk.leg(at: $0)] }
    ahead = times.map { ways[walk.leg(at: $0)] }
    var walked = [0.0]
    for (knot, next) in zip(walk.knots, walk.knots.dropFirst()) {
      walked.append(walked[walked.count - 1] + WalkedBins.metresOnFoot(from: knot, to: next))
    }
    self.walked = walked
  }

  /// How many bins begin before a time in seconds, but for rounding: bins need not be whole microseconds long.
  public func count(until time: Double) -> Int { WalkedBins.count(until: time, length: length) }

  private static func count(until time: Double, length: Double) -> Int {
    Int((time / length - 1e-9).rounded(.up))
  }

  /// By knot: the direction of walking from it on.
  private static func ways(of walk: Walk) -> [Point] {
    let own = walk.knots.map { walk.velocity(at: $0.time) }.map { velocity in
      velocity.length > 0 ? velocity * (1 / velocity.length) : .zero
    }
    var way = own.first { $0 != .zero } ?? .zero
    return own.map { direction in
      if direction != .zero { way = direction }
      return way
    }
  }

  /// A walker who moves straight up is in a lift.
  private static func metresOnFoot(from knot: Walk.Knot, to next: Walk.Knot) -> Double {
    let isUpright = next.position.horizontalDistance(to: knot.position) == 0
    return isUpright ? 0 : next.position.distance(to: knot.position)
  }

  /// Metres walked from the first knot to a moment.
  public func metresOnFoot(at time: Double) -> Double {
    let leg = walk.leg(at: time)
    guard leg + 1 < walk.knots.count else { return walked[leg] }
    let (from, to) = (walk.knots[leg].time, walk.knots[leg + 1].time)
    let fraction = min(max((time - from) / (to - from), 0), 1)
    return walked[leg] + (walked[leg + 1] - walked[leg]) * fraction
  }

  /// The straight way on which one is at a moment, stops on it included: its metres on the plan, and how many of them go
  /// with one metre in space.
  public func straightWay(at time: Double) -> (metres: Double, share: Double) {
    let (knots, ways) = (walk.knots, WalkedBins.ways(of: walk))
    let leg = min(walk.leg(at: time), max(knots.count - 2, 0))
    func isSame(_ other: Int) -> Bool { ways[other].dot(ways[leg]) > 1 - 1e-9 }
    var (first, last) = (leg, leg)
    while first > 0, isSame(first - 1) { first -= 1 }
    while last + 2 < knots.count, isSame(last + 1) { last += 1 }
    let end = min(last + 1, knots.count - 1)
    return (
      knots[first].position.horizontalDistance(to: knots[end].position), ways[leg].horizontalLength
    )
  }
}
