public import World

/// Compares fixes with the truth by one rule.
///
/// Errors are measured on the plan: heights do not count, and wrong floors are counted separately. `along` and `cross`
/// refer to the direction in which the walk goes at that moment. Where the walker stands still or the walk is unknown,
/// the site's single path gives the direction, reversed on a backward lap.
public struct Scorer: Sendable {
  /// When and how fixes are compared with the ground truth.
  public private(set) var rule: ScoringRule
  private let site: Site
  private let path: PathGraph?
  private let route: Route?
  private let distances: PathDistances?
  private let stillSeconds: Double

  /// - Parameter stillSeconds: the shortest time of standing still that counts as a stop.
  /// - Throws: ``ScoringError`` when the rule measures along a path that the site does not have in one piece.
  public init(
    _ rule: ScoringRule, site: Site, stillSeconds: Double = MetricSettings().stillSeconds
  ) throws(ScoringError) {
    self.stillSeconds = stillSeconds
    self.rule = rule
    self.site = site
    path = site.path
    route = site.path.flatMap { Route(along: $0) }
    guard rule.measure == .alongPath else {
      distances = nil
      return
    }
    guard let path = site.path else { throw .noPath(site: site.name) }
    guard let distances = PathDistances(on: path) else { throw .pathInParts(site: site.name) }
    self.distances = distances
  }

  /// For a rule that predicts positions for presses, the same scorer with the last fix before each press; otherwise nil.
  public var byLastFix: Scorer? {
    rule.moment == .presses(.predicted)
      ? Scorer(self, ScoringRule(at: .presses(.last), measure: rule.measure)) : nil
  }

  private init(_ other: Scorer, _ rule: ScoringRule) {
    self = other
    self.rule = rule
  }

  /// The errors of one lap, in the order of its presses or callbacks.
  ///
  /// - Parameters:
  ///   - fixes: One for each callback.
  ///   - asked: For ``ScoringRule/Callback/predicted``, the position for each press.
  ///   - times: When the phone called back, in seconds since the stream began, increasing.
  ///   - interval: Seconds from one callback to the next. The last callback's fix counts for this long, since a working
  ///     phone would then have replaced it.
  ///   - truth: Its presses name test points of the site.
  public func errors(
    of fixes: [Result<Fix, NoFix>], asked: [Result<Fix, NoFix>] = [], at times: [Double], interval: Double,
    against truth: LapTruth
  ) -> ScoredLap {
    errors(of: [fixes], asked: [asked], at: times, interval: interval, against: truth)[0]
  }

  /// The same of several pipelines with the same callbacks.
  package func errors(
    of pipelines: [[Result<Fix, NoFix>]], asked: [[Result<Fix, NoFix>]], at times: [Double], interval: Double,
    against truth: LapTruth
  ) -> [ScoredLap] {
    let isPredicted = rule.moment == .presses(.predicted)
    let moments = moments(at: times, interval: interval, against: truth)
    var (outside, unheard) = (0, 0.0)
    if case .callbacks = rule.moment {
      outside = times.count - moments.count
      unheard = truth.walk?.span.seconds(outside: times, interval: interval) ?? 0
    }
    return zip(pipelines, asked).map { fixes, asked in
      precondition(fixes.count == times.count, "\(fixes.count) fixes for \(times.count) callbacks")
      precondition(!isPredicted || asked.count == truth.presses.count, "a position for each press")
      let errors = moments.enumerated().map { number, moment in
        moment.due.with(
          outcome(of: moment.callback.map { isPredicted ? asked[number] : fixes[$0] }, at: moment))
      }
      return ScoredLap(errors: errors, outsideTruth: outside, unheardTruth: unheard)
    }
  }

  /// Where the walker was.
  private enum Target {
    case place(Point)
    case line([Point])
    case room(Int)

    var place: Point? { if case .place(let place) = self { place } else { nil } }
  }

