import Documents
import NumericalMethods
import Propagation
import Radio
import Testing
import World

@Suite struct SimulatedSourceTests {
  let site = Fixtures.floor35
  let route = Fixtures.route35

  private func lap(_ direction: TravelDirection = .forward, duration: Double = 30) -> LapWalk {
    LapWalk(
      along: Itinerary(route), testPoints: site.testPoints,
      settings: WalkSettings { ($0.walkIn, $0.duration) = (5, duration) },
      direction: direction, seed: Seed(7))
  }

  private func source(
    _ site: Site? = nil, _ direction: TravelDirection = .forward, hand: Hand = .left, duration: Double = 30,
    seed: Seed = Seed(11), packetsAtOnce: Int = 1 << 18, tellsChannel: Bool = true,
    channel: ChannelSettings = ChannelSettings(), beacons: BeaconSettings = BeaconSettings(),
    receiver: ReceiverSettings = ReceiverSettings()
  ) throws -> SimulatedSource {
    let building = try Building(site: site ?? self.site, channel: channel, seed: Seed(5))
    return try SimulatedSource(
      building: building, walk: lap(direction, duration: duration).walk, hand: hand, duration: duration,
      beacons: beacons, receiver: receiver, tellsChannel: tellsChannel, seed: seed,
      packetsAtOnce: packetsAtOnce)
  }

  @Test func `gives the same stream twice, whole or in pieces, and another for another seed`() throws {
    var (one, other, pieces) = (try source(), try source(), try source(packetsAtOnce: 1000))
    let stream = try one.stream()
    #expect(try other.stream() == stream)
    var inPieces = AdvertisementStream()
    var count = 1
    while pieces.next(into: &inPieces) { count += 1 }
    #expect(count > 5)
    #expect(inPieces == stream)
    #expect(pieces.directory == one.directory && pieces.counts == one.counts && pieces.tally == one.tally)
    var different = try source(seed: Seed(12))
    #expect(try different.stream() != stream)
  }

  @Test func `is in order of time and keeps its counts`() throws {
    var source = try source()
    let stream = try source.stream()
    #expect(zip(stream, stream.dropFirst()).allSatisfy { $0.microseconds <= $1.microseconds })
    #expect(stream.allSatisfy { $0.microseconds >= 0 && $0.microseconds < 30_000_000 })
    #expect(source.counts.heard == stream.count && source.tally.delivered == stream.count)
    #expect(stream.allSatisfy { $0.level.value >= -96.5 && $0.level.value == $0.level.value.rounded() })
    #expect(stream.allSatisfy { $0.count == 1 && $0.receiver == 0 })
  }

  @Test func `an anchor more, even in front, moves no draw of the others`() throws {
    let more = Site(
      name: "more", path: site.path,
      anchors: [Fixtures.anchor("new", Point(x: 18, y: 8, z: 3), minor: 99)] + site.anchors)
    var (one, other) = (try source(), try source(more))
    let (stream, longer) = (try one.stream(), try other.stream())
    let rest = longer.filter { $0.anchor != 0 }
    #expect(longer.count > stream.count)
    #expect(rest.map(\.microseconds) == stream.map(\.microseconds))
    #expect(rest.map { $0.anchor - 1 } == stream.map(\.anchor))
    #expect(rest.map(\.level) == stream.map(\.level) && rest.map(\.channel) == stream.map(\.channel))
    let addresses = { (source: SimulatedSource, stream: [Advertisement]) in
      stream.map { source.directory.transmitters[$0.transmitter].address }
    }
    #expect(addresses(other, rest) == addresses(one, Array(stream)))
  }

  @Test func `all settings hear the same packets`() throws {
    let everything = ReceiverSettings { ($0.sensitivity, $0.wholeDBm) = (-127, false) }
    var all = try source(beacons: Fixtures.lossless, receiver: everything)
    let sent = try all.stream()
    var levels: [Int64: [Int: DBm]] = [:]
    for packet in sent { levels[packet.microseconds, default: [:]][packet.anchor] = packet.level }
    var usual = try source()
    let heard = try usual.stream()
    // The deepest fades are below what HCI can tell.
    let unheard = all.counts.belowSensitivity
    #expect(usual.counts.sent == sent.count + unheard && unheard < 5)
    for packet in heard {
      let exact = try #require(levels[packet.microseconds]?[packet.anchor])
      #expect(exact.value >= -96 && packet.level.value == exact.value.rounded(.toNearestOrEven))
    }
    // All that the sensitivity takes, and nothing else, is missing without loss.
    var lossless = try source(beacons: Fixtures.lossless)
    #expect(try lossless.stream().count == sent.filter { $0.level.value >= -96 }.count)
    #expect(lossless.counts.belowSensitivity == sent.filter { $0.level.value < -96 }.count + unheard)
  }

