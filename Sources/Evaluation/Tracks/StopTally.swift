import World

/// What fixes do while the walker stands still, over many stops.
///
/// The resting place of a stop is the mean of the fixes of its second half. A stop that the walker came to has settled
/// after so many seconds when every fix from then on lies within a given distance of that place; its last fix alone is
/// no settling. Ours, after the settling time of control engineering.
public struct StopTally: Hashable, Sendable {
  /// Seconds from standing still to the first fix from which on all are near the resting place; in order.
  public private(set) var settling: [Double] = []
  /// Stops, come to on foot, whose fixes had not settled when the walker went on.
  public private(set) var unsettled = 0
  /// Stops with too few fixes to tell: fewer than two in the second half.
  public private(set) var unheard = 0
  /// Squared distances from the resting place, over the second halves.
  private var squares = 0.0
  /// One less than the fixes of each second half.
  private var freedom = 0

  public init() {}

  /// How far a fix wanders from its resting place while the walker stands: the root of the mean square in metres, as an
  /// estimate without bias of the variance; nil without stops.
  public var jitter: Double? { freedom > 0 ? (squares / Double(freedom)).squareRoot() : nil }

  /// All stops, whatever became of them; those at which a walk begins included.
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
