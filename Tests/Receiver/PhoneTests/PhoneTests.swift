import Documents
import Phone
import Testing
import World

@Suite struct PhoneTests {
  /// One anchor whose address claims two powers, and a second address; the pieces are cut within the first window.
  @Test(arguments: [[6], [1, 5], [2, 4], [3, 3], [1, 1, 1, 1, 1, 1]])
  func `says which transmitters are heard for the first time, however the stream is cut`(sizes: [Int]) throws
  {
    let (one, other) = (DeviceAddress(octets: 1, isRandom: true), DeviceAddress(octets: 2, isRandom: true))
    var directory = StreamDirectory(anchors: [.init(id: "a", identity: nil)])
    var phone = Phone()
    var reports: [PhoneReport] = []
    let heard: [(DeviceAddress, Double, Double)] = [
      (one, -59, 0.1), (one, -40, 0.2), (one, -40, 0.3), (other, -59, 0.4), (one, -59, 1.5), (one, -30, 2.5),
    ]
    var rest = heard[...]
    for size in sizes {
      var stream = AdvertisementStream()
      for (address, power, time) in rest.prefix(size) {
        let sender = directory.index(of: .init(anchor: 0, address: address, measuredPower: DBm(power)))
        stream.append(
          Advertisement(microseconds: time.microseconds, anchor: 0, transmitter: sender, level: -60))
      }
      rest = rest.dropFirst(size)
      reports += try phone.read(stream, directory: directory)
    }
    if let last = phone.finish() { reports.append(last) }
    #expect(reports.map(\.firstHeard) == [[0, 1, 2], [], [3]])
  }

  @Test func `an app that sleeps hears nothing for the first time`() throws {
    var directory = StreamDirectory(anchors: [.init(id: "a", identity: nil)])
    let sender = directory.index(of: .init(anchor: 0, address: nil, measuredPower: -59))
    var stream = AdvertisementStream()
    for second in 0..<4 {
      stream.append(
        Advertisement(
          microseconds: Int64(second) * 1_000_000 + 500_000, anchor: 0, transmitter: sender, level: -60))
    }
    // Awake for the first callback, asleep for the next two, and so on.
    let settings = PhoneSettings { $0.background = .init { ($0.awake, $0.asleep) = (1, 2) } }
    let awake = try Readings(of: stream, directory: directory, phone: settings)
    #expect(awake.firstHeard == [[0], [], [], []])
    var late = AdvertisementStream()
    for advertisement in stream.dropFirst() { late.append(advertisement) }
    #expect(try Readings(of: late, directory: directory, phone: settings).firstHeard == [[], [], [], [0]])
  }

  /// About 500 advertisements of three anchors over 20 s, one of them a pillar of two, with a gap of 4 s.
  static let heard: [Heard] = (0..<500).compactMap { index in
    let time = Double(index * index % 251) * 1e-4 + Double(index) * 0.04
    guard !(8..<12 ~= time) else { return nil }
    let transmitter = index * 7 % 4
    return Heard(time, -60 - Double(index * 31 % 23), anchor: min(transmitter, 2), transmitter: transmitter)
  }.sorted { $0.time < $1.time }

  /// The readings of a phone that gets the advertisements of `heard` in pieces of a given size.
  private func readings(
    in piece: Int, _ directory: StreamDirectory, _ settings: PhoneSettings, until end: Int64? = nil
  ) throws -> Readings {
    var phone = Phone(settings)
    var reports: [PhoneReport] = []
    for start in stride(from: 0, to: Self.heard.count, by: piece) {
      let slice = Array(Self.heard[start..<min(start + piece, Self.heard.count)])
      reports += try phone.read(stream(slice), directory: directory)
    }
    if let end { reports += try phone.listen(until: end) }
    if let last = phone.finish() { reports.append(last) }
    return Readings(reports: reports, anchors: 3, tally: phone.tally)
  }

  @Test(arguments: [1, 2, 7, 100, 1000], PhoneSettings.Pillar.allCases)
  func `gives the same in pieces as at once`(piece: Int, pillar: PhoneSettings.Pillar) throws {
    let directory = directory(anchors: 3, transmitters: [0, 1, 2, 2])
    let settings = PhoneSettings { $0.pillar = pillar }
    let whole = try Readings(of: stream(Self.heard), directory: directory, phone: settings)
    #expect(try readings(in: piece, directory, settings) == whole)
    #expect(whole.tally.used + whole.tally.weakerTransmitters == Self.heard.count)
  }

