import Evaluation
import Testing
import World

@Suite struct ScorerTests {
  /// 36.0 × 16.5 m, anticlockwise from the south-west corner.
  private let loop = Site(
    name: "loop",
    path: PathGraph(
      nodes: [(0.0, 0.0), (36, 0), (36, 16.5), (0, 16.5)].enumerated().map { index, place in
        PathGraph.Node(name: "n\(index)", position: Point(x: place.0, y: place.1))
      }, edges: (0..<4).map { PathGraph.Edge(from: $0, to: ($0 + 1) % 4) }),
    testPoints: [(4.375, 0.0), (36, 3.375), (22.875, 16.5), (0, 2)].enumerated().map { index, place in
      TestPoint(id: .number(index + 1), position: Point(x: place.0, y: place.1))
    },
    anchors: [])

  private func fix(_ x: Double, _ y: Double, floor: Int = 0) -> Result<Fix, NoFix> {
    .success(Fix(position: Point(x: x, y: y, z: 40), floor: floor))
  }

  private func offset(_ error: PositionError) throws -> PositionError.Offset { try error.outcome.get() }

  /// From the first test point eastwards along the south side at 1.25 m/s.
  private let eastwards = Walk(knots: [
    Walk.Knot(time: 2, position: Point(x: 1.875, y: 0, z: 1.2)),
    Walk.Knot(time: 10, position: Point(x: 11.875, y: 0, z: 1.2)),
  ])

  @Test func `scores the fix of the chosen callback at a press`() throws {
    // Callbacks at 1 s to 5 s; the fix of second k is at x = k. The press at 4 s is at x = 4.375.
    let fixes = (1...5).map { fix(Double($0), 0) }
    let times = [1.0, 2, 3, 4, 5]
    let truth = LapTruth(lap: 3, direction: .forward, hand: .left, presses: [Press(time: 4, testPoint: 0)])
    let expected: [(ScoringRule.Callback, Double)] = [
      (.last, 0.375), (.next, 0.625), (.latency(seconds: 0.5), 1.375), (.latency(seconds: 1), 1.375),
      (.latency(seconds: 0), 0.375), (.latency(seconds: 2.25), 3.375),
    ]
    for (callback, metres) in expected {
      let scorer = try Scorer(ScoringRule(at: .presses(callback)), site: loop)
      let lap = scorer.errors(of: fixes, at: times, interval: 1, against: truth)
      #expect(lap.errors.count == 1)
      #expect(lap.outsideTruth == 0)
      #expect(lap.errors[0].metres == metres, "\(callback)")
    }
  }

