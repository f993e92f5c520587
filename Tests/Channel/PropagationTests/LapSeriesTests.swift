import Documents
import NumericalMethods
import Radio
import Testing
import World

@testable import Propagation

@Suite struct LapSeriesTests {
  /// A triangle of 3, 4 and 5 m, gone round at 1 m/s.
  private static let corners = [Point(x: 0, y: 0), Point(x: 3, y: 0), Point(x: 3, y: 4)]
  private static let site = Site(
    name: "triangle", path: Fixtures.ring(corners), anchors: [Fixtures.anchor("b", Point(x: 1, y: 2, z: 3))])

  /// Round the triangle, so many metres further along it.
  private func walk(ahead: Double = 0) -> Walk {
    let route = Route(vertices: Self.corners, isClosed: true)
    let ends = [-1.0, 0, 3, 7, 12, 13].map { ($0 - ahead, $0) }
    return Walk(
      knots: ends.map { Walk.Knot(time: $0.0 + 1, position: route.position(at: $0.1).at(height: 1.2)) })
  }

  private func series(
    _ site: Site, _ channel: ChannelSettings, _ walk: Walk, seconds: Double = 12, bin: Double = 0.5,
    hand: Hand = .right, beacons: BeaconSettings = Fixtures.lossless,
    receiver: ReceiverSettings = Fixtures.perfect
  ) throws -> [SeriesGroup] {
    let building = try Building(site: site, channel: channel, seed: Seed(1))
    let bins = WalkedBins(of: walk, duration: seconds, length: bin)
    return LapSeries(
      building, bins: bins, walk: walk, hand: hand, duration: seconds, beacons: beacons, receiver: receiver
    ).groups
  }

  private func shadowed(_ extent: Shadowing.Extent, offsets: Decibels = 0) -> ChannelSettings {
    var channel = Fixtures.bare
    channel.shadowing = Shadowing { ($0.sigma, $0.decorrelation, $0.extent) = (4, 3, extent) }
    channel.channelOffsets = ChannelOffsets { $0.sigma = offsets }
    return channel
  }

  private func value(_ group: SeriesGroup, _ i: Int, _ j: Int) -> Double {
    let values = group.covariance?.values ?? []
    return group.weight * values[max(i, j) * (max(i, j) + 1) / 2 + min(i, j)] + group.constant
  }

  /// 6000 beacons have a shadow each at the places of 24 bins; the standard error of a covariance is at most √(2 / 6000) =
  /// 0.018, and of 300 of them none lies beyond 6 of these but once in a million times.
  @Test func `shadows on a path go together as those that are drawn do`() throws {
    let walk = walk()
    let group = try series(Self.site, shadowed(.path), walk)[0]
    let anchors = (0..<6000).map { Fixtures.anchor("\($0)", .zero) }
    let path = try #require(Self.site.path)
    let field = ShadowField(path: path, decorrelation: 3, anchors: anchors, seed: Seed(5))
    let bins = WalkedBins(of: walk, duration: 12, length: 0.5)
    let drawn = bins.positions.map { position in
      let place = path.snap(position)
      return anchors.indices.map { field.value(ofAnchor: $0, at: place) }
    }
    for i in drawn.indices {
      for j in 0...i {
        let product = zip(drawn[i], drawn[j]).reduce(0) { $0 + $1.0 * $1.1 } / 6000
        #expect(abs(product - value(group, i, j) / 16) < 0.11)
      }
    }
  }

  /// Over 3 m along an edge what is left is 1/e; two bins on the legs of 3 and 4 m see each other straight over a floor.
  @Test func `shadows have their law along an edge and over a floor`() throws {
    let path = try series(Self.site, shadowed(.path, offsets: 3), walk())[0]
    // Bins 9 and 15 lie 0.75 and 3.75 m up the leg of 4 m. A third of 9 dB² is what all packets share of the offsets.
    #expect(abs(value(path, 9, 15) - (16 * 0.36787944117144233 + 3)) < 1e-9)
    #expect(abs(value(path, 4, 4) - 19) < 1e-12)
    let floor = try series(Self.site, shadowed(.floor), walk())[0]
    // Bin 6 lies at (2.25, 0), bin 11 at (3, 1.75).
    let apart = (0.75 * 0.75 + 1.75 * 1.75).squareRoot()
    #expect(abs(value(floor, 6, 11) - 16 * Elementary.exp(-apart / 3)) < 1e-9)
  }