  @Test func `reports a window once it is over, and silent windows too`() throws {
    let directory = directory(anchors: 1)
    var phone = Phone()
    #expect(try phone.read(stream([Heard(0.2, -60), Heard(0.9, -62)]), directory: directory).isEmpty)
    let reports = try phone.read(stream([Heard(3.1, -70)]), directory: directory)
    #expect(reports.map(\.time) == [1, 2, 3])
    #expect(reports.map(\.levels) == [[-61], [nil], [nil]])
    #expect(phone.finish()?.levels == [-70])
    #expect(phone.finish() == nil)
  }

  @Test func `calls back in silence for as long as it listens`() throws {
    let directory = directory(anchors: 1)
    var phone = Phone()
    #expect(try phone.read(stream([Heard(0.2, -60)]), directory: directory).isEmpty)
    // The window up to 1 s is not over at 0.999 s; at 3.5 s three are, and the fourth has nothing in it.
    #expect(try phone.listen(until: 999_999).isEmpty)
    let reports = try phone.listen(until: 3_500_000)
    #expect(reports.map(\.time) == [1, 2, 3])
    #expect(reports.map(\.levels) == [[-60], [nil], [nil]])
    // What comes in the window that silence opened is reported with it, and what is older is late.
    #expect(try phone.read(stream([Heard(2.9, -50), Heard(3.6, -70)]), directory: directory).isEmpty)
    #expect(phone.tally.late == 1)
    #expect(phone.finish()?.levels == [-70])

    var silent = Phone()
    #expect(try silent.listen(until: 2_000_000).map(\.time) == [1, 2])
    #expect(silent.finish() == nil)
  }

  @Test func `drops what comes after its window was reported and counts it`() throws {
    let directory = directory(anchors: 1)
    var phone = Phone()
    _ = try phone.read(stream([Heard(0.5, -60), Heard(2.5, -60)]), directory: directory)
    _ = try phone.read(stream([Heard(1.5, -90), Heard(2.4, -64), Heard(-1, -50)]), directory: directory)
    #expect(phone.finish()?.levels == [-62])
    #expect(phone.tally.late == 1)
    #expect(phone.tally.beforeStart == 1)
    #expect(phone.tally.outOfOrder == 3)
    #expect(phone.tally.used == 3)
  }

  @Test func `learns of anchors and transmitters as the directory grows`() throws {
    var known = directory(anchors: 1)
    var phone = Phone()
    var reports = try phone.read(stream([Heard(0.5, -60), Heard(1.5, -61)]), directory: known)
    let anchor = known.add(StreamDirectory.Anchor(id: "new", identity: nil))
    _ = known.index(of: .init(anchor: anchor, address: nil, measuredPower: nil))
    reports += try phone.read(stream([Heard(1.6, -80, anchor: 1)]), directory: known)
    if let last = phone.finish() { reports.append(last) }
    let readings = Readings(reports: reports, anchors: 2)
    #expect(readings.levels == [[-60, -61], [nil, -80]])
    #expect(readings.report(at: 1) == reports[1])
  }

