import Documents
import NumericalMethods
import Propagation
import Radio
import TestSupport
import Testing
import World

/// What a receiver hears of what reaches it, and what beacons do of their own.
@Suite struct ReceptionTests {
  static let site = Fixtures.circle(16)
  static let mean = Fixtures.bare.pathLoss.level(at: 10).value

  private func heard(
    _ beacons: BeaconSettings = Fixtures.lossless, _ receiver: ReceiverSettings = Fixtures.perfect,
    duration: Double = 300, lap: Int = 0, rogues: [RogueBeacon] = [], packetsAtOnce: Int = 1 << 18,
    channel: ChannelSettings = Fixtures.bare, seed: Seed = Seed(2)
  ) throws -> (stream: AdvertisementStream, counts: TransmissionCounts, directory: StreamDirectory) {
    let building = try Building(site: Self.site, channel: channel, rogues: rogues, seed: Seed(1))
    var source = try SimulatedSource(
      building: building, walk: Fixtures.standing(at: .zero), hand: .left, duration: duration,
      beacons: beacons, receiver: receiver, lap: lap, seed: seed, packetsAtOnce: packetsAtOnce)
    let stream = try source.stream()
    #expect(source.counts.heard == stream.count)
    return (stream, source.counts, source.directory)
  }

  @Test func `a scan window shorter than its interval hears its share, on one channel at a time`() throws {
    var receiver = Fixtures.perfect
    receiver.scan = ScanSettings { ($0.interval, $0.window) = (0.1, 0.03) }
    let (stream, counts, _) = try heard(receiver: receiver)
    // n = 45,700: standard error of a share of 0.3 is 0.0022 were packets independent; each beacon's go round the
    // interval evenly within it. 5.5 of them.
    #expect(abs(Double(stream.count) / Double(counts.sent) - 0.3) < 5.5 * 0.0022)
    #expect(counts.outsideScan == counts.sent - stream.count)
    // Two packets less than 30 ms apart that were both heard came on one channel.
    for (one, next) in zip(stream, stream.dropFirst()) where next.microseconds - one.microseconds < 30_000 {
      #expect(one.channel == next.channel)
    }
    #expect(Set(stream.channels) == [37, 38, 39])
  }

  private func heard(receiver: ReceiverSettings) throws -> (
    stream: AdvertisementStream, counts: TransmissionCounts, directory: StreamDirectory
  ) { try heard(Fixtures.lossless, receiver) }

  @Test(arguments: [(0.0, 0.5), (2, 0.841345), (-2, 0.158655), (4, 0.977250)])
  func `the sensitivity's edge is as soft as is set`(above: Double, share: Double) throws {
    var receiver = Fixtures.perfect
    receiver.sensitivity = DBm(Self.mean - above)
    receiver.sensitivityEdge = 2
    let (stream, counts, _) = try heard(receiver: receiver)
    // n = 45,700; 5.5 standard errors of the share.
    let bound = 5.5 * (share * (1 - share) / 45_700).squareRoot()
    #expect(abs(Double(stream.count) / Double(counts.sent) - share) < bound)
    #expect(counts.belowSensitivity == counts.sent - stream.count)
    #expect(stream.levels.allSatisfy { abs($0.value - Self.mean) < 1e-3 })
  }

  @Test func `a saturated receiver reads its highest level`() throws {
    var receiver = Fixtures.perfect
    receiver.noise = 5
    receiver.saturation = DBm(Self.mean.rounded())
    let free = try heard(
      Fixtures.lossless, ReceiverSettings { ($0.sensitivity, $0.noise, $0.wholeDBm) = (-127, 5, false) })
    let held = try heard(receiver: receiver)
    let ceiling = receiver.saturation.value
    #expect(held.stream.levels.map(\.value) == free.stream.levels.map { min($0.value, ceiling) })
  }

  @Test func `loss grows with the distance`() throws {
    // 0.1 and 0.02 for each of 10 m: 0.3. n = 45,700; 5.5 standard errors.
    let (stream, counts, _) = try heard(BeaconSettings { ($0.loss, $0.lossPerMetre) = (0.1, 0.02) })
    #expect(abs(Double(counts.lost) / Double(counts.sent) - 0.3) < 5.5 * 0.00214)
    #expect(stream.count == counts.sent - counts.lost)
  }

