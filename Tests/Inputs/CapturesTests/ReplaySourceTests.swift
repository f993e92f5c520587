import Captures
import HandMadeCaptures
import Testing
import World

struct ReplaySourceTests {
  private let start: Int64 = 1_700_000_000_000_000

  private func file(_ times: [Int64]) -> [UInt8] {
    btsnoop(
      1002,
      times.enumerated().map { index, time in
        let event = legacyEvent(legacyReport(iBeacon(), level: Int8(-(index % 100) - 1)))
        return TimedPacket(microseconds: start + time, octets: [4] + event)
      })
  }

  @Test func `t = 0 is the first record of any kind`() throws {
    let bytes = btsnoop(
      1002,
      [
        TimedPacket(microseconds: start, octets: [1, 0x0C, 0x20, 2, 1, 0], flags: 2),
        TimedPacket(microseconds: start + 250_000, octets: [4] + legacyEvent(legacyReport(iBeacon()))),
      ])
    var source = try ReplaySource(bytes: bytes, name: "x")
    #expect(try source.stream().microseconds == [250_000])
  }

  @Test func `a late record keeps its place and takes the latest time`() throws {
    var source = try ReplaySource(bytes: file([0, 100_000, 40_000, 90_000, 130_000]), name: "x")
    let stream = try source.stream()
    #expect(stream.microseconds == [0, 100_000, 100_000, 100_000, 130_000])
    #expect(stream.levels.map(\.value) == [-1, -2, -3, -4, -5])
    #expect(source.tally.backwardSteps == 1)
    #expect(source.clockSettings == 0)
  }

  @Test func `where the clock was set, back or forth, the stream goes on without a gap`() throws {
    let month: Int64 = 30 * 86_400_000_000
    var source = try ReplaySource(
      bytes: file([0, 500_000, 500_000 - month, 800_000 - month, 900_000 + month, 1_000_000 + month]),
      name: "x")
    #expect(try source.stream().microseconds == [0, 500_000, 500_000, 800_000, 800_000, 900_000])
    #expect(source.tally.backwardSteps == 1)
    #expect(source.clockSettings == 2)
  }

  @Test func `an hour of silence stays an hour`() throws {
    var source = try ReplaySource(bytes: file([0, 3_600_000_000]), name: "x")
    #expect(try source.stream().microseconds == [0, 3_600_000_000])
  }

  @Test func `times at the ends of the number line are a clock that was set`() throws {
    var bytes = file([0, 0, 0, 0])
    // The time of a record stands in the last 8 of its 24 octets; a record here is 24 + 1 + 4 + 9 + 27 + 1 long.
    for (record, octet) in [(1, 0x80), (2, 0x7F)] as [(Int, UInt8)] {
      let place = 16 + record * 66 + 16
      bytes.replaceSubrange(place..<place + 8, with: [octet, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
    }
    var source = try ReplaySource(bytes: bytes, name: "x")
    #expect(try source.stream().microseconds == [0, 0, 0, 0])
    #expect(try CaptureContents.read(bytes: bytes, name: "x").spanSeconds == nil)
  }

  @Test func `without a site, anchors come in order of first hearing under major and minor`() throws {
    let other = [UInt8](repeating: 0xAB, count: 16)
    let all = [
      legacyReport(iBeacon(7, 8)), legacyReport(iBeacon(1, 2)), legacyReport(iBeacon(7, 8, uuid: other)),
      legacyReport(iBeacon(7, 8), address: 5), legacyReport(iBeacon(7, 8, power: 12)),
    ].map { legacyEvent($0) }
    var source = try ReplaySource(bytes: events(all), name: "x", options: ReplayOptions(receiver: "desk"))
    let stream = try source.stream()
    #expect(
      source.directory.anchors.map(\.id) == ["7/8", "1/2", "ABABABAB-ABAB-ABAB-ABAB-ABABABABABAB/7/8"])
    #expect(stream.anchors == [0, 1, 2, 0, 0])
    // An address, a power or a UUID more is another transmitter.
    #expect(stream.transmitters == [0, 1, 2, 3, 4])
    #expect(source.directory.transmitters.map(\.measuredPower) == [-59, -59, -59, -59, 12])
    #expect(source.directory.transmitters[3].address?.description == "C0:98:E5:00:00:05")
    #expect(source.directory.transmitters[3].address?.isRandom == true)
    #expect(source.directory.receivers == ["desk"])
    #expect(source.tally.implausiblePowers == 1)
  }

  @Test func `with a site, only its identities are delivered, under its indices`() throws {
    let anchors = [(9, "far"), (1, "door")].map { major, id in
      Anchor(
        id: id, identity: BeaconIdentity(uuid: ownNumbers.uuid, major: UInt16(major), minor: 2),
        position: Point(x: 0, y: 0))
    }
    let all = [
      legacyReport(iBeacon(1, 2)), legacyReport(iBeacon(1, 3)), legacyReport(iBeacon(2, 2)),
      legacyReport(iBeacon(1, 2, uuid: [UInt8](repeating: 1, count: 16))), legacyReport(flags),
      legacyReport(iBeacon(1, 2), level: 127),
    ].map { legacyEvent($0) }
    var source = try ReplaySource(
      bytes: events(all), name: "x", options: ReplayOptions(site: Site(name: "made", anchors: anchors)))
    let stream = try source.stream()
    #expect(stream.anchors == [1])
    #expect(source.directory.anchors.map(\.id) == ["far", "door"])
    var tally = StreamTally()
    tally.delivered = 1
    tally.unknownIdentities = 2
    tally.foreignUUIDs = 1
    tally.notBeacons = 1
    tally.levelUnavailable = 1
    #expect(source.tally == tally)
  }

  @Test func `pieces are bounded, and together they are the whole`() throws {
    let bytes = file((0..<20_000).map { Int64($0) * 1000 })
    var whole = try ReplaySource(bytes: bytes, name: "x")
    let stream = try whole.stream()
    var source = try ReplaySource(bytes: bytes, name: "x")
    var piece = AdvertisementStream()
    var joined: [Advertisement] = []
    while try source.next(into: &piece) {
      #expect(piece.count <= 8192)
      joined += piece
      piece.removeAll()
    }
    joined += piece
    #expect(joined == Array(stream))
    #expect(try !source.next(into: &piece))
  }
}
