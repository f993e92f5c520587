/// How fixes behave while the walker stands still, over many stops.
///
/// The resting place of a stop is the mean of the fixes of its second half. A stop at which the walker arrived has settled
/// at the first fix from which on every fix lies within a given distance of that place; the last fix alone does not count
/// as settling. Ours, after the settling time of control engineering.
public struct StopTally: Hashable, Sendable {
  /// Seconds from the beginning of a stop to the fix at which it has settled; in order.
  public private(set) var settling: [Double] = []
  /// Stops at which the walker arrived and whose fixes had not settled when the walker went on.
  public private(set) var unsettled = 0
  /// Stops with too few fixes to judge: fewer than two in the second half.
  public private(set) var unheard = 0
  /// Squared distances from the resting place, over the second halves.
  private var squares = 0.0
  /// The degrees of freedom: the number of fixes in each second half less one, summed.
  private var freedom = 0

  public init() {}

  /// How far a fix strays from its resting place while the walker stands still, in metres: the square root of the unbiased
  /// estimate of the mean squared distance; nil without stops.
  public var jitter: Double? { freedom > 0 ? (squares / Double(freedom)).squareRoot() : nil }

  /// All stops, settled or not, those at which a walk begins included.
  public private(set) var stops = 0

  init(_ track: LapTrack, truth: TrackTruth) {
    for stop in truth.stops { add(stop, track, truth.settings.settledWithin) }
  }

  private mutating func add(_ stop: StillStretch, _ track: LapTrack, _ metres: Double) {
    stops += 1
    let moments = track.moments.filter { stop.contains($0.time) }
    let late = moments.filter { stop.isLate($0.time) }
    guard late.count >= 2 else {
      unheard += 1
      return
    }
    let count = Double(late.count)
    let (x, y) = (late.reduce(0) { $0 + $1.x } / count, late.reduce(0) { $0 + $1.y } / count)
    func square(_ moment: LapTrack.Moment) -> Double {
      (moment.x - x) * (moment.x - x) + (moment.y - y) * (moment.y - y)
    }
    for moment in late { squares += square(moment) }
    freedom += late.count - 1
    guard stop.isArrival else { return }
    let lastFar = moments.lastIndex { square($0) > metres * metres }
    let settled = lastFar.map { $0 + 1 } ?? 0
    guard settled < moments.count - 1 else {
      unsettled += 1
      return
    }
    settling.append(moments[settled].time - stop.from)
  }

  mutating func add(_ other: StopTally) {
    settling += other.settling
    unsettled += other.unsettled
    unheard += other.unheard
    squares += other.squares
    freedom += other.freedom
    stops += other.stops
  }
}
