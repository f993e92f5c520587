import Documents
import NumericalMethods
import Propagation
import Radio
import Testing
import World

/// Beacons that walk: what a phone hears of them, by closed forms and by statistics.
@Suite struct MovingBeaconTests {
  private let law = LogDistance(exponent: 2, levelAtOneMetre: -59)

  private var channel: ChannelSettings {
    var channel = Fixtures.bare
    channel.pathLoss = .logDistance(law)
    return channel
  }

  private func walk(_ knots: [(Double, Double, Double)], z: Double = 1, floor: Int = 0) -> Walk {
    Walk(knots: knots.map { Walk.Knot(time: $0.0, position: Point(x: $0.1, y: $0.2, z: z), floor: floor) })
  }

  private func stream(
    _ phone: Walk, _ beacons: [Walk], channel: ChannelSettings? = nil, obstacles: [Obstacle] = [],
    floors: [Floor] = [Floor(level: 0, elevation: 0)], hand: Hand = .right, duration: Double = 20,
    lap: UInt64 = 2, sending: BeaconSettings = Fixtures.lossless
  ) throws -> AdvertisementStream {
    // Where the site has them matters to nothing.
    let anchors = beacons.indices.map { Fixtures.anchor("b\($0)", Point(x: 500, y: 500, z: 3), minor: $0) }
    let path = Fixtures.ring([Point(x: 0, y: 0), Point(x: 30, y: 0), Point(x: 30, y: 30), Point(x: 0, y: 30)])
    let site = Site(name: "s", floors: floors, path: path, obstacles: obstacles, anchors: anchors)
    let building = try Building(site: site, channel: channel ?? self.channel, seed: Seed(1))
    var source = try SimulatedSource(
      building: building, walk: phone, hand: hand, duration: duration, beacons: sending,
      beaconWalks: Dictionary(uniqueKeysWithValues: beacons.enumerated().map { ($0.offset, $0.element) }),
      receiver: Fixtures.perfect, seed: Seed(lap))
    return try source.stream()
  }

  @Test func `side by side at 4 m the level stays`() throws {
    // n 2 and 4 m: 20 log10 4 = 12.0412 dB.
    let stream = try stream(walk([(0, 0, 0), (20, 26, 0)]), [walk([(0, 0, 4), (20, 26, 4)])])
    #expect(stream.count > 180)
    #expect(stream.allSatisfy { abs($0.level.value - -71.0412) < 1e-3 })
  }

  @Test func `one that drives past a phone that lies still has the level of its distance`() throws {
    // 3 m aside at 10 s, at 1.5 m/s, half a metre lower.
    let stream = try stream(
      Fixtures.standing(at: Point(x: 15, y: 0, z: 1.5)), [walk([(0, 0, 3), (20, 30, 3)])])
    for advertisement in stream {
      let along = 1.5 * (advertisement.time - 10)
      let expected = -59 - 10 * Elementary.log10(along * along + 9 + 0.25)
      #expect(abs(advertisement.level.value - expected) < 1e-3)
    }
  }

  @Test func `both go ways of their own, round corners`() throws {
    let (phone, truck) = (
      walk([(0, 0, 0), (7, 9, 0), (20, 9, 14)]), walk([(3, 20, 20), (9, 20, 8), (12, 20, 8), (18, 2, 8)])
    )
    let stream = try stream(phone, [truck])
    for advertisement in stream {
      let metres = phone.position(at: advertisement.time).distance(to: truck.position(at: advertisement.time))
      let expected = -59 - 20 * Elementary.log10(metres)
      #expect(abs(advertisement.level.value - expected) < 2e-3)
    }
  }

  @Test func `a wall hides it while both pass, and floors count where it is`() throws {
    // Both go east at 1 m/s, 2 m apart; a wall of 10 dB between them from x = 8 to 12.
    let wall = Obstacle(shape: .wall(from: Point(x: 8, y: 1), to: Point(x: 12, y: 1)), loss: 10)
    let walks = [walk([(0, 0, 2), (20, 20, 2)])]
    let stream = try stream(walk([(0, 0, 0), (20, 20, 0)]), walks, obstacles: [wall])
    let open = -59 - 20 * Elementary.log10(2.0)
    for advertisement in stream where abs(abs(advertisement.time - 10) - 2) > 0.1 {
      let expected = abs(advertisement.time - 10) < 2 ? open - 10 : open
      #expect(abs(advertisement.level.value - expected) < 1e-3, "\(advertisement.time)")
    }
    // It takes the lift up at 10 s, the phone stays below.
    var channel = channel
    channel.pathLoss = .multiWall(MultiWallLoss { $0.floorLoss = 18 })
    let ride = Walk(knots: [
      Walk.Knot(time: 9, position: Point(x: 0, y: 9, z: 1)),
      Walk.Knot(time: 11, position: Point(x: 0, y: 9, z: 5), floor: 1),
    ])
    let floors = [Floor(level: 0, elevation: 0), Floor(level: 1, elevation: 4)]
    let ridden = try self.stream(
      Fixtures.standing(at: Point(x: 0, y: 0, z: 1)), [ride], channel: channel, floors: floors)
    for advertisement in ridden where abs(advertisement.time - 10) > 0.01 {
      let metres = ride.position(at: advertisement.time).distance(to: Point(x: 0, y: 0, z: 1))
      let expected = -59 - 20 * Elementary.log10(metres) - (advertisement.time > 10 ? 18 : 0)
      #expect(abs(advertisement.level.value - expected) < 2e-3)
    }
  }