  @Test func `without places for moments the error is the distance to the line or to the room`() throws {
    let room = Room(name: "r", corners: [(4, 0), (8, 0), (8, 4), (4, 4)].map { Point(x: $0.0, y: $0.1) })
    let other = Room(name: "s", corners: [(0, 0), (4, 0), (4, 4), (0, 4)].map { Point(x: $0.0, y: $0.1) })
    let site = Site(name: "rooms", rooms: [room, other], anchors: [])
    let scorer = try Scorer(ScoringRule(at: .callbacks), site: site)
    let fixes = [fix(2, 2), fix(5, 2), fix(11, 8), fix(5, 1)]
    func errors(_ loose: LooseTruth) -> [PositionError] {
      scorer.errors(of: fixes, at: [1, 2, 3, 4], interval: 1, against: LapTruth(lap: 0, loose: loose)).errors
    }
    // An L from the west to (8, 0) and north to (8, 4); from (11, 8) to its end it is 3 and 4 m.
    let line = errors(.line([Point(x: 0, y: 0), Point(x: 8, y: 0), Point(x: 8, y: 4)], floor: 0))
    #expect(
      line.map(\.metres) == [2, 2, 5, 1] && line.allSatisfy { $0.place == nil && $0.offset?.vector == nil })
    // In r from 1 s on, unknown from 4 s on.
    let rooms = errors(
      .rooms([.init(time: 1, room: 0), .init(time: 4, room: nil), .init(time: 9, room: nil)]))
    #expect(rooms.map(\.metres) == [2, 0, 5])
    #expect(Metric.rightRoom.value(ofLaps: [rooms]).map { abs($0 - 1.0 / 3) < 1e-12 } == true)
  }

  @Test func `errors in stops and between them are told apart, where a walk has both`() throws {
    // Stands at x = 0 until 6 s, then walks at 1 m/s; fixes are at x = 1 throughout: errors 1 at 1 to 6 s, then 0, 1, 2.
    var marks = WalkMarks()
    marks.add(Walk.Knot(time: 0, position: .zero), staying: .until(6))
    marks.add(Walk.Knot(time: 9, position: Point(x: 3, y: 0)))
    let times = (1...9).map { Double($0) }
    func errors(_ stillSeconds: Double) throws -> [[PositionError]] {
      let scorer = try Scorer(ScoringRule(at: .callbacks), site: loop, stillSeconds: stillSeconds)
      let truth = LapTruth(lap: 0, walk: marks.walk())
      return [scorer.errors(of: times.map { _ in fix(1, 0) }, at: times, interval: 1, against: truth).errors]
    }
    let laps = try errors(5)
    let metrics = ErrorMetrics(ofLaps: laps, site: loop, settings: MetricSettings())
    #expect(metrics.whileStanding == 1 && metrics.whileMoving == 1)
    #expect(
      laps[0].map { $0.offset?.isStanding } == [true, true, true, true, true, true, false, false, false])
    #expect(Metric.moving.value(ofLaps: laps) == 1 && Metric.standing.value(ofLaps: laps) == 1)
    // A stop must be as long as the scenario says.
    #expect(try errors(7)[0].allSatisfy { $0.offset?.isStanding == nil })
  }

  @Test
  func `a predicted position counts at a press where a callback would, and has the age of what it is from`()
    throws
  {
    // Callbacks at 1 s and 2 s; presses before, half a second after and long after them, all at x = 4.375.
    let truth = LapTruth(
      lap: 0,
      presses: [0.5, 2.5, 3.5].map { Press(time: $0, testPoint: 0) })
    let scorer = try Scorer(ScoringRule(at: .presses(.predicted)), site: loop)
    let lap = scorer.errors(
      of: [fix(1, 0), fix(2, 0)], asked: [fix(0, 0), fix(3, 0), fix(4, 0)], at: [1, 2], interval: 1,
      against: truth)
    #expect(lap.errors.map(\.metres) == [nil, 1.375, nil])
    #expect(try offset(lap.errors[1]).age == 0.5)
    let last = try #require(scorer.byLastFix)
    #expect(
      last.errors(of: [fix(1, 0), fix(2, 0)], at: [1, 2], interval: 1, against: truth).errors[1].metres
        == 2.375)
    #expect(last.byLastFix == nil)
  }

  @Test func `a press before the first callback, or after the last one for the next, is missed`() throws {
    let truth = LapTruth(
      lap: 0, presses: [Press(time: 0.5, testPoint: 0), Press(time: 2.5, testPoint: 1)])
    let fixes = [fix(0, 0), fix(1, 0)]
    let last = try Scorer(ScoringRule(at: .presses(.last)), site: loop)
    #expect(
      last.errors(of: fixes, at: [1, 2], interval: 1, against: truth).errors.map(\.missed) == [
        .noCallback, nil,
      ])
    let next = try Scorer(ScoringRule(at: .presses(.next)), site: loop)
    #expect(
      next.errors(of: fixes, at: [1, 2], interval: 1, against: truth).errors.map(\.missed) == [
        nil, .noCallback,
      ])
    #expect(
      last.errors(of: [], at: [], interval: 1, against: truth).errors.map(\.missed) == [
        .noCallback, .noCallback,
      ])
  }

  @Test func `the last callback's fix counts for one interval, and later nothing does`() throws {
    // Callbacks at 1 s and 2 s; half a second apart the last one would end at 2.5 s.
    let fixes = [fix(0, 0), fix(1, 0)]
    let presses = [1.999, 2, 2.499, 2.5, 2.999, 3, 60].map { Press(time: $0, testPoint: 0) }
    let truth = LapTruth(lap: 0, presses: presses)
    let last = try Scorer(ScoringRule(at: .presses(.last)), site: loop)
    func scored(_ scorer: Scorer, _ interval: Double) -> [Bool] {
      scorer.errors(of: fixes, at: [1, 2], interval: interval, against: truth).errors.map {
        $0.missed != .noCallback
      }
    }
    #expect(scored(last, 1) == [true, true, true, true, true, false, false])
    #expect(scored(last, 0.5) == [true, true, true, false, false, false, false])
    let late = try Scorer(ScoringRule(at: .presses(.latency(seconds: 1))), site: loop)
    #expect(scored(late, 1) == [false, true, true, true, true, true, false])
  }

  @Test func `seconds of a walk at which the phone was not at work are counted`() throws {
    // The walk lasts from 2 s to 10 s; windows of 1 s that end at 5 s to 8 s leave 2 s before and 2 s after.
    let scorer = try Scorer(ScoringRule(at: .callbacks), site: loop)
    func unheard(_ times: [Double]) -> Double {
      scorer.errors(
        of: times.map { _ in fix(0, 0) }, at: times, interval: 1,
        against: LapTruth(lap: 0, walk: eastwards)
      ).unheardTruth
    }
    #expect(unheard([5, 6, 7, 8]) == 4)
    #expect(unheard([1, 2, 3]) == 7)
    #expect(unheard([20, 21]) == 8)
    #expect(unheard([1, 11]) == 0)
    #expect(unheard([]) == 8)
  }

  @Test func `a callback without a position is missed with its reason, never replaced by an older one`()
    throws
  {
    let scorer = try Scorer(ScoringRule(at: .presses(.last)), site: loop)
    let truth = LapTruth(
      lap: 0, presses: [Press(time: 2, testPoint: 0), Press(time: 3.9, testPoint: 1)])
    let missing = NoFix.tooFewBeacons(heard: 1, needed: 2)
    let lap = scorer.errors(
      of: [fix(0, 0), .failure(missing), fix(.nan, 0)], at: [1, 2, 3], interval: 1, against: truth)
    #expect(lap.errors.map(\.missed) == [missing, .notFinite])
    #expect(lap.errors.allSatisfy { $0.metres == nil })
  }

  @Test func `keeps lap, direction, hand, floor, test point and time`() throws {
    let scorer = try Scorer(ScoringRule(at: .presses(.last)), site: loop)
    let truth = LapTruth(
      lap: 12, direction: .backward, hand: .right, presses: [Press(time: 7.25, testPoint: 2)])
    let error = scorer.errors(of: [fix(22.875, 16.5, floor: 2)], at: [7], interval: 1, against: truth).errors[
      0]
    #expect(error.lap == 12)
    #expect(error.direction == .backward)
    #expect(error.hand == .right)
    #expect(error.floor == 0)
    #expect(error.testPoint == 2)
    #expect(error.time == 7.25)
    #expect(try offset(error).floors == 2)
    #expect(try offset(error).metres == 0)
  }

  @Test func `ahead is positive along the walk, and left of it is positive across`() throws {
    // Eastwards at test point 1: 3 m behind and 4 m to the left (north), 5 m in all; the height plays no part.
    let scorer = try Scorer(ScoringRule(at: .presses(.last)), site: loop)
    let truth = LapTruth(lap: 0, walk: eastwards, presses: [Press(time: 4, testPoint: 0)])
    let behind = try offset(
      scorer.errors(of: [fix(1.375, 4)], at: [4], interval: 1, against: truth).errors[0])
    #expect(behind.metres == 5)
    #expect(behind.along == -3)
    #expect(behind.cross == 4)
    let ahead = try offset(
      scorer.errors(of: [fix(7.375, -4)], at: [4], interval: 1, against: truth).errors[0])
    #expect(ahead.along == 3)
    #expect(ahead.cross == -4)
  }

  @Test func `without a walk the path and the lap's direction say which way it goes`() throws {
    // Forward is anticlockwise: east at point 1, north at 2, west at 3, south at 4. Each fix lies 2 m east and
    // 1 m north of its point.
    let scorer = try Scorer(ScoringRule(at: .presses(.last)), site: loop)
    let expected = [(2.0, 1.0), (1.0, -2.0), (-2.0, -1.0), (-1.0, 2.0)]
    for (index, (along, cross)) in expected.enumerated() {
      let point = loop.testPoints[index].position
      let fixes = [fix(point.x + 2, point.y + 1)]
      for direction in TravelDirection.allCases {
        let truth = LapTruth(lap: 0, direction: direction, presses: [Press(time: 1, testPoint: index)])
        let found = try offset(scorer.errors(of: fixes, at: [1], interval: 1, against: truth).errors[0])
        let sign = direction == .forward ? 1.0 : -1.0
        #expect(found.along == sign * along)
        #expect(found.cross == sign * cross)
      }
    }
  }

  @Test func `along and cross are unknown when nothing says which way the walker goes`() throws {
    let scorer = try Scorer(ScoringRule(at: .presses(.last)), site: loop)
    let truth = LapTruth(lap: 0, presses: [Press(time: 1, testPoint: 0)])
    let found = try offset(scorer.errors(of: [fix(0, 0)], at: [1], interval: 1, against: truth).errors[0])
    #expect(found.along == nil)
    #expect(found.cross == nil)
    #expect(found.metres == 4.375)
  }

  @Test func `at every callback the truth is where the walk is at that moment`() throws {
    // At 6 s the walk is at x = 6.875, at 8 s at 9.375; 1 s and 11 s are outside of it.
    let scorer = try Scorer(ScoringRule(at: .callbacks), site: loop)
    let fixes = [fix(0, 0), fix(5.875, 0), .failure(.undetermined), fix(0, 0)]
    let lap = scorer.errors(
      of: fixes, at: [1, 6, 8, 11], interval: 1, against: LapTruth(lap: 5, walk: eastwards))
    #expect(lap.outsideTruth == 2)
    #expect(lap.errors.map(\.time) == [6, 8])
    #expect(try offset(lap.errors[0]).metres == 1)
    #expect(try offset(lap.errors[0]).along == -1)
    #expect(lap.errors[1].missed == .undetermined)
    #expect(lap.errors.allSatisfy { $0.testPoint == nil && $0.lap == 5 })
  }

  @Test func `without a walk no callback can be scored, and all are counted`() throws {
    let scorer = try Scorer(ScoringRule(at: .callbacks), site: loop)
    let lap = scorer.errors(of: [fix(0, 0)], at: [1], interval: 1, against: LapTruth(lap: 0))
    #expect(lap == ScoredLap(errors: [], outsideTruth: 1))
  }

  @Test func `along the path goes round the corner, and the shorter way round`() throws {
    // From (36, 3.375) to (32, 0): 3.375 m down and 4 m along. From (0, 2) to (3, 0.5), which snaps to (3, 0):
    // 2 m down and 3 m along, not the 100 m round the rest of the loop.
    let scorer = try Scorer(ScoringRule(at: .presses(.last), measure: .alongPath), site: loop)
    let truth = LapTruth(
      lap: 0, direction: .forward, presses: [Press(time: 1, testPoint: 1), Press(time: 2, testPoint: 3)])
    let errors = scorer.errors(of: [fix(32, -0.5), fix(3, 0.5)], at: [1, 2], interval: 1, against: truth)
      .errors
    #expect(errors.map(\.metres) == [7.375, 5])
    // The straight parts stay: walking north, the fix is 3.875 m behind and 4 m to the left.
    #expect(try offset(errors[0]).along == -3.875)
    #expect(try offset(errors[0]).cross == 4)
  }

  @Test func `a rule that the site cannot be scored by is refused with a sentence`() {
    let rule = ScoringRule(at: .callbacks, measure: .alongPath)
    let open = Site(name: "hall", anchors: [])
    #expect(throws: ScoringError.noPath(site: "hall")) { try Scorer(rule, site: open) }
    #expect(
      ScoringError.noPath(site: "hall").description
        == "score.measure: alongPath expects a site with a path, found none in site hall")
    let parts = PathGraph(
      nodes: (0..<4).map { PathGraph.Node(name: "\($0)", position: Point(x: Double($0), y: 0)) },
      edges: [PathGraph.Edge(from: 0, to: 1), PathGraph.Edge(from: 2, to: 3)])
    #expect(throws: ScoringError.pathInParts(site: "wings")) {
      try Scorer(rule, site: Site(name: "wings", path: parts, anchors: []))
    }
  }

  @Test func `what a method states is kept with the error, and becomes probabilities of floors and rooms`()
    throws
  {
    func room(_ name: String, _ west: Double, _ east: Double) -> Room {
      Room(
        name: name,
        corners: [(west, -50), (east, -50), (east, 50), (west, 50)].map { Point(x: $0.0, y: $0.1) })
    }
    let site = Site(
      name: "house", floors: [Floor(level: 0, elevation: 0), Floor(level: 1, elevation: 3)],
      testPoints: [TestPoint(id: 1, position: Point(x: -2, y: 0))],
      rooms: [room("west", -50, 0), room("east", 0, 50)], anchors: [])
    let scorer = try Scorer(ScoringRule(at: .presses(.last)), site: site)
    let truth = LapTruth(lap: 0, presses: [Press(time: 1, testPoint: 0)])
    func claim(_ fix: Fix) throws -> ErrorClaim? {
      let scored = scorer.errors(of: [Result<Fix, NoFix>.success(fix)], at: [1], interval: 1, against: truth)
      return try offset(scored.errors[0]).claim
    }
    let place = Point(x: 1, y: 0)
    #expect(try claim(Fix(position: place)) == nil)
    // A root mean square of √2 m is 1 m along each axis: the east has Φ(1) = 0.8413, within 128 draws. The walker is in the west.
    let alone = try #require(try claim(Fix(position: place, uncertainty: 2.0.squareRoot())))
    #expect(abs(try #require(alone.covariance).xx - 1) < 1e-6 && alone.floor == nil)
    let east = try #require(alone.room)
    #expect(abs(east.confidence - 0.8413) < 0.02)
    #expect(abs(east.brier - 2 * east.confidence * east.confidence) < 1e-5)
    // A quarter on the floor above, which has no rooms.
    let both = try #require(
      try claim(
        Fix(
          position: place, covariance: PlanCovariance(xx: 1, xy: 0, yy: 1),
          floorProbabilities: [
            FloorProbability(floor: 0, probability: 0.75), .init(floor: 1, probability: 0.25),
          ])
      ))
    #expect(try #require(both.floor).confidence == 0.75 && both.floor?.brier == 0.125)
    #expect(abs(try #require(both.room).confidence - 0.75 * east.confidence) < 1e-6)
  }

  @Test func `a rule says in words what it does`() {
    #expect(ScoringRule(at: .presses(.last)).description == "presses, last callback")
    #expect(
      ScoringRule(at: .presses(.latency(seconds: 0.5)), measure: .alongPath).description
        == "presses, callback 0.5 s before, along the path")
  }

  // A press as often and as late after each callback as the rule says; one that a clock's offset moved by 0.1 s.
  @Test func `a callback counts to the microsecond`() {
    let times = (1...400).map { Double($0) / 10 }
    for index in 3..<399 {
      let press = Double(index + 1) * 0.1
      func counted(_ callback: ScoringRule.Callback) -> Int? {
        callback.index(at: press, among: times, interval: 0.1)
      }
      #expect(counted(.last) == index && counted(.next) == index + 1)
      #expect(counted(.latency(seconds: 0.3)) == index - 3)
    }
    #expect(ScoringRule.Callback.last.index(at: 0.1 + 0.2, among: [0.1, 0.2], interval: 0.1) == nil)
  }
}
