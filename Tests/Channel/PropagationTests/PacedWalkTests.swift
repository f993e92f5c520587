import Documents
import NumericalMethods
import Propagation
import Radio
import Testing
import World

/// Speeds, stops and turns on a way, by examples worked by hand and by statistics.
@Suite struct PacedWalkTests {
  /// 13 m from west to east; at 1.3 m/s that is 10 s.
  private let straight = Route(vertices: [Point(x: 0, y: 0), Point(x: 13, y: 0)], isClosed: false)
  private let steady = WalkSettings { ($0.speed, $0.speedDeviation, $0.pressJitter) = (1.3, 0, 0) }

  private func lap(
    _ itinerary: Itinerary, _ settings: WalkSettings, _ direction: TravelDirection = .forward, seed: Int = 1
  ) -> LapWalk {
    let points = [6.5, 9.1].enumerated().map { TestPoint(id: .number($0), position: Point(x: $1, y: 0)) }
    return LapWalk(
      along: itinerary, testPoints: points, settings: settings, direction: direction,
      seed: Seed(UInt64(seed)))
  }

  private func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-9 }

  @Test func `stands for five seconds in the middle, and presses when he gets there`() {
    let itinerary = Itinerary(straight, stops: [Itinerary.Stop(arc: 6.5, seconds: 5)])
    let forward = lap(itinerary, steady)
    // 6.5 m take 5 s; 5 s of standing; 2.6 m to the second point take 2 s; the end after 15 s.
    #expect(near(forward.presses[0].time, forward.start + 5))
    #expect(near(forward.presses[1].time, forward.start + 12))
    for (seconds, x) in [(4.0, 5.2), (5, 6.5), (7.3, 6.5), (10, 6.5), (11, 7.8), (15, 13), (16, 13)] {
      #expect(near(forward.walk.position(at: forward.start + seconds).x, x), "\(seconds)")
    }
    #expect(near(forward.duration, forward.start + 17))
    // Back from 13: 3.9 m to the second point take 3 s, 6.5 m 5 s, then he stands until 10 s.
    let backward = lap(itinerary, steady, .backward)
    #expect(backward.presses.map(\.testPoint) == [1, 0])
    #expect(near(backward.presses[0].time, backward.start + 3))
    #expect(near(backward.presses[1].time, backward.start + 5))
    #expect(near(backward.walk.position(at: backward.start + 11).x, 5.2))
  }

  @Test func `stops at both ends, and once for each stop at one place`() {
    let stops = [(13.0, 2.0), (0, 3), (0, 1)].map { Itinerary.Stop(arc: $0.0, seconds: $0.1) }
    let lap = lap(Itinerary(straight, stops: stops), steady)
    #expect(near(lap.walk.position(at: lap.start + 3.9).x, 0))
    #expect(near(lap.walk.position(at: lap.start + 5).x, 1.3))
    #expect(near(lap.walk.position(at: lap.start + 14).x, 13))
    #expect(near(lap.presses[0].time, lap.start + 9))
  }

  @Test func `runs where a leg has a speed of its own, as much faster as he is elsewhere`() {
    let route = Route(
      vertices: [Point(x: 0, y: 0), Point(x: 5, y: 0), Point(x: 13, y: 0)], isClosed: false)
    let itinerary = Itinerary(route, manners: [.walked(speed: nil), .walked(speed: 2.6)])
    // 5 m at 1.3 m/s and 1.5 m at 2.6 m/s to the first point; 4.1 m to the second.
    let plain = lap(itinerary, steady)
    #expect(near(plain.presses[0].time, plain.start + 5 / 1.3 + 1.5 / 2.6))
    #expect(near(plain.presses[1].time, plain.start + 5 / 1.3 + 4.1 / 2.6))
    let drawn = lap(itinerary, WalkSettings { ($0.speed, $0.speedDeviation, $0.pressJitter) = (1.3, 0.1, 0) })
    #expect(drawn.speed != 1.3)
    #expect(near(drawn.presses[1].time, drawn.start + (5 / 1.3 + 4.1 / 2.6) * 1.3 / drawn.speed))
  }

  @Test func `presses are at the point however the speed changes, on all sides of a loop`() {
    let settings = WalkSettings {
      ($0.pressJitter, $0.variation, $0.randomPauses) = (
        0, SpeedVariation { ($0.deviation, $0.correlationTime) = (0.3, 2) },
        RandomPauses { ($0.perMinute, $0.length) = (4, .uniform(1...6)) }
      )
    }
    let manners: [Itinerary.Manner] = [
      .walked(speed: nil), .walked(speed: 3), .walked(speed: nil), .walked(speed: 0.7),
    ]
    let itinerary = Itinerary(
      Fixtures.route35, manners: manners, stops: [Itinerary.Stop(arc: 40, seconds: 4, turn: -90)])
    for direction in TravelDirection.allCases {
      for seed in 0..<20 {
        let lap = LapWalk(
          along: itinerary, testPoints: Fixtures.floor35.testPoints, settings: settings,
          direction: direction, seed: Seed(UInt64(seed)))
        #expect(abs(lap.walk.span.lowerBound) < 1e-6)
        #expect(lap.walk.span.upperBound > lap.duration - 1e-6)
        #expect(lap.presses.count == 12)
        for press in lap.presses {
          let miss = lap.walk.position(at: press.time)
            .horizontalDistance(to: Fixtures.floor35.testPoints[press.testPoint].position)
          #expect(miss < 1e-6)
        }
        for (knot, next) in zip(lap.walk.knots, lap.walk.knots.dropFirst()) {
          let speed = next.position.distance(to: knot.position) / (next.time - knot.time)
          // 1.8 m/s at most, on the fast side 3 / 1.3 times that.
          #expect(speed < 1.8 * 3 / 1.3 + 1e-6)
        }
      }
    }
  }

  @Test
  func `speeds within a lap have the variance and the memory that they are set to, before the start too`() {
    // 4000 laps, σ 0.1 m/s, τ 5 s. Correlations over 5 s are exp(-1) = 0.3679, over 1 s exp(-0.2) = 0.8187. Standard
    // errors: deviation 0.1 / √8000 = 1.1e-3; correlations (1 - ρ²) / √4000 = 0.0137 and 5.2e-3; mean 1.6e-3.
    // Bounds at 5.5 of them: 6 of them, 2.3e-7 in all.
    let settings = WalkSettings {
      ($0.speed, $0.speedDeviation, $0.speedRange, $0.duration, $0.variation) = (
        1.3, 0, 0.1...3, 60, SpeedVariation { ($0.deviation, $0.correlationTime) = (0.1, 5) }
      )
    }
    var samples: [[Double]] = [[], [], [], []]
    for seed in 0..<4000 {
      let lap = LapWalk(
        along: Itinerary(Fixtures.route35), testPoints: [], settings: settings, direction: .forward,
        seed: Seed(UInt64(seed)))
      // In the middle of steps.
      for (index, seconds) in [-2.25, 2.75, 3.75, 8.75].enumerated() {
        samples[index].append(lap.walk.velocity(at: lap.start + seconds).length)
      }
    }
    func correlation(_ a: [Double], _ b: [Double]) -> Double {
      let (first, second) = (a.map { $0 - 1.3 }, b.map { $0 - 1.3 })
      let product = zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }
      let squares = [first, second].map { $0.reduce(0) { $0 + $1 * $1 } }
      return product / (squares[0] * squares[1]).squareRoot()
    }
    for sample in [samples[0], samples[3]] {
      let mean = sample.reduce(0, +) / 4000
      let deviation = (sample.reduce(0) { $0 + ($1 - 1.3) * ($1 - 1.3) } / 4000).squareRoot()
      #expect(abs(mean - 1.3) < 5.5 * 1.6e-3)
      #expect(abs(deviation - 0.1) < 5.5 * 1.1e-3)
    }
    #expect(abs(correlation(samples[0], samples[1]) - 0.3679) < 5.5 * 0.0137)
    #expect(abs(correlation(samples[1], samples[2]) - 0.8187) < 5.5 * 5.2e-3)
  }

  @Test func `stops at random as often and as long as they are set to`() {
    // 105 m at 1.25 m/s are 84 s: 2.8 stops of 4 s in the mean, whose sum has the variance 2.8 × 2 × 16. Over 2000 laps
    // its mean 11.2 s has the standard error 0.212 s; bound at 5.5 of it, 4e-8.
    let settings = WalkSettings {
      ($0.speed, $0.speedDeviation, $0.randomPauses) = (
        1.25, 0, RandomPauses { ($0.perMinute, $0.length) = (2, .exponential(mean: 4)) }
      )
    }
    var sum = 0.0
    for seed in 0..<2000 {
      let lap = LapWalk(
        along: Itinerary(Fixtures.route35), testPoints: [], settings: settings, direction: .forward,
        seed: Seed(UInt64(seed)))
      sum += lap.duration - lap.start - 86
    }
    #expect(abs(sum / 2000 - 11.2) < 5.5 * 0.212)
  }

  @Test func `one who stands keeps his heading, and turns on the spot as told`() {
    // At 5 s he stops for 8 s and turns once round to the left: 45 degrees a second.
    let itinerary = Itinerary(straight, stops: [Itinerary.Stop(arc: 6.5, seconds: 8, turn: 360)])
    let turning = lap(itinerary, steady)
    for (seconds, degrees) in [(0.0, 0.0), (4.9, 0), (7, 90), (9, 180), (11, 270), (13.1, 0), (15, 0)] {
      let facing = facing(turning, seconds)
      let (sine, cosine) = Elementary.sinCos(degrees * .pi / 180)
      // Steps of 15 degrees, each for the angle in its middle.
      #expect(facing.x * cosine + facing.y * sine > 0.9914, "\(seconds)")
      #expect(abs(facing.length - 1) < 1e-12)
    }
    let still = lap(Itinerary(straight, stops: [Itinerary.Stop(arc: 6.5, seconds: 8)]), steady)
    #expect(facing(still, 9) == Point(x: 1, y: 0))
  }

  private func facing(_ lap: LapWalk, _ seconds: Double) -> Point {
    lap.walk.headings[lap.walk.leg(at: lap.start + seconds)]
  }

  @Test(arguments: [nil, SpeedVariation { ($0.deviation, $0.correlationTime) = (0.01, 5) }])
  func `turns at corners evenly while he walks on`(variation: SpeedVariation?) {
    // A corner to the left at 5 s, at 30 degrees a second: 3 s.
    let route = Route(
      vertices: [Point(x: 0, y: 0), Point(x: 6.5, y: 0), Point(x: 6.5, y: 6.5)], isClosed: false)
    var settings = steady
    (settings.turnRate, settings.variation) = (30, variation)
    let lap = lap(Itinerary(route), settings)
    let corner = lap.presses[0].time - lap.start
    for (seconds, degrees) in [(-0.1, 0.0), (0.75, 22.5), (1.5, 45), (2.25, 67.5), (3.1, 90), (4, 90)] {
      let facing = facing(lap, corner + seconds)
      let (sine, cosine) = Elementary.sinCos(degrees * .pi / 180)
      #expect(facing.x * cosine + facing.y * sine > 0.9904, "\(seconds)")
    }
    #expect(abs(lap.walk.position(at: lap.start + corner + 1).y - 1.3) < 0.2)
  }

  @Test func `the body's loss follows the heading while he turns on the spot`() throws {
    // A beacon far ahead: nothing is lost at first, and L after half a turn.
    let itinerary = Itinerary(straight, stops: [Itinerary.Stop(arc: 6.5, seconds: 20, turn: 180)])
    let lap = lap(itinerary, steady)
    let site = Site(name: "line", anchors: [Fixtures.anchor("far", Point(x: 500, y: 0, z: 1.2))])
    var channel = Fixtures.bare
    channel.body = BodyPattern(loss: 8, handAngle: 0)
    let stream = try Fixtures.stream(site, channel: channel, walk: lap.walk, duration: lap.duration)
    func level(_ seconds: Double) -> Double {
      stream.last { $0.time < lap.start + seconds }?.level.value ?? 0
    }
    // Path loss changes by less than 0.3 dB over the 13 m.
    #expect(abs(level(4) - level(30)) < 0.3)
    #expect(abs(level(4.9) - level(24.9) - 8) < 0.3)
    #expect(abs(level(4.9) - level(15) - 4) < 0.6)
  }
}
