import Documents
import NumericalMethods
import Phone
import Radio
import Testing
import World

@testable import Positioning

@Suite struct GridTrackerTests {
  /// A corridor of 20 m with a beacon 1 m beside each end and one in the middle, as high as the phone.
  private static let corridor = Sites.site(
    [0.0, 10, 20].map { Point(x: $0, y: 1, z: 1.2) },
    path: Sites.path([.zero, Point(x: 20, y: 0)], edges: [(0, 1)]))

  /// A tracker that knows about how fast people walk: 14 s are few to learn that as well.
  private static func brisk(_ settings: inout GridTracker.Settings) {
    (settings.speed, settings.speedDeviation) = (1.3, 0.2)
  }

  private static func tracker(_ change: (inout GridTracker.Settings) -> Void = { _ in }) throws -> Pipeline {
    try Pipeline(
      PipelineSettings {
        $0.method = MethodChoice(
          GridTracker.Settings {
            brisk(&$0)
            change(&$0)
          })
      },
      assuming: RangingSettings(),
      site: corridor)
  }

  /// What is read 1.2 m above a place of the path without noise, by n 2 and -59 dBm.
  private static func levels(
    of site: Site = corridor, x: Double, body: Double = 0, heading: Double = 1
  ) -> [Double] {
    site.anchors.map { anchor in
      let step = anchor.position - Point(x: x, y: 0, z: 1.2)
      return -59 - 20 * Elementary.log10(step.length)
        - body * (step.horizontalLength - heading * step.x) / (2 * step.length)
    }
  }

  private static func epochs(_ levels: [[Double]]) -> [Epoch] {
    levels.enumerated().map { Sites.epoch($1.map { DBm($0) }, at: Double($0 + 1)) }
  }

  private static func fixes(_ pipeline: Pipeline, _ epochs: [Epoch]) throws -> [Fix] {
    var session = pipeline.method.begin(LapPrior(of: pipeline.prior, number: 0))
    return try epochs.map { try session.fix(from: $0) }
  }

  /// The model as matrices say it. Only what the tracker drops is left out here as well: after each step the cells whose probability is
  /// below a millionth of the greatest. A state is a cell times the number of speeds, plus the
  /// speed.
  private struct Dense {
    let speeds: Int
    let first: [Double]
    /// By state, where it comes from and how probably.
    let sources: [[(state: Int, weight: Double)]]
    /// By window, then by state.
    let likelihoods: [[Double]]

    init(_ tracker: GridTracker, _ epochs: [Epoch]) {
      let (motion, grid) = (tracker.motion, tracker.motion.grid)
      let speeds = motion.speeds.count
      self.speeds = speeds
      // All cells are equally long.
      first = (0..<grid.count).flatMap { _ in motion.prior.map { $0 / Double(grid.count) } }
      var sources = [[(state: Int, weight: Double)]](repeating: [], count: first.count)
      for state in first.indices {
        let (cell, speed) = (state / speeds, state % speeds)
        for end in grid.targets(from: cell, metres: motion.speeds[speed]) {
          let part = motion.change / 2
          let changes = [
            (max(speed - 1, 0), part), (speed, 1 - 2 * part), (min(speed + 1, speeds - 1), part),
          ].flatMap { later, weight -> [(Int, Double)] in
            guard motion.stop > 0 else { return [(later, weight)] }
            return later > 0
              ? [(later, weight * (1 - motion.stop)), (0, weight * motion.stop)]
              : [(0, weight * (1 - motion.start))]
                + motion.onward.enumerated().map { ($0, weight * motion.start * $1) }
          }
          for (later, weight) in changes {
            let target = end.cell * speeds + later
            if let same = sources[target].firstIndex(where: { $0.state == state }) {
              sources[target][same].weight += weight * end.weight
            } else {
              sources[target].append((state, weight * end.weight))
            }
          }
        }
      }
      self.sources = sources
      likelihoods = epochs.map { epoch in
        grid.positions.indices.flatMap { [Int](repeating: $0, count: speeds) }.map { cell in
          let place = grid.positions[cell] + Point(x: 0, y: 0, z: 1.2)
          var sum = 0.0
          for anchor in corridor.anchors.indices {
            let d = place.distance(to: corridor.anchors[anchor].position)
            let residual = (epoch.readings[anchor]?.value ?? 0) + 59 + 20 * Elementary.log10(d)
            sum += residual * residual / (36 + 4.5 * 4.5 / 7 + 1.0 / 12)
          }
          return Elementary.exp(-0.4 * sum)
        }
      }
    }