  @Test func `packets that overlap drown each other, unless one is strong enough`() throws {
    // Every 25 ms on average, 368 µs long: the chance that none of 15 others begins within 368 µs before or after
    // is (1 - 2 × 368 / 25000)^15, since no beacon sends twice in that time.
    let beacons = BeaconSettings { ($0.interval, $0.delay, $0.loss) = (0.02, 0.01, 0) }
    var receiver = Fixtures.perfect
    receiver.capture = 21
    let (_, counts, _) = try heard(beacons, receiver, duration: 60)
    let free = Elementary.pow(1 - 2 * 0.368 / 25, 15)
    // n = 38,400 packets, which meet in pairs: standard error √(2 × 0.360 × 0.640 / n) = 0.0035; 5.5 of them.
    #expect(abs(1 - Double(counts.collided) / Double(counts.sent) - free) < 5.5 * 0.0035)
    // One that is 30 dB stronger always gets through; the others lose by it as before.
    var strong = beacons
    strong.changes = [BeaconChange { ($0.beacon, $0.power) = ("a3", 30) }]
    let (stream, other, _) = try heard(strong, receiver, duration: 60)
    let all = try heard(strong, Fixtures.perfect, duration: 60)
    #expect(stream.count { $0.anchor == 3 } == all.stream.count { $0.anchor == 3 })
    #expect(abs(Double(other.collided) / Double(other.sent) - (1 - free) * 15 / 16) < 5.5 * 0.0035)
  }

  @Test func `as many packets collide in a receiver that scans without a break`() throws {
    let beacons = BeaconSettings { ($0.interval, $0.delay, $0.loss) = (0.02, 0.01, 0) }
    var receiver = Fixtures.perfect
    receiver.capture = 21
    receiver.scan = ScanSettings { ($0.interval, $0.window) = (0.1, 0.1) }
    let (stream, counts, _) = try heard(beacons, receiver, duration: 60)
    // An event sends on every channel, and the receiver hears the packet on its own: (1 - 2 × 368 / 25000)^15 as without a
    // scan, but for overlaps with the next channel's packets, once in 100 ms.
    let share = Double(stream.count) / Double(counts.sent - counts.outsideScan)
    #expect(abs(share - Elementary.pow(1 - 2 * 0.368 / 25, 15)) < 5.5 * 0.0035)
  }

  @Test(arguments: [(35, 0.18...0.24), (100, 0.47...0.53), (300, 0.85...0.90)])
  func `as many packets collide as in pure ALOHA`(beacons: Int, share: ClosedRange<Double>) throws {
    // Abramson 1970, "The ALOHA System": 1 - exp(-2 × 368 µs × others / 105 ms), which is 0.212, 0.500 and 0.877.
    let building = try Building(site: Fixtures.circle(beacons), channel: Fixtures.bare, seed: Seed(1))
    var receiver = Fixtures.perfect
    receiver.capture = 21
    var source = try SimulatedSource(
      building: building, walk: Fixtures.standing(at: .zero), hand: .left, duration: 60,
      beacons: BeaconSettings { ($0.interval, $0.delay, $0.loss) = (0.1, 0.01, 0) }, receiver: receiver,
      seed: Seed(2))
    _ = try source.stream()
    #expect(share.contains(Double(source.counts.collided) / Double(source.counts.sent)))
  }

  @Test func `packets lost or too weak still disturb others`() throws {
    let beacons = BeaconSettings { ($0.interval, $0.delay, $0.loss) = (0.02, 0.01, 0) }
    var receiver = Fixtures.perfect
    receiver.capture = 0.5
    receiver.sensitivity = DBm(Self.mean - 1)
    var faint = beacons
    // Fifteen lie just below the sensitivity and within the capture margin of 0.5 dB above the last one's.
    receiver.sensitivity = DBm(Self.mean - 0.05)
    faint.changes = (1..<16).map { number in BeaconChange { ($0.beacon, $0.power) = ("a\(number)", -0.1) } }
    let (stream, counts, _) = try heard(faint, receiver, duration: 60)
    #expect(stream.allSatisfy { $0.anchor == 0 })
    // n = 2400: standard error of 0.640 is 0.0098; 5.5 of them.
    let share = Double(stream.count) / Double(stream.count + counts.collided)
    #expect(abs(share - Elementary.pow(1 - 2 * 0.368 / 25, 15)) < 5.5 * 0.0098)
    #expect(counts.belowSensitivity > 30_000)
  }

