import Documents
import Phone
import TestSupport
import Testing
import World

@Suite struct ReadingsTests {
  struct Average: Decodable {
    let packets: [Double]
    let rssi: Double
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `averages and rounds as the exact vectors do`() throws {
    for average in try SharedData.vectors("one_second_average", as: [Average].self) {
      let heard = average.packets.enumerated().map { Heard(Double($0) * 0.2, $1) }
      let readings = try Readings(of: stream(heard), directory: directory(anchors: 1))
      #expect(readings.levels == [[DBm(average.rssi)]])
      #expect(readings.counts == [[average.packets.count]])
    }
  }

  struct Aggregate: Decodable {
    let t0: Double
    let packets: [[Double]]
    let rssi: [Double?]
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `cuts windows as the exact vectors do`() throws {
    let example = try SharedData.vectors("aggregate_1hz", as: Aggregate.self)
    let heard = example.packets.map { Heard($0[0] - example.t0, $0[1]) }
    let readings = try Readings(of: stream(heard), directory: directory(anchors: 1))
    #expect(readings.levels == [example.rssi.map { $0.map { DBm($0) } }])
    #expect(readings.times == [1, 2, 3, 4])
  }

  @Test func `has a window for every second up to the last advertisement, that second included`() throws {
    for (last, windows) in [(0.0, 1), (0.999999, 1), (1.0, 2), (2.5, 3), (113.9, 114)] {
      let readings = try Readings(of: stream([Heard(last, -60)]), directory: directory(anchors: 2))
      #expect(readings.times == (1...windows).map(Double.init))
      #expect(readings.levels[1] == [DBm?](repeating: nil, count: windows))
      #expect(readings.levels[0].last == .some(-60))
      #expect(readings.transmitters[0].last == 0)
    }
  }

  @Test func `goes on in silence to the end of listening, and no further than whole windows`() throws {
    for (end, windows) in [(0.0, 3), (2.9, 3), (3.0, 3), (3.999, 3), (4, 4), (10.5, 10)] {
      let readings = try Readings(
        of: stream([Heard(0.5, -60), Heard(2.5, -70)]), directory: directory(anchors: 1),
        until: Int64(end * 1e6))
      #expect(readings.times == (1...windows).map(Double.init), "\(end)")
      #expect(readings.levels[0][..<3] == [-60, nil, -70])
      #expect(readings.levels[0][3...].allSatisfy { $0 == nil })
      #expect(readings.interval == 1)
    }
  }

  @Test func `a stretch has the callbacks of the whole, and nothing before or after`() throws {
    let heard = [Heard(0.5, -60), Heard(1.5, -61), Heard(2.5, -62), Heard(3.5, -63)]
    let whole = try Readings(of: stream(heard), directory: directory(anchors: 1))
    let middle = whole[1..<3]
    #expect(middle.times == [2, 3] && middle.levels == [[-61, -62]] && middle.interval == 1)
    #expect(middle.report(at: 1) == whole.report(at: 2))
    #expect(whole[0..<4] == whole)
  }

  @Test func `of nothing has no windows`() throws {
    let readings = try Readings(of: stream([]), directory: directory(anchors: 2))
    #expect(readings.times.isEmpty)
    #expect(readings.levels == [[], []])
  }

  @Test func `averages milliwatts when told to`() throws {
    let heard = stream([Heard(0.1, -60), Heard(0.2, -70)])
    let phone = PhoneSettings { ($0.averageOf, $0.rounding) = (.milliwatts, .none) }
    let readings = try Readings(of: heard, directory: directory(anchors: 1), phone: phone)
    // 10 log10((1e-6 + 1e-7) / 2) = -62.596373105057561
    let level = try #require(readings.levels[0][0])
    #expect(abs(level.value + 62.596373105057561) < 1e-12)
  }

  @Test func `averages milliwatts of fractions and far levels`() throws {
    let heard = stream([Heard(0.1, -140.5), Heard(0.2, -140.5), Heard(1, -60.25)])
    let phone = PhoneSettings { ($0.averageOf, $0.rounding) = (.milliwatts, .none) }
    let readings = try Readings(of: heard, directory: directory(anchors: 1), phone: phone)
    #expect(abs(try #require(readings.levels[0][0]).value + 140.5) < 1e-11)
    #expect(abs(try #require(readings.levels[0][1]).value + 60.25) < 1e-11)
  }

  @Test func `keeps fractions when told not to round`() throws {
    let heard = stream([Heard(0.1, -60), Heard(0.2, -61)])
    let phone = PhoneSettings { $0.rounding = .none }
    let readings = try Readings(of: heard, directory: directory(anchors: 1), phone: phone)
    #expect(readings.levels == [[-60.5]])
  }

  // The first transmitter has the strongest single advertisement, the second the strongest mean.
  static let pillar = [
    Heard(0.1, -60, transmitter: 0), Heard(0.2, -80, transmitter: 0), Heard(0.3, -65, transmitter: 1),
    Heard(0.4, -65, transmitter: 1), Heard(0.5, -75, transmitter: 2), Heard(1.5, -75, transmitter: 2),
  ]