    private func moved(_ p: [Double]) -> [Double] {
      sources.map { $0.reduce(0) { $0 + p[$1.state] * $1.weight } }
    }

    private func probable(_ p: [Double]) -> [Double] {
      let cells = (0..<p.count / speeds).map { p[$0 * speeds..<($0 + 1) * speeds].reduce(0, +) }
      // The share of the most probable cell below which the tracker drops one.
      let least = 1e-9 * (cells.max() ?? 0)
      let kept = p.indices.map { cells[$0 / speeds] > least ? p[$0] : 0 }
      let total = kept.reduce(0, +)
      return kept.map { $0 / total }
    }

    var forward: [[Double]] {
      var p = first
      return likelihoods.enumerated().map { index, likelihood in
        p = probable(zip(index > 0 ? probable(moved(p)) : p, likelihood).map { $0 * $1 })
        return p
      }
    }

    var smoothed: [[Double]] {
      let forward = forward
      var after = [forward[forward.count - 1]]
      for p in forward.dropLast().reversed() {
        let predicted = probable(moved(p))
        var back = [Double](repeating: 0, count: p.count)
        for (target, ways) in sources.enumerated() where predicted[target] > 0 {
          for way in ways { back[way.state] += way.weight * after[0][target] / predicted[target] }
        }
        after.insert(probable(zip(p, back).map { $0 * $1 }), at: 0)
      }
      return after
    }

    /// The most probable states, by the logarithms of all ways.
    var viterbi: [Int] {
      var best = zip(first, likelihoods[0]).map { Elementary.log($0) + Elementary.log($1) }
      var origins: [[Int]] = []
      for likelihood in likelihoods.dropFirst() {
        let from = sources.map { ways in
          ways.max { best[$0.state] + Elementary.log($0.weight) < best[$1.state] + Elementary.log($1.weight) }
        }
        best = best.indices.map { state in
          guard let way = from[state] else { return -.infinity }
          return best[way.state] + Elementary.log(way.weight) + Elementary.log(likelihood[state])
        }
        origins.append(from.map { $0?.state ?? -1 })
      }
      var states = [best.indices.max { best[$0] < best[$1] } ?? 0]
      for origin in origins.reversed() { states.insert(origin[states[0]], at: 0) }
      return states
    }
  }

