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

  /// - Throws: ``ScoringError`` when the rule measures along a path that the site does not have in one piece.
  public init(_ rule: ScoringRule, site: Site) throws(ScoringError) {
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
    precondition(fixes.count == times.count, "\(fixes.count) fixes for \(times.count) callbacks")
    switch rule.moment {
    case .presses(let callback):
      let isPredicted = callback == .predicted
      precondition(!isPredicted || asked.count == truth.presses.count, "a position for each press")
      let errors = truth.presses.indices.map { number in
        let press = truth.presses[number]
        let index = callback.index(at: press.time, among: times, interval: interval)
        return error(
          of: index.map { isPredicted ? asked[number] : fixes[$0] },
          age: index.map { press.time - times[$0] } ?? 0, at: press, against: truth)
      }
      return ScoredLap(errors: errors, outsideTruth: 0)
    case .callbacks:
      guard let walk = truth.walk else { return ScoredLap(errors: [], outsideTruth: fixes.count) }
      let inside = walk.known(among: times)
      return ScoredLap(
        errors: inside.map { error(of: fixes[$0], at: times[$0], on: walk, against: truth) },
        outsideTruth: fixes.count - inside.count,
        unheardTruth: walk.span.seconds(outside: times, interval: interval))
    }
  }

  private func error(
    of fix: Result<Fix, NoFix>?, age: Double, at press: Press, against truth: LapTruth
  ) -> PositionError {
    let point = site.testPoints[press.testPoint]
    return PositionError(
      lap: truth.lap, direction: truth.direction, hand: truth.hand, walker: truth.walker, floor: point.floor,
      place: point.position, room: site.room(at: point.position, floor: point.floor),
      testPoint: press.testPoint, time: press.time,
      outcome: outcome(
        of: fix, at: point.position, floor: point.floor,
        heading: heading(at: press.time, place: point.position, floor: point.floor, truth), age: age))
  }

  private func error(of fix: Result<Fix, NoFix>, at time: Double, on walk: Walk, against truth: LapTruth)
    -> PositionError
  {
    let (place, floor) = (walk.position(at: time), walk.floor(at: time))
    return PositionError(
      lap: truth.lap, direction: truth.direction, hand: truth.hand, walker: truth.walker, floor: floor,
      place: place,
      room: site.room(at: place, floor: floor), time: time,
      outcome: outcome(
        of: fix, at: place, floor: floor, heading: heading(at: time, place: place, floor: floor, truth),
        age: 0))
  }

  private func outcome(
    of fix: Result<Fix, NoFix>?, at place: Point, floor: Int, heading: Point, age: Double
  ) -> Result<PositionError.Offset, NoFix> {
    switch fix {
    case nil: return .failure(.noCallback)
    case .failure(let reason): return .failure(reason)
    case .success(let fix) where !fix.position.isFinite: return .failure(.notFinite)
    case .success(let fix):
      let step = fix.position - place
      let room = site.room(at: fix.position, floor: fix.floor)
      return .success(
        PositionError.Offset(
          metres: metres(from: place, floor, to: fix),
          along: heading == .zero ? nil : heading.x * step.x + heading.y * step.y,
          cross: heading == .zero ? nil : heading.x * step.y - heading.y * step.x,
          floors: fix.floor - floor, vector: step.at(height: 0),
          room: room, age: age, claim: claim(of: fix, in: room, at: place, floor)))
    }
  }

  /// What the method stated, beside the truth; nil where it stated nothing.
  private func claim(of fix: Fix, in room: Int?, at place: Point, _ floor: Int) -> ErrorClaim? {
    guard fix.uncertainty != nil || fix.covariance != nil || fix.floorProbabilities != nil else {
      return nil
    }
    let claim = ErrorClaim(
      fix.statedCovariance, floor: .init(floorsOf: fix, truth: floor, site: site),
      room: .init(roomsOf: fix, truth: site.room(at: place, floor: floor), answer: room, site: site))
    return claim.isEmpty ? nil : claim
  }

  private func metres(from place: Point, _ floor: Int, to fix: Fix) -> Double {
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