  @Test func `what is carried keeps its side of the walker, and lies behind his body`() throws {
    // East for 10 s, then north: 1 m ahead, half a metre to the left, 0.3 m down.
    let phone = walk([(0, 0, 0), (10, 10, 0), (20, 10, 10)], z: 1.2)
    let carried = phone.carrying(Point(x: 1, y: 0.5, z: -0.3))
    for (time, x, y) in [
      (0.0, 1.0, 0.5), (4, 5, 0.5), (9.9, 10.9, 0.5), (10.1, 9.5, 1.1), (15, 9.5, 6), (20, 9.5, 11),
    ] {
      let place = carried.position(at: time)
      #expect(place.distance(to: Point(x: x, y: y, z: 0.9)) < 1e-9, "\(time)")
    }
    var channel = channel
    let body = BodyPattern(loss: 8, handAngle: 0.5)
    channel.body = body
    let offset = Point(x: -0.4, y: 0.1, z: -0.3)
    let stream = try stream(phone, [phone.carrying(offset)], channel: channel)
    for advertisement in stream where abs(advertisement.time - 10) > 0.01 {
      let isEast = advertisement.time < 10
      let towards = isEast ? offset : Point(x: -offset.y, y: offset.x, z: offset.z)
      let heading = isEast ? Point(x: 1, y: 0) : Point(x: 0, y: 1)
      let loss = body.loss(towards: towards, heading: heading, hand: .right)
      let expected = -59 - 20 * Elementary.log10(offset.length) - loss.value
      #expect(abs(advertisement.level.value - expected) < 2e-3)
    }
  }

  /// The levels of many beacons that go the same way: before and after the phone has gone 3 m and they 2 m.
  private func levels(_ shadowing: Shadowing, count: Int, lap: UInt64 = 2) throws -> [(Double, Double)] {
    var channel = channel
    channel.shadowing = shadowing
    // Eight advertisements of each suffice, and are worked out together.
    let sending = BeaconSettings { ($0.interval, $0.loss) = (0.62, 0) }
    let beacons = [Walk](repeating: walk([(0, 20, 20), (2, 20, 20), (4, 20, 22)]), count: count)
    let stream = try stream(
      walk([(0, 2, 0), (2, 2, 0), (4, 5, 0)]), beacons, channel: channel, duration: 5, lap: lap,
      sending: sending)
    var pairs = [(Double, Double)](repeating: (0, 0), count: count)
    for advertisement in stream {
      if advertisement.time < 2 { pairs[advertisement.anchor].0 = advertisement.level.value }
      if advertisement.time > 4 { pairs[advertisement.anchor].1 = advertisement.level.value }
    }
    return pairs
  }

  @Test func `shadows between two that move have the deviation they are set to, and the product of memories`()
    throws
  {
    // 1600 beacons: σ 5 dB; 3 m of the phone with d = 3 m and 2 m of the beacon with D = 5 m leave exp(-1.4) = 0.2466.
    // Standard errors: mean 0.125, deviation 5 / √3200 = 0.088, correlation (1 - ρ²) / 40 = 0.0235. Bounds at 5.5 of
    // them: 5 of them, 2e-7 in all.
    let shadowing = Shadowing { ($0.sigma, $0.decorrelation, $0.anchorDecorrelation) = (5, 3, 5) }
    let pairs = try levels(shadowing, count: 1600)
    func moments(_ values: [Double]) -> (mean: Double, deviation: Double) {
      let mean = values.reduce(0, +) / 1600
      return (mean, (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 1600).squareRoot())
    }
    let (first, second) = (moments(pairs.map(\.0)), moments(pairs.map(\.1)))
    let distances = [Point(x: 18, y: 20), Point(x: 15, y: 22)].map(\.length)
    for (moment, metres) in zip([first, second], distances) {
      let mean = -59 - 20 * Elementary.log10(metres)
      #expect(abs(moment.mean - mean) < 5.5 * 0.125)
      #expect(abs(moment.deviation - 5) < 5.5 * 0.088)
    }
    let product = pairs.reduce(0) { $0 + ($1.0 - first.mean) * ($1.1 - second.mean) } / 1600
    let correlation = product / (first.deviation * second.deviation)
    #expect(abs(correlation - 0.2466) < 5.5 * 0.0235)
  }