  /// A moment at which errors are due, the same for all pipelines.
  private struct Moment {
    /// Without a fix.
    let due: PositionError
    let target: Target
    let floor: Int
    /// The direction of travel on the plan, of length 1; zero when it is not known.
    let heading: Point
    /// The index of the callback whose fix counts, and its age in seconds; nil where there is none.
    let callback: Int?
    let age: Double
    /// As ``PositionError/Offset/isStanding``.
    let isStanding: Bool?
  }

  private func moments(at times: [Double], interval: Double, against truth: LapTruth) -> [Moment] {
    switch rule.moment {
    case .presses(let callback):
      return truth.presses.map { press in
        let (point, index) = (
          site.testPoints[press.testPoint], callback.index(at: press.time, among: times, interval: interval)
        )
        return moment(
          at: press.time, point.position, point.floor, testPoint: press.testPoint, index, truth,
          age: index.map { press.time - times[$0] } ?? 0, isStanding: nil)
      }
    case .callbacks:
      guard let walk = truth.walk else { return moments(at: times, against: truth) }
      let known = walk.known(among: times)
      let standing = standing(of: walk, at: times[known])
      return known.map { index in
        moment(
          at: times[index], walk.position(at: times[index]), walk.floor(at: times[index]), testPoint: nil,
          index, truth, age: 0, isStanding: standing.isEmpty ? nil : standing[index - known.lowerBound])
      }
    }
  }

  /// Whether the walker stands still at each time; empty where that is so of all of them or of none.
  private func standing(of walk: Walk, at times: ArraySlice<Double>) -> [Bool] {
    var stretches = StillStretch.all(of: walk, atLeast: stillSeconds)[...]
    guard !stretches.isEmpty else { return [] }
    let standing = times.map { time in
      stretches = stretches.drop { $0.until.microseconds < time.microseconds }
      return stretches.first?.contains(time) ?? false
    }
    return Set(standing).count == 2 ? standing : []
  }

  /// The moments of a ground truth without places; none without one.
  private func moments(at times: [Double], against truth: LapTruth) -> [Moment] {
    guard let loose = truth.loose else { return [] }
    return times.indices.compactMap { index in
      let (target, floor): (Target, Int)
      switch loose {
      case .line(let corners, let level): (target, floor) = (.line(corners), level)
      case .rooms:
        guard let room = loose.room(at: times[index]) else { return nil }
        (target, floor) = (.room(room), site.rooms[room].floor)
      }
      let due = PositionError(
        lap: truth.lap, direction: truth.direction, hand: truth.hand, walker: truth.walker, floor: floor,
        room: loose.room(at: times[index]), time: times[index], outcome: .failure(.noCallback))
      return Moment(
        due: due, target: target, floor: floor, heading: .zero, callback: index, age: 0, isStanding: nil)
    }
  }

  private func moment(
    at time: Double, _ place: Point, _ floor: Int, testPoint: Int?, _ callback: Int?, _ truth: LapTruth,
    age: Double, isStanding: Bool?
  ) -> Moment {
    Moment(
      due: PositionError(
        lap: truth.lap, direction: truth.direction, hand: truth.hand, walker: truth.walker, floor: floor,
        place: place, room: site.room(at: place, floor: floor), testPoint: testPoint, time: time,
        outcome: .failure(.noCallback)),
      target: .place(place), floor: floor, heading: heading(at: time, place: place, floor: floor, truth),
      callback: callback, age: age, isStanding: isStanding)
  }