  @Test func `callbacks jitter evenly to either side, and each window reaches from one to the next`() throws {
    let directory = directory(anchors: 1)
    // One advertisement each 10 ms for 2000 s, whose level tells nothing and whose number everything.
    let heard = (0..<200_000).map { Heard(Double($0) * 0.01, -60) }
    let settings = PhoneSettings { $0.callbackJitter = 0.2 }
    let readings = try Readings(of: stream(heard), directory: directory, phone: settings)
    let offsets = readings.times.enumerated().map { $0.element - Double($0.offset + 1) }
    #expect(
      offsets.allSatisfy { abs($0) <= 0.2 } && offsets.contains { $0 > 0.19 }
        && offsets.contains { $0 < -0.19 })
    // n = 2000, deviation 0.2 / √3 = 0.1155: standard errors 0.0026 and 0.0012 (kurtosis 1.8); 5.5 of them.
    let mean = offsets.reduce(0, +) / 2000
    let deviation = (offsets.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 2000).squareRoot()
    #expect(abs(mean) < 5.5 * 0.0026 && abs(deviation - 0.11547) < 5.5 * 0.0012)
    var start = 0.0
    for (index, time) in readings.times.dropLast().enumerated() {
      let expected = (time * 100).rounded(.up) - (start * 100).rounded(.up)
      #expect(abs(Double(readings.counts[0][index]) - expected) <= 1)
      start = time
    }
    #expect(readings.tally.used == 200_000)
  }

  @Test(arguments: [1, 7, 100])
  func `jitters alike in pieces, live and whole`(piece: Int) throws {
    let directory = directory(anchors: 3, transmitters: [0, 1, 2, 2])
    let settings = PhoneSettings {
      ($0.callbackJitter, $0.background) = (0.25, .init { ($0.awake, $0.asleep) = (4, 3) })
    }
    let whole = try Readings(
      of: stream(Self.heard), directory: directory, phone: settings, until: 25_000_000)
    #expect(try readings(in: piece, directory, settings, until: 25_000_000) == whole)
    #expect(whole.times == whole.times.sorted() && whole.times.count >= 24)
    #expect(
      whole.tally.used + whole.tally.weakerTransmitters + whole.tally.asleep == Self.heard.count)
  }

  @Test func `an app in the background hears nothing while it sleeps, and it is counted`() throws {
    let heard = (0..<30).map { Heard(Double($0) + 0.5, -60) }
    let settings = PhoneSettings { $0.background = .init { ($0.awake, $0.asleep) = (3, 7) } }
    let readings = try Readings(of: stream(heard), directory: directory(anchors: 1), phone: settings)
    #expect(readings.times == (1...30).map(Double.init))
    for (index, level) in readings.levels[0].enumerated() { #expect((level != nil) == (index % 10 < 3)) }
    #expect(readings.tally.used == 9 && readings.tally.asleep == 21)
  }

  @Test func `says which setting is out of range`() {
    #expect(PhoneSettings().fault == nil)
    #expect(PhoneSettings { $0.averageSeconds = 0 }.fault?.key == "average.seconds")
    #expect(PhoneSettings { $0.proximitySmoothing = 0 }.fault?.key == "proximitySmoothing")
    #expect(PhoneSettings { $0.callbackJitter = 0.26 }.fault?.key == "callbackJitter")
    #expect(
      PhoneSettings { $0.background = .init { ($0.awake, $0.asleep) = (0, 1) } }.fault?.key
        == "background.awake")
  }

  @Test func `calls back at whole microseconds, and sleeps by them`() throws {
    let heard = (0..<400).map { Heard(Double($0) / 10 + 0.05, -60) }
    let settings = PhoneSettings {
      ($0.averageSeconds, $0.background) = (0.1, .init { ($0.awake, $0.asleep) = (0.3, 0.7) })
    }
    let readings = try Readings(of: stream(heard), directory: directory(anchors: 1), phone: settings)
    #expect(readings.times == (1...400).map { Double($0) / 10 })
    for (index, level) in readings.levels[0].enumerated() { #expect((level != nil) == (index % 10 < 3)) }
    // The moments of a third of a second, each rounded to a microsecond: they do not drift.
    let third = PhoneSettings { $0.averageSeconds = 1.0 / 3 }
    let thirds = try Readings(of: stream(heard), directory: directory(anchors: 1), phone: third)
    #expect(thirds.times[..<4] == [0.333333, 0.666667, 1, 1.333333])
    #expect(thirds.times[119] == 40)
    let averages = (1...1100).map { Heard(Double($0) / 3, -60) }
    let drive = try Readings(
      of: stream(averages, kind: .averages(seconds: 1.0 / 3)), directory: directory(anchors: 1))
    #expect(drive.levels[0].count == 1100 && drive.levels[0].allSatisfy { $0 == -60 })
    #expect(drive.tally.replaced == 0)
  }

  @Test(arguments: [[5], [2, 3], [1, 1, 1, 1, 1]])
  func `each scan is a callback of its own at its own time, however the stream is cut`(sizes: [Int]) throws {
    // Two beacons at 0.2 s, one of them twice; one at 3.7 s and one at 3.9 s.
    let heard = [
      Heard(0.2, -60), Heard(0.2, -70, anchor: 1), Heard(0.2, -62), Heard(3.7, -65),
      Heard(3.9, -71, anchor: 1),
    ]
    var phone = Phone(kind: .scans)
    var (reports, rest) = ([PhoneReport](), heard[...])
    for size in sizes {
      reports += try phone.read(
        stream(Array(rest.prefix(size)), kind: .scans), directory: directory(anchors: 2))
      rest = rest.dropFirst(size)
    }
    reports += try phone.listen(until: 9_000_000)
    if let last = phone.finish() { reports.append(last) }
    #expect(reports.map(\.time) == [0.2, 3.7, 3.9])
    #expect(reports.map(\.levels) == [[-61, -70], [-65, nil], [nil, -71]])
  }
}