  @Test func `shadows of the building are the same on every lap, others are drawn anew`() throws {
    let fixed = Shadowing { ($0.sigma, $0.decorrelation, $0.fixedShare) = (5, 3, 1) }
    #expect(try levels(fixed, count: 3).map(\.0) == levels(fixed, count: 3, lap: 3).map(\.0))
    let drawn = Shadowing { ($0.sigma, $0.decorrelation, $0.fixedShare) = (5, 3, 0) }
    #expect(try levels(drawn, count: 3).map(\.0) != levels(drawn, count: 3, lap: 3).map(\.0))
  }

  @Test(arguments: [false, true])
  func `the same two places have the same shadow, out, back slowly and out again fast`(bothMove: Bool) throws
  {
    var channel = channel
    channel.shadowing = Shadowing { ($0.sigma, $0.decorrelation, $0.fixedShare) = (20, 3, 0.5) }
    let sending = BeaconSettings { ($0.interval, $0.delay, $0.loss) = (0.1, 0, 0) }
    // An advertisement each 0.1 s from the first on, whoever walks.
    let still = Fixtures.standing(at: Point(x: 0, y: 0))
    let first = try #require(try stream(still, [still], sending: sending).first).time
    // 10 m at 1 m/s, back at 0.5 m/s and out again at 2 m/s: advertisements come from the same tenths of a metre.
    let (turn, end) = (first + 10, first + 35)
    let phone = walk([(0, 0, 0), (turn, turn, 0), (turn + 20, first, 0), (end, turn, 0)])
    let truck = walk(phone.knots.map { ($0.time, 20 - $0.position.x / 2, 3) })
    let cabinet = Fixtures.standing(at: Point(x: 12, y: 3, z: 1))
    let stream = try stream(
      phone, [bothMove ? truck : cabinet], channel: channel, duration: end, sending: sending)
    var levels: [Int: [Double]] = [:]
    for advertisement in stream {
      let tenths = (phone.position(at: advertisement.time).x - first) * 10
      guard abs(tenths - tenths.rounded()) < 1e-4 else { continue }
      levels[Int(tenths.rounded()), default: []].append(advertisement.level.value)
    }
    #expect(levels.count == 101)
    #expect((1...99).allSatisfy { (levels[$0]?.count ?? 0) == ($0 % 2 == 0 ? 3 : 2) })
    for (tenths, levels) in levels {
      let (least, most) = (levels.min() ?? 0, levels.max() ?? 0)
      #expect(most - least < 1e-3, "at \(tenths) tenths of a metre")
    }
    // It is a shadow that differs from place to place.
    let one = levels.values.compactMap(\.first)
    #expect((one.max() ?? 0) - (one.min() ?? 0) > 10)
  }

  @Test func `a beacon that walks moves nobody else's draws, and pieces of a stream make the whole`() throws {
    var channel = channel
    channel.shadowing = Shadowing { ($0.sigma, $0.decorrelation) = (4, 3) }
    channel.fading = .rician(k: 2, correlation: .independent)
    let building = try Building(site: Fixtures.floor35, channel: channel, seed: Seed(1))
    let phone = walk([(0, 0, 0), (30, 36, 0)])
    func stream(_ walks: [Int: Walk], packetsAtOnce: Int = 1 << 18) throws -> [Advertisement] {
      var source = try SimulatedSource(
        building: building, walk: phone, hand: .left, duration: 30, beaconWalks: walks, seed: Seed(5),
        packetsAtOnce: packetsAtOnce)
      return Array(try source.stream())
    }
    let truck = walk([(0, 30, 5), (30, 0, 5)])
    let (still, moving) = (try stream([:]), try stream([7: truck]))
    func others(_ stream: [Advertisement]) -> [[Double]] {
      stream.filter { $0.anchor != 7 }.map { [Double($0.microseconds), Double($0.anchor), $0.level.value] }
    }
    #expect(others(still) == others(moving))
    #expect(try stream([7: truck], packetsAtOnce: 1) == moving)
  }
}