  @Test(arguments: [Shadowing.Extent.path, .floor])
  func `what a step ahead changes is what the walk further along has`(extent: Shadowing.Extent) throws {
    let group = try series(Self.site, shadowed(extent), walk())[0]
    let covariance = try #require(group.covariance)
    let other = try series(Self.site, shadowed(extent), walk(ahead: 1e-5))[0]
    let count = covariance.count
    for i in 0..<count {
      for j in 0..<i {
        let change = (value(other, i, j) - value(group, i, j)) / 1e-5
        let together =
          group.weight * (covariance.forward[i * count + j] + covariance.forward[j * count + i])
        // No bin crosses a corner within the step; over the floor, places 0.35 m apart have second derivatives of up to
        // 16 / (3 × 0.35) dB²/m² for each of the two.
        #expect(abs(change - together) < 2e-3)
      }
    }
  }

  /// The levels of one packet on two walks 2 cm apart, as the simulator makes them in single precision (2e-5 dB: 1e-3 dB/m),
  /// against the slope between at a place that is at most 0.7 mm off (2e-3 dB/m where a slope changes by 2 dB/m a metre).
  ///
  /// The second law bends at 4.3 m, and where the line of sight ceases to be certain, at 5 m on the plan: both are passed
  /// twice, and a packet may be on the way across each time.
  @Test(arguments: [
    (PathLossLaw.logDistance(LogDistance(exponent: 1.8, levelAtOneMetre: -59)), 0),
    (.indoorHotspot(IndoorHotspot { $0.sight = .mixed(.openOffice) }), 4),
  ])
  func `slopes are those of the simulator's levels`(law: PathLossLaw, bends: Int) throws {
    var channel = Fixtures.bare
    channel.pathLoss = law
    channel.body = BodyPattern(loss: 8, handAngle: 0.5)
    let place = Point(x: 9, y: 4, z: 3)
    let site = Site(name: "one", anchors: [Fixtures.anchor("b", place)])
    func walk(aside: Point) -> Walk {
      let start = Point(x: 0, y: 0, z: 1.2) + aside
      return Walk(knots: [
        Walk.Knot(time: 0, position: start), Walk.Knot(time: 10, position: start + Point(x: 13, y: 5)),
      ])
    }
    let bin = 0.001
    let gradients = try series(site, channel, walk(aside: .zero), seconds: 10, bin: bin)[0].gradients[0]
    for (axis, step) in [Point(x: 0.01, y: 0), Point(x: 0, y: 0.01)].enumerated() {
      let before = try Fixtures.stream(site, channel: channel, walk: walk(aside: step * -1), duration: 10)
      let after = try Fixtures.stream(site, channel: channel, walk: walk(aside: step), duration: 10)
      #expect(before.count > 90 && before.microseconds == after.microseconds)
      var misses = 0
      for packet in before.levels.indices {
        let slope = (after.levels[packet] - before.levels[packet]).value / 0.02
        let index = min(Int(Double(before.microseconds[packet]) / 1e6 / bin), gradients.count - 1)
        if abs(slope - gradients[index][axis]) >= 0.004 { misses += 1 }
      }
      #expect(misses <= bends)
    }
  }

  @Test func `transmitters of a pillar share their shadow and differ without`() throws {
    let place = Point(x: 1, y: 2, z: 3)
    let transmitters = [place, place + Point(x: 0.4, y: 0), place + Point(x: 0, y: 0.4)]
    let site = Site(
      name: "pillar", path: Fixtures.ring(Self.corners),
      anchors: [Fixtures.anchor("p", place, transmitters: transmitters)])
    var channel = shadowed(.path, offsets: 3)
    channel.fading = .rician(k: 2)
    let groups = try series(site, channel, walk())
    #expect(groups.map { $0.covariance == nil } == [true, false])
    let (apart, together) = (groups[0].gradients, groups[1].gradients)
    #expect(apart.count == 3 && together.count == 1 && groups[1].packets == 3 * groups[0].packets)
    // An event each 0.1 s and half of the 10 ms of delay: 0.5 / 0.105 a bin.
    #expect(abs(groups[0].packets - 0.5 / 0.105) < 1e-12)
    for bin in together[0].indices {
      #expect((apart[0][bin] + apart[1][bin] + apart[2][bin]).max() < 1e-9)
    }
    #expect(abs(value(groups[1], 0, 0) - 17) < 1e-12)
  }

  @Test func `noise of each packet is its fade and what the receiver adds`() throws {
    var channel = Fixtures.bare
    func noise(_ receiver: Decibels) throws -> LocationNoise? {
      try series(
        Self.site, channel, walk(),
        receiver: ReceiverSettings { ($0.sensitivity, $0.noise) = (-127, receiver) })[0].noise
    }
    #expect(try noise(0) == nil)
    #expect(try noise(1.5) == LocationNoise(variance: 2.25))
    channel.fading = .rician(k: 0)
    let both = try #require(try noise(1.5))
    #expect(abs(both.variance - 21.111169701161387) < 1e-9)
    // (κ - 1) α² with α = 18.861 / 21.111.
    #expect(abs(both.second - 2.1973025587222597) < 1e-9)
    channel.fading = .rician(k: 2, correlation: .waves(delaySpread: 2e-8, doppler: 0))
    #expect(try noise(0) == nil)
  }

