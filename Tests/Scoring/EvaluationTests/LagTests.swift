import Evaluation
import NumericalMethods
import Testing
import World

@Suite struct LagTests {
  private let times = (1...130).map(Double.init)

  /// Fixes that are where the walker was so many seconds before.
  private func delayed(_ seconds: Double, moved: Point = .zero) -> TrackScore {
    Tracks.score(
      times.map { Tracks.fix(Tracks.square.position(at: $0 - seconds) + moved) }, at: times,
      on: Tracks.square)
  }

  private func lag(_ laps: [TrackScore]) throws -> Lag { try #require(Tracks.metrics(laps)).lag.get() }

  @Test(arguments: [1.7, 0, -2.25, 0.5, 7.9, 18.6])
  func `the truth itself, delayed round corners, has exactly that lag`(seconds: Double) throws {
    let lag = try lag([delayed(seconds), delayed(seconds)])
    #expect(abs(lag.seconds - seconds) < 1e-9)
    #expect(lag.rootMeanSquareWithout < 1e-9)
    let interval = try #require(lag.interval)
    #expect(abs(interval.lower - seconds) < 1e-9 && abs(interval.upper - seconds) < 1e-9)
    // 24 s to 126 s: the truth is known from 3.3 s to 131.3 s, and 20 s before and 5 s after must be.
    #expect(lag.count == 2 * 103)
  }

  @Test func `on a straight line an error across or along it is told apart from a lag`() throws {
    // 1.25 m/s eastwards: 0.5 m behind is 0.4 s, and 2 m to the side is none.
    let walk = Tracks.walk([(0, 0, 0), (100, 125, 0)])
    let fixes = (0...100).map { Tracks.fix(Point(x: 1.25 * Double($0) - 0.5, y: 2)) }
    let lag = try lag([Tracks.score(fixes, at: (0...100).map(Double.init), on: walk)])
    #expect(abs(lag.seconds - 0.4) < 1e-12 && lag.interval == nil)
    #expect(abs(lag.rootMeanSquareWithout - 2) < 1e-12)
    #expect(abs(lag.rootMeanSquare - 4.25.squareRoot()) < 1e-12)
  }

  @Test func `laps of different lags give the one that is best for all`() throws {
    // On one straight line with equally many fixes each, the least squares lie at the mean, 2 s.
    let walk = Tracks.walk([(0, 0, 0), (100, 130, 0)])
    let laps = [1.0, 2, 3].map { lag in
      Tracks.score(
        (0...100).map { Tracks.fix(walk.position(at: Double($0) - lag)) }, at: (0...100).map(Double.init),
        on: walk)
    }
    #expect(abs(try lag(laps).seconds - 2) < 1e-12)
  }

  /// The walker turns every 0.7 s, so that there are many local minima; no shift of a fine grid is better.
  @Test(arguments: 1...12) func `the lag is the least of all shifts, not of those near a whole second`(
    seed: UInt64
  ) throws {
    var random = RandomStream(Seed(seed))
    var knots = [Walk.Knot(time: 0, position: .zero)]
    for leg in 1...80 {
      let last = knots[leg - 1].position
      let step = Point(x: 1.5 * random.normal(), y: 1.5 * random.normal())
      // Every fourth leg is a stop.
      knots.append(Walk.Knot(time: 0.7 * Double(leg), position: leg % 4 == 0 ? last : last + step))
    }
    let walk = Walk(knots: knots)
    let times = (1...56).map { Double($0) - 0.3 }
    let fixes = times.map {
      walk.position(at: $0 - 0.4) + Point(x: 3 * random.normal(), y: 3 * random.normal())
    }
    let heard = zip(times, fixes).filter { $0.0 >= 20 && $0.0 <= 51 }
    func squares(_ shift: Double) -> Double {
      heard.reduce(0) { sum, callback in
        let error = callback.1.distance(to: walk.position(at: callback.0 - shift))
        return sum + error * error
      }
    }
    let lag = try lag([Tracks.score(fixes.map { Tracks.fix($0) }, at: times, on: walk)])
    let least = stride(from: -5.0, through: 20, by: 0.004).map { squares($0) }.min() ?? 0
    #expect(lag.count == heard.count)
    let found = lag.rootMeanSquareWithout * lag.rootMeanSquareWithout * Double(lag.count)
    #expect(abs(found - squares(lag.seconds)) < 1e-9 * least)
    #expect(found <= least * (1 + 1e-12), "\(found) at \(lag.seconds) s, \(least) on the grid")
  }

  @Test func `has none where fixes or walkers stay, where it is too short, and beyond the range`() throws {
    let still = Tracks.score(times.map { _ in Tracks.fix(.zero) }, at: times, on: Tracks.square)
    #expect(throws: Lag.Absence.unmoved) { try lag([still]) }
    let standing = Tracks.walk([(0, 5, 5), (130, 5, 5)])
    let wandering = Tracks.score(times.map { Tracks.fix(Point(x: $0, y: 0)) }, at: times, on: standing)
    #expect(throws: Lag.Absence.unmoved) { try lag([wandering]) }
    let short = Tracks.walk([(0, 0, 0), (20, 20, 0)])
    let brief = (1...20).map(Double.init)
    #expect(throws: Lag.Absence.tooShort) {
      try lag([Tracks.score(brief.map { Tracks.fix(Point(x: $0, y: 0)) }, at: brief, on: short)])
    }
    #expect(throws: Lag.Absence.outOfRange) { try lag([delayed(25)]) }
    #expect(Tracks.metrics([]) == nil)
  }

  @Test func `the interval holds the laps' mean lag about as often as it says`() throws {
    // Each lap of 25 has a lag of its own about 2 s with sd 0.5 s and normal noise of 1 m. Of 400 studies 20 should miss
    // it: none has a chance of 0.95^400 = 1e-9, and more than 44, a standard error of 4.4 away each, one below 1e-6.
    let walk = Tracks.walk([(0, 0, 0), (60, 78, 0)])
    let times = (1...60).map(Double.init)
    var random = RandomStream(Seed(77))
    var hits = 0
    for _ in 0..<400 {
      let laps = (0..<25).map { _ in
        let lag = 2 + 0.5 * random.normal()
        return Tracks.score(
          times.map {
            Tracks.fix(
              Point(x: 1.3 * ($0 - lag) + random.normal(), y: random.normal()))
          }, at: times, on: walk)
      }
      let interval = try #require(try lag(laps).interval)
      if interval.lower <= 2, 2 <= interval.upper { hits += 1 }
    }
    #expect(hits >= 356 && hits < 400, "\(hits) of 400")
  }

  /// 103 callbacks of a lap have the truth 20 s before and 5 s after them (from 23.3 s to 126.3 s).
  @Test func `totals keep the fixes of the first laps for the lag, and sums of all`() throws {
    var totals = TrackTotals(lagFixes: 150)
    for _ in 0..<5 { totals.add(delayed(2)) }
    let metrics = try #require(TrackMetrics(of: totals))
    #expect(metrics.tally.laps == 5)
    // The second lap is the one that reaches 150.
    let lag = try metrics.lag.get()
    #expect(lag.count == 206)
    #expect(abs(lag.seconds - 2) < 1e-6)
  }
}