  @Test func `bursts take their share of time and leave the levels of the rest`() throws {
    var receiver = Fixtures.perfect
    receiver.interference = InterferenceSettings { ($0.burst, $0.quiet, $0.loss) = (0.02, 0.06, 0.8) }
    let (stream, counts, _) = try heard(receiver: receiver)
    // A quarter of the time, of which 0.8: 0.2. 300 s have some 3750 bursts on each of three channels: standard
    // error of the time's share √(2 × 0.25 × 0.75 × 0.015 / 900) = 0.0025, of the packets' 0.0019; 0.0028 of 0.2
    // together; 5.5 of them.
    #expect(abs(Double(counts.interfered) / Double(counts.sent) - 0.2) < 5.5 * 0.0028)
    #expect(stream.levels.allSatisfy { abs($0.value - Self.mean) < 1e-3 })
    // Losses come in bursts: after a lost packet another one within 2 ms on its channel is mostly lost too.
    let all = try heard(Fixtures.lossless, Fixtures.perfect).stream
    let kept = Set(stream.map { $0.microseconds << 8 | Int64($0.anchor) })
    let lost = all.map { !kept.contains($0.microseconds << 8 | Int64($0.anchor)) }
    var (both, first) = (0, 0)
    for index in all.indices.dropLast()
    where lost[index] && all[index + 1].microseconds - all[index].microseconds < 2000
      && all[index].channel == all[index + 1].channel
    {
      first += 1
      if lost[index + 1] { both += 1 }
    }
    // 0.8 × (0.25 + 0.75 e^(-t / 15 ms)) for t up to 2 ms: 0.72 to 0.8.
    #expect(first > 500 && Double(both) / Double(first) > 0.6)
  }

  @Test func `duplicates are left out until the period is over`() throws {
    var receiver = Fixtures.perfect
    receiver.duplicatePeriod = 10
    let (stream, counts, _) = try heard(receiver: receiver)
    #expect(stream.count == 30 * 16)
    #expect(counts.duplicates == counts.sent - 480)
    for second in 0..<30 {
      #expect(Set(stream[second * 16..<second * 16 + 16].map(\.anchor)).count == 16)
    }
  }

