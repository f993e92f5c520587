public import World

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