  @Test func `a mobile beacon is left out, and a rogue counts with its own place`() throws {
    let keys = Anchor(
      id: "keys", identity: Fixtures.anchor("keys", .zero, minor: 7).identity, position: .zero, isMobile: true
    )
    let site = Site(name: "keys", path: Self.site.path, anchors: Self.site.anchors + [keys])
    let building = try Building(
      site: site, channel: shadowed(.path), rogues: [RogueBeacon { ($0.beacon, $0.position) = ("b", .zero) }],
      seed: Seed(1)
    )
    let groups = LapSeries(
      building, bins: WalkedBins(of: walk(), duration: 12, length: 0.5), walk: walk(), hand: .left,
      duration: 12, beacons: Fixtures.lossless, receiver: Fixtures.perfect
    ).groups
    #expect(groups.count == 1 && groups[0].gradients.count == 2)
  }

  /// Two beacons whose shadows are alike by 1/e: their sum over √2 has a shadow of 1 + 1/e times the variance, their
  /// difference over √2 one of 1 - 1/e, and both keep the constant.
  @Test func `beacons that are alike make independent series`() throws {
    let anchors = [1.0, 6].map { Fixtures.anchor("b\($0)", Point(x: $0, y: 2, z: 3)) }
    let site = Site(name: "two", path: Self.site.path, anchors: anchors)
    var channel = shadowed(.path, offsets: 3)
    let apart = try series(site, channel, walk())[0].gradients
    channel.shadowing?.anchorDecorrelation = 5
    let groups = try series(site, channel, walk()).sorted { $0.weight < $1.weight }
    let alike = 0.36787944117144233
    for (group, (sign, weight)) in zip(groups, [(-1.0, 1 - alike), (1, 1 + alike)]) {
      #expect(abs(group.weight - 16 * weight) < 1e-12 && group.constant == 3 && group.gradients.count == 1)
      let expected = zip(apart[0], apart[1]).map { ($0 + $1 * sign) / 2.0.squareRoot() }
      for (found, expected) in zip(group.gradients[0], expected) {
        #expect(min((found - expected).lengthSquared, (found + expected).lengthSquared) < 1e-20)
      }
    }
  }

  /// At 4 m a packet is lost with the chance 0.1 + 0.05 × 4 = 0.3, and a metre more makes that 0.05 more: what one packet tells
  /// is 0.05² / (0.3 × 0.7), along the line to the beacon.
  @Test func `what is lost tells of the distance`() throws {
    let site = Site(name: "one", anchors: [Fixtures.anchor("b", Point(x: 0, y: 0, z: 1))])
    let walk = Walk(knots: [
      Walk.Knot(time: 0, position: Point(x: 4, y: 0, z: 1)),
      Walk.Knot(time: 1, position: Point(x: 4.002, y: 0, z: 1)),
    ])
    var channel = Fixtures.bare
    channel.fading = .rician(k: 2)
    let groups = try series(
      site, channel, walk, seconds: 0.001, bin: 0.001,
      beacons: BeaconSettings { ($0.loss, $0.lossPerMetre) = (0.1, 0.05) })
    #expect(groups.count == 2 && groups[0].noise == LocationNoise(variance: 1) && groups[1].heard == 0.9)
    let gradient = groups[0].gradients[0][0]
    #expect(abs(gradient.x * gradient.x - 0.0025 / 0.21) < 1e-7 && gradient.y == 0 && gradient.z == 0)
  }

  @Test func `what cannot be bounded is named`() throws {
    func needed(_ channel: ChannelSettings, _ beacons: BeaconSettings, walking: Bool = false) throws
      -> String?
    {
      LapSeries.obstacle(
        of: try Building(site: Self.site, channel: channel, seed: Seed(1)), beacons: beacons, walking: walking
      )?
      .expected
    }
    var channel = shadowed(.path)
    #expect(try needed(channel, BeaconSettings(), walking: true) == nil)
    #expect(try needed(channel, BeaconSettings { $0.loss = 1 }) == "beacons.loss below 1")
    channel.shadowing?.anchorDecorrelation = 5
    #expect(try needed(channel, BeaconSettings()) == nil)
    let correlated = "with channel.shadowing.beaconDecorrelation"
    #expect(try needed(channel, BeaconSettings(), walking: true) == "beacons at rest \(correlated)")
    let change = BeaconChange { ($0.beacon, $0.interval) = ("b", 1) }
    #expect(
      try needed(channel, BeaconSettings { $0.changes = [change] })
        == "the same interval and delay for all beacons \(correlated)")
  }
}

extension SIMD3<Double> {
  fileprivate var lengthSquared: Double { (self * self).sum() }
}