  @Test(arguments: [
    (PhoneSettings.Pillar.perAdvertisement, [-70, -75] as [DBm?], [0, 2]), (.perMean, [-65, -75], [1, 2]),
  ])
  func `of a pillar keeps the strongest and counts the rest`(
    pillar: PhoneSettings.Pillar, levels: [DBm?], transmitters: [Int]
  ) throws {
    let directory = directory(anchors: 1, transmitters: [0, 0, 0])
    let readings = try Readings(
      of: stream(Self.pillar), directory: directory, phone: PhoneSettings { $0.pillar = pillar })
    #expect(readings.levels == [levels])
    #expect(readings.counts == [[2, 1]])
    #expect(readings.transmitters == [transmitters])
    #expect(readings.tally.used == 3)
    #expect(readings.tally.weakerTransmitters == 3)
  }

  @Test func `of equally strong transmitters keeps the one that the directory met first`() throws {
    let heard = [
      Heard(0.1, -60, transmitter: 1), Heard(0.2, -60, transmitter: 0), Heard(0.3, -70, transmitter: 0),
    ]
    let readings = try Readings(
      of: stream(heard), directory: directory(anchors: 1, transmitters: [0, 0]))
    #expect(readings.levels == [[-65]])
  }

  @Test func `takes one address with two measured powers for one transmitter`() throws {
    var directory = StreamDirectory(anchors: [.init(id: "b", identity: nil)])
    let address = DeviceAddress(octets: 7, isRandom: true)
    for power in [-59, 12] as [DBm] {
      _ = directory.index(of: .init(anchor: 0, address: address, measuredPower: power))
    }
    let heard = [Heard(0.1, -60, transmitter: 0), Heard(0.2, -70, transmitter: 1)]
    let readings = try Readings(of: stream(heard), directory: directory)
    #expect(readings.levels == [[-65]])
    #expect(readings.tally.weakerTransmitters == 0)
  }

  @Test func `lets averages straight through at the end of their second`() throws {
    let heard = [Heard(1, -60.37, count: 8), Heard(1, -70, anchor: 1), Heard(3, -61.5, count: 0)]
    let readings = try Readings(
      of: stream(heard, kind: .averages(seconds: 1)), directory: directory(anchors: 2))
    #expect(readings.times == [1, 2, 3])
    #expect(readings.levels == [[-60.37, nil, -61.5], [-70, nil, nil]])
    #expect(readings.counts == [[8, 0, 1], [1, 0, 0]])
  }

  @Test func `gives an average stamped nought a callback at nought`() throws {
    let heard = [Heard(0, -60), Heard(1, -61), Heard(2.005, -62), Heard(3.5, -63)]
    let readings = try Readings(
      of: stream(heard, kind: .averages(seconds: 1)), directory: directory(anchors: 1))
    #expect(readings.times == [0, 1, 2, 3, 4])
    #expect(readings.levels == [[-60, -61, -62, nil, -63]])
  }

  @Test func `takes averages of a third of a second without losing or doubling one`() throws {
    // Stamps as a clock of whole microseconds gives them, over 300 s.
    let heard = (0...900).map { Heard((Double($0) / 3 * 1e6).rounded(.down) / 1e6, -Double($0 % 50)) }
    let readings = try Readings(
      of: stream(heard, kind: .averages(seconds: 1.0 / 3)), directory: directory(anchors: 1))
    #expect(readings.levels[0].map { $0?.value } == heard.map { $0.level })
    #expect(readings.tally.replaced == 0)
    #expect(abs(try #require(readings.times.last) - 300) < 1e-9)
  }

  @Test func `of two averages for one window keeps the later and counts the other`() throws {
    let heard = [Heard(0.8, -60), Heard(0.9, -64)]
    let readings = try Readings(
      of: stream(heard, kind: .averages(seconds: 1)), directory: directory(anchors: 1))
    #expect(readings.levels == [[-64]])
    #expect(readings.tally.replaced == 1)
  }

  @Test func `puts what is out of order into its window and counts it`() throws {
    let heard = [Heard(2.5, -60), Heard(0.5, -70), Heard(2.6, -62), Heard(1.5, -80)]
    let readings = try Readings(of: stream(heard), directory: directory(anchors: 1))
    #expect(readings.levels == [[-70, -80, -61]])
    #expect(readings.tally.outOfOrder == 2)
    #expect(readings.tally.used == 4)
  }

  @Test func `counts what has no finite level or comes before the start`() throws {
    let heard = [Heard(-0.5, -60), Heard(0.1, .nan), Heard(0.2, -61), Heard(0.3, -.infinity)]
    let readings = try Readings(of: stream(heard), directory: directory(anchors: 1))
    #expect(readings.levels == [[-61]])
    #expect(readings.tally.beforeStart == 1)
    #expect(readings.tally.notFinite == 2)
    #expect(readings.tally.used == 1)
  }

  @Test(arguments: [AdvertisementStream.Kind.advertisements, .averages(seconds: 1)])
  func `refuses a stream whose clock jumps by decades`(kind: AdvertisementStream.Kind) {
    let jump = stream([Heard(1, -60), Heard(3e9, -60)], kind: kind)
    #expect(throws: PhoneError.self) { _ = try Readings(of: jump, directory: directory(anchors: 35)) }
  }

  @Test func `takes windows of other lengths`() throws {
    let heard = [Heard(0.1, -60), Heard(0.6, -70), Heard(1.2, -80)]
    let readings = try Readings(
      of: stream(heard), directory: directory(anchors: 1), phone: PhoneSettings { $0.averageSeconds = 0.5 })
    #expect(readings.times == [0.5, 1, 1.5])
    #expect(readings.levels == [[-60, -70, -80]])
  }
}