  @Test func `everything at once is the same in pieces`() throws {
    var receiver = ReceiverSettings {
      ($0.sensitivity, $0.noise, $0.sensitivityEdge, $0.saturation) = (-80, 1.5, 2, -70)
    }
    receiver.scan = ScanSettings { ($0.interval, $0.window) = (0.5, 0.4) }
    receiver.capture = 8
    receiver.interference = InterferenceSettings { ($0.burst, $0.quiet) = (0.1, 1) }
    receiver.duplicatePeriod = 1.5
    var beacons = BeaconSettings { ($0.interval, $0.lossPerMetre, $0.powerDeviation) = (0.02, 0.01, 3) }
    beacons.changes = [BeaconChange { ($0.beacon, $0.silence) = ("a2", .init { $0.time = 20 }) }]
    var channel = Fixtures.bare
    channel.fading = .rician(k: 1, correlation: .waves(delaySpread: 20e-9, doppler: 0.1))
    let whole = try heard(beacons, receiver, duration: 60, channel: channel)
    let pieces = try heard(beacons, receiver, duration: 60, packetsAtOnce: 100, channel: channel)
    #expect(whole.stream == pieces.stream && whole.counts == pieces.counts)
    let counts = whole.counts
    for count in [
      counts.outsideScan, counts.lost, counts.belowSensitivity, counts.collided, counts.interfered,
      counts.duplicates, counts.heard,
    ] { #expect(count > 10) }
  }

  @Test func `asking for nothing new changes nothing`() throws {
    let plain = try heard(BeaconSettings(), ReceiverSettings { $0.noise = 1 })
    var receiver = ReceiverSettings { $0.noise = 1 }
    receiver.interference = InterferenceSettings { ($0.burst, $0.quiet, $0.loss) = (0.001, 3600, 0) }
    let through = try heard(BeaconSettings(), receiver)
    #expect(plain.stream == through.stream && plain.counts == through.counts)
  }

  @Test func `each beacon has a power of its own, the same on every lap`() throws {
    var levels: [Double] = []
    for seed in 0..<100 {
      let building = try Building(site: Self.site, channel: Fixtures.bare, seed: Seed(UInt64(seed)))
      let laps = try (0..<2).map { lap in
        var source = try SimulatedSource(
          building: building, walk: Fixtures.standing(at: .zero), hand: .left, duration: 0.12,
          beacons: BeaconSettings { ($0.loss, $0.powerDeviation) = (0, 2) }, receiver: Fixtures.perfect,
          lap: lap,
          seed: Seed(UInt64(lap)))
        var first = [Double](repeating: .nan, count: 16)
        for packet in try source.stream() { first[packet.anchor] = packet.level.value }
        return first
      }
      #expect(laps[0] == laps[1])
      levels += laps[0].map { $0 - Self.mean }
    }
    // n = 1600: standard errors 0.05 and 0.035; 5.5 of them.
    var moments = Moments()
    for level in levels { moments.add(level) }
    #expect(abs(moments.mean) < 5.5 * 0.05 && abs(moments.deviation - 2) < 5.5 * 0.0354)
  }

  @Test func `batteries fade from lap to lap, each as is set`() throws {
    var beacons = BeaconSettings { ($0.loss, $0.batteryLoss) = (0, 0.1) }
    beacons.changes = [BeaconChange { ($0.beacon, $0.power, $0.batteryLoss) = ("a5", -3, 0.5) }]
    for lap in [0, 1, 20] {
      for packet in try heard(beacons, duration: 1, lap: lap).stream {
        let expected = packet.anchor == 5 ? -3 - 0.5 * Double(lap) : -0.1 * Double(lap)
        #expect(abs(packet.level.value - Self.mean - expected) < 1e-3)
      }
    }
  }

  @Test func `a beacon that disappears is silent from that moment on, and nobody else`() throws {
    var beacons = Fixtures.lossless
    beacons.changes = [
      BeaconChange { ($0.beacon, $0.silence) = ("a5", .init { ($0.lap, $0.time) = (3, 10) }) }
    ]
    let free = try heard(duration: 20).stream
    #expect(try heard(beacons, duration: 20, lap: 2).stream == free)
    let during = try heard(beacons, duration: 20, lap: 3)
    #expect(Array(during.stream) == free.filter { $0.anchor != 5 || $0.time < 10 })
    let after = try heard(beacons, duration: 20, lap: 4)
    #expect(after.stream.count == free.count { $0.anchor != 5 })
    #expect(after.counts.sent == after.stream.count)
  }

  @Test func `a beacon may have an interval of its own`() throws {
    var beacons = BeaconSettings { ($0.interval, $0.delay, $0.loss) = (0.1, 0, 0) }
    beacons.changes = [BeaconChange { ($0.beacon, $0.interval) = ("a5", 1) }]
    let stream = try heard(beacons, duration: 60).stream
    #expect(stream.count { $0.anchor == 5 } == 60)
    #expect(stream.count { $0.anchor == 6 } == 600)
  }

  @Test func `a rogue sends the same identity from another place and address, and moves no draws`() throws {
    let rogue = RogueBeacon { ($0.beacon, $0.position, $0.power) = ("a5", Point(x: 1, y: 0), -2) }
    let (stream, _, directory) = try heard(duration: 20, rogues: [rogue])
    let free = try heard(duration: 20)
    let level = Fixtures.bare.pathLoss.level(at: 1).value - 2
    let (theirs, ours) = (
      stream.filter { abs($0.level.value - level) < 1e-3 }, stream.filter { abs($0.level.value - level) > 1 }
    )
    #expect(theirs.count > 180 && theirs.allSatisfy { $0.anchor == 5 })
    #expect(Set(theirs.map(\.transmitter)).count == 1)
    let addresses = Set(
      directory.transmitters.filter { $0.anchor == 5 }.map(\.address))
    #expect(addresses.count == 2 && directory.anchors == free.directory.anchors)
    #expect(
      ours.map { [Double($0.microseconds), $0.level.value, Double($0.anchor)] }
        == free.stream.map { [Double($0.microseconds), $0.level.value, Double($0.anchor)] })
  }

  @Test func `what cannot be is named`() throws {
    var receiver = ReceiverSettings()
    receiver.scan = ScanSettings { ($0.interval, $0.window) = (0.1, 0.2) }
    #expect(
      refusal { try receiver.validate() }
        == "scan.window must be at most receiver.scan.interval, 0.1, was 0.2")
    receiver.scan = nil
    receiver.interference = InterferenceSettings { ($0.burst, $0.quiet) = (0, 1) }
    #expect(refusal { try receiver.validate() }.hasPrefix("interference.burst must be"))
    var channel = ChannelSettings()
    channel.fading = .rician(k: 1, correlation: .waves(delaySpread: -1, doppler: 0))
    #expect(refusal { try channel.validate() }.hasPrefix("fading.correlated.delaySpread must be"))
    #expect(
      refusal { try BeaconSettings { $0.lossPerMetre = 2 }.validate() }.hasPrefix("lossPerMetre must be"))
    var beacons = BeaconSettings()
    beacons.changes = [BeaconChange { $0.beacon = "nobody" }]
    #expect(
      refusal { try heard(beacons) } == "changes.beacon must be a beacon of the site, was nobody")
    #expect(
      refusal { try heard(rogues: [RogueBeacon { ($0.beacon, $0.position) = ("nobody", .zero) }]) }
        == "rogues.beacon must be a beacon of the site, was nobody")
  }
}