  /// Cells of 1 m, and shadowing whose correlation is that of a known channel: none, so that the readings of two windows are independent.
  ///
  /// - Parameter least: below this fraction of the largest, cells are dropped; nil for the tracker's own.
  private static func plain(stop: Double = 0, least: Double? = 1e-12) throws -> GridTracker {
    let settings = GridTracker.Settings {
      ($0.cell, $0.turn, $0.calibration) = (1, 0, .channel)
      ($0.stop, $0.start) = (stop, 0.3)
    }
    var tracker = try #require(
      Pipeline(
        PipelineSettings { ($0.method, $0.given) = (MethodChoice(settings), [.channel]) },
        site: corridor, study: .init(channel: SmallPlan.channel)
      ).method as? GridTracker)
    if let least { tracker.motion.grid.least = least }
    return tracker
  }

  private static let walk = epochs([9, 10.4, 11.2, 12.9, 13.8].map { levels(x: $0).map { $0.rounded() } })

  private static func moments(_ tracker: GridTracker) throws -> [GridMoment] {
    // A channel that is known, so that nothing but the place is estimated.
    var session = GridSession(tracker, ChannelPrior([(0, 0), (2, 0)], anchors: 3, bias: 0))
    return try walk.map { epoch in
      try session.update(epoch)
      return GridMoment(
        time: epoch.time, walked: session.walked, belief: session.belief, likelihoods: session.likelihoods,
        test: ContradictionTest(), isHeard: true)
    }
  }

  private static func distance(_ belief: GridBelief, _ dense: [Double]) -> Double {
    dense.indices.reduce(0) { most, state in
      let speeds = belief.mass.width
      let mass = belief.mass.row(of: state / speeds).map { belief.mass.values[$0 * speeds + state % speeds] }
      return max(most, abs((mass ?? 0) - dense[state]))
    }
  }

  @Test(arguments: [0, 0.1]) func `is the forward recursion of a hidden Markov model`(stop: Double) throws {
    let tracker = try Self.plain(stop: stop)
    for (moment, dense) in zip(try Self.moments(tracker), Dense(tracker, Self.walk).forward) {
      #expect(Self.distance(moment.belief, dense) < 1e-11)
    }
  }

  @Test func `cells that are dropped change no probability by a millionth`() throws {
    let tracker = try Self.plain(least: nil)
    for (moment, dense) in zip(try Self.moments(tracker), Dense(tracker, Self.walk).forward) {
      #expect(Self.distance(moment.belief, dense) < 1e-6)
    }
  }

  @Test(arguments: [0, 0.1]) func `smooths as the backward recursion does`(stop: Double) throws {
    let tracker = try Self.plain(stop: stop)
    let moments = try Self.moments(tracker)
    var belief = moments[4].belief
    for (index, dense) in Dense(tracker, Self.walk).smoothed.enumerated().dropLast().reversed() {
      belief = moments[index].belief.smoothed(by: belief, over: 1, tracker.motion)
      #expect(Self.distance(belief, dense) < 1e-10)
    }
  }

  @Test(arguments: [0, 0.1]) func `finds the most probable walk`(stop: Double) throws {
    let tracker = try Self.plain(stop: stop)
    let walk = GridWalk(try Self.moments(tracker), tracker.motion)
    let states = walk.beliefs.map { belief in
      belief.mass.values.firstIndex(of: 1).map { belief.active[0] * belief.mass.width + $0 }
    }
    #expect(states == Dense(tracker, Self.walk).viterbi)
  }

  @Test(arguments: [1.0, -1]) func `follows a walker whose channel it does not know`(heading: Double) throws {
    let pipeline = try Self.tracker()
    // 1.25 m/s; the reading of a window is that at its middle. 5 dB more than assumed, and a body that takes 8 dB.
    let ends = (1...14).map { 10 + heading * (-9 + 1.25 * Double($0)) }
    let epochs = Self.epochs(
      ends.map { Self.levels(x: $0 - heading * 0.625, body: 8, heading: heading).map { $0 + 5 } })
    let fixes = try Self.fixes(pipeline, epochs)
    // Within three cells, once the direction and the channel are known.
    for (fix, x) in zip(fixes, ends).dropFirst(6) { #expect(abs(fix.position.x - x) < 0.75) }
    let last = try #require(fixes.last)
    #expect(last.uncertainty ?? 9 < 2 && last.floorProbabilities == [.init(floor: 0, probability: 1)])
  }

  /// A body makes what is behind weaker, as a place further ahead would. 1.35 m a window are 5.4 cells: if each cell had the channel of the most
  /// probable walk alone, that would always be the one of 5 cells, and fixes would be 0.17 and 0.27 m ahead.
  @Test(arguments: [8.0, 15]) func `does not take the loss through the body for progress`(body: Double) throws
  {
    let beacons = stride(from: 0.0, through: 90, by: 3).map { Point(x: $0, y: 1, z: 2.8) }
    let site = Sites.site(beacons, path: Sites.path([.zero, Point(x: 90, y: 0)], edges: [(0, 1)]))
    let pipeline = try Pipeline(
      PipelineSettings { $0.method = MethodChoice(GridTracker.Settings { Self.brisk(&$0) }) },
      assuming: RangingSettings(), site: site)
    let ends = (1...60).map { 2 + 1.35 * Double($0) }
    let epochs = Self.epochs(ends.map { Self.levels(of: site, x: $0 - 0.675, body: body) })
    let ahead = zip(try Self.fixes(pipeline, epochs), ends).map { $0.position.x - $1 }.dropFirst(30)
    #expect(abs(ahead.reduce(0, +) / Double(ahead.count)) < 0.1)
  }

  /// The prior is 0.9 ± 0.5 m/s; half of that deviation is left at most.
  @Test(arguments: [0.4, 1.4]) func `learns how fast the walker walks`(speed: Double) throws {
    let tracker = try Self.plain()
    var session = GridSession(tracker, ChannelPrior([(0, 0), (2, 0)], anchors: 3, bias: 0))
    for epoch in Self.epochs((0..<13).map { Self.levels(x: 1 + speed * Double($0)) }) {
      try session.update(epoch)
    }
    #expect(abs(session.belief.meanSpeed(tracker.motion) - speed) < 0.25)
  }

  @Test(arguments: [GridTracker.Settings.Answer.fixedLag(4), .smoother])
  func `with later readings the beginning of a walk is as well known as its end`(
    answer: GridTracker.Settings.Answer
  ) throws {
    let pipeline = try Self.tracker { $0.answer = answer }
    let ends = (1...14).map { 1 + 1.25 * Double($0) }
    let epochs = Self.epochs(ends.map { Self.levels(x: $0 - 0.625, body: 8).map { $0 + 5 } })
    var session = try #require(
      pipeline.method.begin(LapPrior(of: pipeline.prior, number: 0)) as? GridSmoother)
    let moments = epochs.dropFirst(2).dropLast().map { $0.time + 0.4 }
    let fixes = session.fixes(for: epochs, at: moments)
    for (fix, time) in zip(fixes, moments) {
      #expect(try abs(fix.get().position.x - (1 + 1.25 * time)) < 1)
    }
  }

  @Test func `what is assumed of the channel is not used by a tracker that calibrates itself`() throws {
    let epochs = Self.epochs((1...6).map { Self.levels(x: 1.25 * Double($0)) })
    let fixes = try [-59, -75].map { level in
      try Self.fixes(
        Pipeline(
          PipelineSettings { $0.method = MethodChoice(GridTracker.Settings()) },
          assuming: RangingSettings {
            ($0.exponent, $0.assumedLevel, $0.levelOffset) = (level == -59 ? 2 : 3, DBm(level), 1)
          },
          site: Self.corridor), epochs)
    }
    #expect(fixes[0] == fixes[1])
  }

  @Test func `knows a channel without shadowing, whose readings scatter by rounding only`() throws {
    let channel = PriorInformation.Channel(
      pathLoss: .logDistance(LogDistance(exponent: 2, levelAtOneMetre: -59)), shadowing: 0,
      correlationDistance: 0)
    let pipeline = try Pipeline(
      PipelineSettings {
        ($0.method, $0.given) = (MethodChoice(GridTracker.Settings { $0.calibration = .channel }), [.channel])
      },
      site: Self.corridor, study: .init(channel: channel))
    let ends = (1...10).map { 1 + 1.25 * Double($0) }
    let fixes = try Self.fixes(pipeline, Self.epochs(ends.map { Self.levels(x: $0 - 0.625) }))
    for (fix, x) in zip(fixes, ends).dropFirst(3) { #expect(abs(fix.position.x - x) < 0.5) }
  }

  @Test func `predicts the place of a later moment, and falls silent ten seconds after the last reading`()
    throws
  {
    let pipeline = try Self.tracker()
    var session = pipeline.method.begin(LapPrior(of: pipeline.prior, number: 0))
    let xs = (0..<8).map { 2 + 1.25 * Double($0) }
    var fix = Fix(position: .zero)
    for epoch in Self.epochs(xs.map { Self.levels(x: $0 - 0.625) }) { fix = try session.fix(from: epoch) }
    let later = try #require(try session.position(at: 8.8))
    #expect(abs(later.position.x - fix.position.x - 1) < 0.2)
    let silence = Epoch(silentAnchors: 3)
    func silent(_ time: Double) -> Epoch {
      var epoch = silence
      epoch.time = time
      return epoch
    }
    #expect(try session.fix(from: silent(9)).position.x > fix.position.x + 0.8)
    _ = try session.fix(from: silent(18))
    #expect(throws: NoFix.tooFewBeacons(heard: 0, needed: 1)) { try session.fix(from: silent(19)) }
  }

  /// A survey every metre of levels that a law with n 2 does not explain: each beacon is up to 6 dB stronger or weaker, with the sine of
  /// the distance along the corridor over 2.5 m.
  private static func bumps(x: Double) -> [Double] {
    levels(x: x).enumerated().map { $1 + 6 * Elementary.sinCos(x / 2.5 + 2 * Double($0)).sin }
  }

  private static func survey(_ levels: (Double) -> [Double]) -> RadioMap {
    RadioMap(
      anchors: corridor.anchors.map(\.id),
      points: (0...20).map { x in
        RadioMap.SurveyPoint(
          position: Point(x: Double(x), y: 0),
          levels: levels(Double(x)).map { SurveyedLevel(level: DBm($0), deviation: 2, count: 10) })
      })
  }

  @Test func `a survey without residuals is the law that it was made by`() throws {
    let fitted = try SurveyInterpolation(Self.survey { Self.levels(x: $0) }, Sites.ranged(Self.corridor))
    #expect(abs(fitted.n - 2) < 1e-9)
    for level in fitted.levelsAtOneMetre { #expect(abs((level ?? 0) + 59) < 1e-9) }
    let map = try fitted.map(at: [(Point(x: 3.3, y: 0), 0), (Point(x: 3.3, y: 0), 1)])
    #expect(map.means.allSatisfy { abs($0) < 1e-9 } && map.means.count == 6)
  }

  @Test(arguments: [1.0, -1]) func `follows a walker by a surveyed map where no law holds`(
    heading: Double
  ) throws {
    let pipeline = try Pipeline(
      PipelineSettings {
        let settings = GridTracker.Settings {
          Self.brisk(&$0)
          $0.calibration = .survey
        }
        ($0.method, $0.given) = (MethodChoice(settings), [.survey])
      },
      site: Self.corridor, study: .init(survey: Self.survey(Self.bumps)))
    let ends = (1...14).map { 10 + heading * (-9 + 1.25 * Double($0)) }
    // The phone of the laps hears 3 dB less than that of the survey.
    let fixes = try Self.fixes(
      pipeline, Self.epochs(ends.map { Self.bumps(x: $0 - heading * 0.625).map { $0 - 3 } }))
    for (fix, x) in zip(fixes, ends).dropFirst(3) { #expect(abs(fix.position.x - x) < 1) }
  }

  @Test func `refuses a survey of another site`() throws {
    let map = RadioMap(anchors: ["other"], points: [])
    #expect(throws: PipelineError.noSurvey) {
      try Pipeline(
        PipelineSettings {
          ($0.method, $0.given) = (MethodChoice(GridTracker.Settings { $0.calibration = .survey }), [.survey])
        },
        site: Self.corridor, study: .init(survey: map))
    }
  }
}
