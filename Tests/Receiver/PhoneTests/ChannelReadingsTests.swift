import Documents
import Phone
import Testing
import World

/// Readings by advertising channel, beside those of all channels together.
@Suite struct ChannelReadingsTests {
  /// Two beacons, the second a pillar with two transmitters.
  private static let pillar: StreamDirectory = {
    var directory = directory(anchors: 2)
    _ = directory.index(
      of: .init(anchor: 1, address: DeviceAddress(octets: 7, isRandom: false), measuredPower: nil))
    return directory
  }()

  private func readings(
    _ heard: [(time: Double, anchor: Int, transmitter: Int, level: Double, channel: UInt8?)],
    phone: PhoneSettings = PhoneSettings(), kind: AdvertisementStream.Kind = .advertisements,
    keeps: Bool = true
  ) throws -> Readings {
    var stream = AdvertisementStream(kind: kind)
    for one in heard {
      stream.append(
        Advertisement(
          microseconds: Int64(one.time * 1e6), anchor: one.anchor, transmitter: one.transmitter,
          level: DBm(one.level), channel: one.channel))
    }
    return try Readings(of: stream, directory: Self.pillar, phone: phone, keepsChannels: keeps)
  }

  @Test func `each channel has the mean of its own advertisements, and those without one are counted`() throws
  {
    let heard: [(Double, Int, Int, Double, UInt8?)] = [
      (0.1, 0, 0, -60, 37), (0.2, 0, 0, -64, 37), (0.3, 0, 0, -70, 39), (0.4, 0, 0, -90, nil),
      (1.5, 0, 0, -50, 38),
    ]
    let readings = try readings(heard)
    // All four together are -71 dBm; the first two -62.
    #expect(readings.levels[0] == [-71, -50])
    let none: [DBm?] = [nil, nil]
    let channels: [[DBm?]] = [[-62, nil], [nil, -50], [-70, nil], none, none, none]
    #expect(readings.channelLevels == channels)
    #expect(readings.tally.withoutChannel == 1 && readings.hasChannels)
    #expect(readings.report(at: 0).channelLevels == readings.channelLevels(at: 0))
    #expect(readings[1..<2].channelLevels(at: 0) == channels.map { $0[1] })

    let plain = try self.readings(heard, keeps: false)
    #expect(plain.levels == readings.levels && plain.channelLevels.isEmpty && !plain.hasChannels)
    #expect(plain.tally.withoutChannel == 0)
  }

  /// The second transmitter of the pillar is the stronger one: its -60 and -62 on channel 37, and nothing of the first on 38.
  @Test func `the reading of a pillar is that of one transmitter on every channel`() throws {
    let readings = try readings([
      (0.1, 1, 1, -80, 37), (0.2, 1, 1, -80, 38), (0.3, 1, 2, -60, 37), (0.4, 1, 2, -62, 37),
    ])
    #expect(readings.levels[1] == [-61])
    let levels: [DBm?] = [nil, nil, nil, -61, nil, nil]
    #expect(readings.channelLevels(at: 0) == levels)
  }

  /// -60 and -70 dBm are 1e-6 and 1e-7 mW, which are -62.6 dBm on average.
  @Test func `milliwatts are averaged by channel too`() throws {
    let phone = PhoneSettings { ($0.averageOf, $0.rounding) = (.milliwatts, .none) }
    let readings = try readings([(0.1, 0, 0, -60, 38), (0.2, 0, 0, -70, 38)], phone: phone)
    let level = try #require(readings.channelLevels[1][0])
    #expect(abs(level.value + 62.59637310505756) < 1e-9)
  }

  @Test func `a stream of averages, or of advertisements without channels, has none`() throws {
    #expect(try !readings([(1, 0, 0, -60, 37)], kind: .averages(seconds: 1)).hasChannels)
    let blank = try readings([(0.1, 0, 0, -60, nil), (0.2, 0, 0, -60, 0)])
    #expect(!blank.hasChannels && blank.tally.withoutChannel == 2)
  }
}