  @Test func `hand and direction change the geometry and nothing else`() throws {
    var channel = ChannelSettings()
    channel.shadowing = nil
    var streams: [AdvertisementStream] = []
    for direction in TravelDirection.allCases {
      for hand in Hand.allCases {
        var source = try source(
          nil, direction, hand: hand, channel: channel, beacons: Fixtures.lossless, receiver: Fixtures.perfect
        )
        streams.append(try source.stream())
      }
    }
    for stream in streams.dropFirst() {
      #expect(stream.microseconds == streams[0].microseconds && stream.channels == streams[0].channels)
      #expect(stream.anchors == streams[0].anchors && stream.levels != streams[0].levels)
    }
  }

  @Test func `transmitters stand in the directory as they are first heard, with addresses of their own`()
    throws
  {
    let pillar = Fixtures.anchor(
      "pillar", Point(x: 5, y: 2, z: 2), minor: 50,
      transmitters: [Point(x: 4.8, y: 2, z: 2), Point(x: 5.2, y: 2, z: 2)])
    let site = Site(name: "pillar", path: site.path, anchors: site.anchors + [pillar])
    var source = try source(site)
    let stream = try source.stream()
    var seen: [Int] = []
    for packet in stream where !seen.contains(packet.transmitter) { seen.append(packet.transmitter) }
    #expect(seen == Array(seen.indices))
    let transmitters = source.directory.transmitters
    #expect(transmitters.count == seen.count && transmitters.filter { $0.anchor == 35 }.count == 2)
    #expect(stream.allSatisfy { transmitters[$0.transmitter].anchor == $0.anchor })
    let addresses = try transmitters.map { try #require($0.address) }
    #expect(Set(addresses).count == addresses.count)
    #expect(addresses.allSatisfy { $0.isRandom && $0.octets >> 46 == 0b11 })
    #expect(transmitters.allSatisfy { $0.measuredPower == -59 })
    #expect(source.directory.anchors.map(\.id) == site.anchors.map(\.id))
  }

  @Test func `the channel column can be left blank as in HCI`() throws {
    var (stated, blank) = (try source(), try source(tellsChannel: false))
    let (full, without) = (try stated.stream(), try blank.stream())
    #expect(full.allSatisfy { (37...39).contains($0.channel ?? 0) })
    #expect(without.allSatisfy { $0.channel == nil })
    #expect(without.levels == full.levels && without.microseconds == full.microseconds)
  }

  @Test func `a strong level stops at what a receiver can say`() throws {
    var channel = Fixtures.bare
    channel.pathLoss = .logDistance(LogDistance(exponent: 2, levelAtOneMetre: 20))
    let near = Site(name: "near", anchors: [Fixtures.anchor("a", Point(x: 0, y: 0, z: 0.1))])
    let stream = try Fixtures.stream(near, channel: channel, walk: Fixtures.standing(at: .zero), duration: 5)
    #expect(!stream.isEmpty && stream.allSatisfy { $0.level == 20 })
    // -160 dBm at 100 m, which a soft edge lets through now and then.
    channel.pathLoss = .logDistance(LogDistance(exponent: 2, levelAtOneMetre: -120))
    let far = Site(name: "far", anchors: [Fixtures.anchor("a", Point(x: 100, y: 0))])
    let faint = try Fixtures.stream(
      far, channel: channel, walk: Fixtures.standing(at: .zero), duration: 5,
      receiver: ReceiverSettings { ($0.sensitivity, $0.sensitivityEdge) = (-127, 100) })
    #expect(!faint.isEmpty && faint.allSatisfy { $0.level == -127 })
  }

  @Test func `a whole lap sends as many packets as its intervals say`() throws {
    // 35 beacons of 114 s at 0.105 s: (114 - 0.05) / 0.105 + 0.5 each, 38,000.9 in all, standard deviation 5.7;
    // 6 of them: 2e-9.
    var source = try source(duration: 114)
    _ = try source.stream()
    #expect(abs(Double(source.counts.sent) - 38_000.9) < 6 * 5.7)
  }
}
