public import World

/// One pipeline's fixes at the callbacks of one lap at which the ground truth is known, in order of time.
struct LapTrack: Hashable, Sendable {
  /// A callback with a fix.
  struct Moment: Hashable, Sendable {
    /// Which of the track's callbacks it is, from 0.
    let callback: Int32
    /// An index into ``Site/rooms``; -1 in none.
    let room: Int32
    /// Seconds since the stream began.
    let time: Double
    /// Metres on the plan.
    let x: Double
    let y: Double

    func distance(to other: Moment) -> Double {
      let (dx, dy) = (x - other.x, y - other.y)
      return (dx * dx + dy * dy).squareRoot()
    }
  }

  let moments: [Moment]
  /// Callbacks within the truth, with or without a fix.
  let callbacks: Int

  /// - Parameters:
  ///   - fixes: one for each callback of the lap.
  ///   - truth: of the same callbacks.
  init(of fixes: [Result<Fix, NoFix>], truth: TrackTruth) {
    precondition(fixes.count == truth.heard, "\(fixes.count) fixes for \(truth.heard) callbacks")
    var moments: [Moment] = []
    moments.reserveCapacity(truth.times.count)
    for (callback, time) in truth.times.enumerated() {
      guard case .success(let fix) = fixes[truth.first + callback], fix.position.isFinite else { continue }
      let room = truth.rooms.isEmpty ? nil : truth.site.room(at: fix.position, floor: fix.floor)
      moments.append(
        Moment(
          callback: Int32(callback), room: Int32(room ?? -1), time: time, x: fix.position.x,
          y: fix.position.y))
    }
    self.moments = moments
    callbacks = truth.times.count
  }
}

/// The ground truth of one lap at the phone's callbacks: the same for all pipelines, and computed once.
public struct TrackTruth: Hashable, Sendable {
  let walk: Walk
  let site: Site
  let settings: MetricSettings
  /// Seconds from one callback to the next.
  let interval: Double
  /// How many callbacks there were, those outside the truth included.
  let heard: Int
  /// The index of the first callback within the truth.
  let first: Int
  /// The callbacks within the truth, in seconds since the stream began.
  let times: [Double]
  /// The true room at each of them, an index into ``Site/rooms``; empty on a site without rooms.
  let rooms: [Int?]
  /// Where the walker was whole numbers of seconds before the callbacks; see ``LagShifts``.
  let shifts: LagShifts
  /// When the walker stood still.
  let stops: [StillStretch]

  /// - Parameters:
  ///   - walk: the walker's on this lap.
  ///   - times: when the phone called back, in seconds since the stream began, increasing.
  ///   - interval: seconds from one callback to the next.
  ///   - site: whose rooms fixes are compared with.
  ///   - settings: of the metrics, such as the shortest time of standing still that counts as a stop.
  public init(
    of walk: Walk, at times: [Double], interval: Double, site: Site, settings: MetricSettings
  ) {
    self.walk = walk
    self.site = site
    self.settings = settings
    self.interval = interval
    heard = times.count
    let known = walk.known(among: times)
    first = known.lowerBound
    let inside = Array(times[known])
    self.times = inside
    rooms =
      site.rooms.isEmpty
      ? [] : inside.map { site.room(at: walk.position(at: $0), floor: walk.floor(at: $0)) }
    shifts = LagShifts(of: walk, at: inside)
    stops = StillStretch.all(of: walk, atLeast: settings.stillSeconds)
  }
}

/// A time during which a walker stands still.
struct StillStretch: Hashable, Sendable {
  /// Seconds since the stream began.
  let from: Double
  let until: Double
  /// Whether the walker moved before, so that fixes have to settle.
  let isArrival: Bool

  /// Whether a time lies in it, to the microsecond.
  func contains(_ time: Double) -> Bool { from.microseconds...until.microseconds ~= time.microseconds }

  /// Whether a time lies in its second half, by when fixes should have settled: the resting place is taken from there.
  func isLate(_ time: Double) -> Bool { 2 * time.microseconds >= from.microseconds + until.microseconds }

  /// All stretches of at least `seconds`, in order of time: runs of consecutive knots at one place, to a millimetre.
  static func all(of walk: Walk, atLeast seconds: Double) -> [StillStretch] {
    var stretches: [StillStretch] = []
    let knots = walk.knots
    var start = 0
    for index in knots.indices.dropFirst() {
      let isStill = knots[index].position.distance(to: knots[start].position) < 0.001
      if isStill, index < knots.count - 1 { continue }
      let end = isStill ? index : index - 1
      if knots[end].time.microseconds - knots[start].time.microseconds >= seconds.microseconds {
        stretches.append(
          StillStretch(from: knots[start].time, until: knots[end].time, isArrival: start > 0))
      }
      start = index
    }
    return stretches
  }
}