  private func outcome(of fix: Result<Fix, NoFix>?, at moment: Moment) -> Result<PositionError.Offset, NoFix>
  {
    switch fix {
    case nil: return .failure(.noCallback)
    case .failure(let reason): return .failure(reason)
    case .success(let fix) where !fix.position.isFinite: return .failure(.notFinite)
    case .success(let fix):
      let (place, heading) = (moment.target.place, moment.heading)
      let step = place.map { fix.position - $0 } ?? .zero
      let room = site.room(at: fix.position, floor: fix.floor)
      return .success(
        PositionError.Offset(
          metres: metres(from: moment.target, moment.floor, to: fix, in: room),
          along: heading == .zero ? nil : heading.x * step.x + heading.y * step.y,
          cross: heading == .zero ? nil : heading.x * step.y - heading.y * step.x,
          floors: fix.floor - moment.floor, vector: place == nil ? nil : step.at(height: 0),
          room: room, age: moment.age, isStanding: moment.isStanding,
          claim: claim(of: fix, in: room, at: moment)))
    }
  }

  /// What the method stated, beside the truth; nil where it stated nothing.
  private func claim(of fix: Fix, in room: Int?, at moment: Moment) -> ErrorClaim? {
    guard fix.uncertainty != nil || fix.covariance != nil || fix.floorProbabilities != nil else {
      return nil
    }
    let claim = ErrorClaim(
      fix.statedCovariance, floor: .init(floorsOf: fix, truth: moment.floor, site: site),
      room: .init(roomsOf: fix, truth: moment.due.room, answer: room, site: site))
    return claim.isEmpty ? nil : claim
  }

  private func metres(from target: Target, _ floor: Int, to fix: Fix, in room: Int?) -> Double {
    let place: Point
    switch target {
    case .place(let known): place = known
    case .line(let corners): return corners.horizontalDistance(to: fix.position)
    case .room(let right):
      let corners = site.rooms[right].corners
      return room == right ? 0 : (corners + corners.prefix(1)).horizontalDistance(to: fix.position)
    }
    guard let distances, let path else { return place.horizontalDistance(to: fix.position) }
    return distances.distance(
      path.snap(place, floor: floor), path.snap(fix.position, floor: fix.floor))
  }

  /// The direction of travel on the plan, of length 1; zero when it is not known.
  private func heading(at time: Double, place: Point, floor: Int, _ truth: LapTruth) -> Point {
    let walking = truth.walk?.velocity(at: time).horizontalDirection ?? .zero
    guard walking == .zero, let route, let direction = truth.direction else { return walking }
    let forward = route.direction(at: route.arc(nearestTo: place, floor: floor)).horizontalDirection
    return direction == .forward ? forward : forward * -1
  }
}

extension ClosedRange<Double> {
  /// Seconds of this span before the first callback's window or after the last callback.
  fileprivate func seconds(outside times: [Double], interval: Double) -> Double {
    guard let first = times.first, let last = times.last else { return upperBound - lowerBound }
    let early = Swift.min(first - interval, upperBound) - lowerBound
    let late = upperBound - Swift.max(last, lowerBound)
    return Swift.max(early, 0) + Swift.max(late, 0)
  }
}

/// The ground truth of one lap. No positioner sees it.
public struct LapTruth: Hashable, Sendable {
  /// The lap's number, counted from 0.
  public let lap: Int
  /// Nil where it was not recorded.
  public let direction: TravelDirection?
  /// Nil where it was not recorded.
  public let hand: Hand?
  /// Nil where there is only one walker.
  public let walker: Walker?
  /// Where the walker was; nil when only the presses are known.
  public let walk: Walk?
  /// Where the walker may have been, in place of the walk; nil where that is not known either.
  public let loose: LooseTruth?
  /// In order of time.
  public let presses: [Press]
  /// The end of each stay in seconds, where the walker stands at one place after another; otherwise empty.
  public let stays: [Double]

  public init(
    lap: Int, direction: TravelDirection? = nil, hand: Hand? = nil, walker: Walker? = nil,
    walk: Walk? = nil, loose: LooseTruth? = nil, presses: [Press] = [], stays: [Double] = []
  ) {
    self.loose = loose
    self.lap = lap
    self.direction = direction
    self.hand = hand
    self.walker = walker
    self.walk = walk
    self.presses = presses
    self.stays = stays
  }
}
