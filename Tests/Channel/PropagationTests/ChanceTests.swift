import Documents
import NumericalMethods
import Propagation
import Radio
import TestSupport
import Testing
import World

/// What chance does to packets, over streams heard by one who stands still.
@Suite struct ChanceTests {
  struct FadeMoments: Decodable {
    let k: Double
    let mean: Double
    let deviation: Double

    enum CodingKeys: String, CodingKey {
      case k = "K"
      case mean = "mean_db"
      case deviation = "sd_db"
    }
  }

  let site = Fixtures.circle(16)

  private func stream(
    _ channel: ChannelSettings, duration: Double = 300, beacons: BeaconSettings = Fixtures.lossless,
    receiver: ReceiverSettings = Fixtures.perfect, building: Seed = Seed(1), lap: Seed = Seed(2)
  ) throws -> AdvertisementStream {
    try Fixtures.stream(
      site, channel: channel, walk: Fixtures.standing(at: .zero), duration: duration, beacons: beacons,
      receiver: receiver, building: building, lap: lap)
  }

  /// What a level is above its mean.
  private func gains(_ stream: AdvertisementStream) -> Moments {
    let mean = Fixtures.bare.pathLoss.level(at: 10).value
    var moments = Moments()
    for level in stream.levels { moments.add(level.value - mean) }
    return moments
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `Rician fades have the mean and deviation in decibels of the exact vectors`() throws {
    // n = 45,700 for each of 5 K. The mean's standard error is sd / 214. The deviation's is sd / 2 sqrt((kurtosis
    // - 1) / n); the kurtosis is largest for K = 0, 5.4 (a logarithm of an exponential), and at K = 1 to 3 below
    // 9: 8 / 4 for all makes it at most sd × 0.0067. Bounds at 6 of them: 2e-8 in all.
    let examples = try SharedData.vectors("rician_power_db_moments", as: [FadeMoments].self)
    #expect(examples.map(\.k) == [0, 1, 3, 6, 10])
    for example in examples {
      var channel = Fixtures.bare
      channel.fading = .rician(k: example.k)
      let gains = gains(try stream(channel))
      #expect(gains.count > 45_000)
      #expect(abs(gains.mean - example.mean) < 6 * example.deviation / gains.count.squareRoot())
      #expect(abs(gains.deviation - example.deviation) < 6 * example.deviation * 0.0067)
    }
  }

  @Test func `one packet's fade says nothing about the next one's`() throws {
    // n = 45,700 pairs: standard error 1 / 214 = 0.00468; 5.5 of them.
    var channel = Fixtures.bare
    channel.fading = .rician(k: 2)
    let stream = try stream(channel)
    let all = gains(stream)
    let mean = Fixtures.bare.pathLoss.level(at: 10).value + all.mean
    var (product, count) = (0.0, 0.0)
    var last = [Double?](repeating: nil, count: 16)
    for packet in stream {
      let gain = packet.level.value - mean
      if let before = last[packet.anchor] {
        product += gain * before
        count += 1
      }
      last[packet.anchor] = gain
    }
    #expect(abs(product / count / all.variance) < 5.5 * 0.00468)
  }

  @Test func `noise and the unit's offset have the deviations set`() throws {
    var receiver = Fixtures.perfect
    receiver.noise = 1.5
    receiver.unitOffset = 1
    let gains = gains(try stream(Fixtures.bare, receiver: receiver))
    // n = 45,700: the deviation's standard error is 1.5 / 302; 5.5 of them.
    #expect(abs(gains.deviation - 1.5) < 5.5 * 1.5 / 302)
    // 400 units: the mean offset's standard error is 0.05, the deviation's 0.035; 5.5 of them. The offset is the
    // building's and the same on every lap; the noise's own mean is left out.
    receiver.noise = 0
    var offsets = Moments()
    for unit in 0..<400 {
      let levels = try stream(Fixtures.bare, duration: 1, receiver: receiver, building: Seed(UInt64(unit)))
        .levels
      #expect(Set(levels).count == 1)
      offsets.add(levels[0].value - Fixtures.bare.pathLoss.level(at: 10).value)
    }
    #expect(abs(offsets.mean) < 5.5 * 0.05 && abs(offsets.deviation - 1) < 5.5 * 0.035)
    let laps = try [Seed(2), Seed(3)].map {
      try stream(Fixtures.bare, duration: 1, receiver: receiver, lap: $0).levels[0]
    }
    #expect(laps[0] == laps[1])
  }

  @Test func `each beacon has an offset of its own on each channel, the lap's or the building's`() throws {
    var channel = Fixtures.bare
    func offsets(share: Double, lap: Int) throws -> [Double] {
      channel.channelOffsets = ChannelOffsets { ($0.sigma, $0.fixedShare) = (1.5, share) }
      var levels: [Int: Double] = [:]
      for packet in try stream(channel, duration: 10, lap: Seed(UInt64(lap))) {
        let key = packet.anchor * 3 + Int(packet.channel ?? 0) - 37
        #expect(levels[key] == nil || levels[key] == packet.level.value)
        levels[key] = packet.level.value
      }
      #expect(levels.count == 48)
      return (0..<48).map { (levels[$0] ?? 0) - Fixtures.bare.pathLoss.level(at: 10).value }
    }
    #expect(try offsets(share: 1, lap: 1) == offsets(share: 1, lap: 2))
    #expect(try offsets(share: 0, lap: 1) != offsets(share: 0, lap: 2))
    // 25 laps of 48 offsets, n = 1200: standard errors 0.0433 (mean) and 0.0306 (deviation); 5.5 of them.
    var all = Moments()
    for lap in 0..<25 { for offset in try offsets(share: 0, lap: lap) { all.add(offset) } }
    #expect(abs(all.mean) < 5.5 * 0.0433 && abs(all.deviation - 1.5) < 5.5 * 0.0306)
  }

  @Test func `events come every interval and a delay evenly spread from nothing to its longest`() throws {
    let stream = try stream(Fixtures.bare)
    var last = [Int64?](repeating: nil, count: 16)
    var gaps = Moments()
    var (least, most) = (Int64.max, Int64.min)
    for packet in stream {
      if let before = last[packet.anchor] {
        gaps.add(Double(packet.microseconds - before))
        (least, most) = (min(least, packet.microseconds - before), max(most, packet.microseconds - before))
      } else {
        #expect(packet.microseconds < 100_000)
      }
      last[packet.anchor] = packet.microseconds
    }
    // n = 45,700: standard errors 2887 / 214 = 13.5 µs (mean), 2887 / 2 sqrt(0.8 / n) = 6.0 µs (deviation, whose
    // kurtosis is 1.8); 5.5 of them. A gap below 100.1 or above 109.9 ms is missed with chance 0.99^45,700.
    #expect(abs(gaps.mean - 105_000) < 5.5 * 13.5)
    #expect(abs(gaps.deviation - 2886.8) < 5.5 * 6.0)
    #expect(least >= 99_999 && least < 100_100 && most <= 110_001 && most > 109_900)
  }

  @Test func `a beacon's first event falls anywhere in an interval`() throws {
    // 1600 beacons and laps: mean 50 ms, standard error 28.9 / 40 = 0.72 ms; 5.5 of them.
    var firsts = Moments()
    for lap in 0..<100 {
      var seen = Set<Int>()
      for packet in try stream(Fixtures.bare, duration: 0.12, lap: Seed(UInt64(lap))) {
        if seen.insert(packet.anchor).inserted { firsts.add(packet.time) }
      }
    }
    #expect(firsts.count == 1600)
    #expect(abs(firsts.mean - 0.05) < 5.5 * 0.00072)
    #expect(abs(firsts.deviation - 0.02887) < 5.5 * 0.00032)
  }

  @Test func `packets are lost as often as is set, on each channel alike`() throws {
    var counts = [UInt8: Int]()
    let sent = try stream(Fixtures.bare)
    for channel in sent.channels { counts[channel, default: 0] += 1 }
    // n = 45,700: a third's standard error is 0.471 / 214 = 0.0022; 5.5 of them.
    #expect(counts.count == 3)
    for channel in [UInt8(37), 38, 39] {
      let share = Double(counts[channel] ?? 0) / Double(sent.count)
      #expect(abs(share - 1.0 / 3) < 5.5 * 0.0022)
    }
    var heard = [UInt8: Int]()
    let some = try stream(Fixtures.bare, beacons: BeaconSettings { $0.loss = 0.3 })
    for channel in some.channels { heard[channel, default: 0] += 1 }
    for channel in [UInt8(37), 38, 39] {
      // n = 15,200 a channel: standard error 0.458 / 123 = 0.0037; 5.5 of them.
      #expect(abs(Double(heard[channel] ?? 0) / Double(counts[channel] ?? 1) - 0.7) < 5.5 * 0.0037)
    }
    #expect(try stream(Fixtures.bare, beacons: BeaconSettings { $0.loss = 1 }).isEmpty)
  }

  @Test func `fade, noise and loss each leave the others' draws alone`() throws {
    var channel = Fixtures.bare
    channel.fading = .rician(k: 2)
    var receiver = Fixtures.perfect
    let faded = try stream(channel, duration: 20, receiver: receiver)
    receiver.noise = 2
    let both = try stream(channel, duration: 20, receiver: receiver)
    let noisy = try stream(Fixtures.bare, duration: 20, receiver: receiver)
    let mean = Fixtures.bare.pathLoss.level(at: 10).value
    #expect(both.microseconds == faded.microseconds && both.channels == noisy.channels)
    for index in both.indices {
      let sum = faded[index].level.value + noisy[index].level.value - mean
      #expect(abs(both[index].level.value - sum) < 1e-4)
    }
  }
}
