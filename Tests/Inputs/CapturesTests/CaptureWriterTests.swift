import Captures
import Foundation
import Testing
import World

/// A made-up stream in which everything that can change does.
private func madeStream(_ count: Int) -> (stream: AdvertisementStream, directory: StreamDirectory) {
  var directory = StreamDirectory()
  let uuid = BeaconUUID(high: 0x2D6C_1A5E_1234_5678, low: 0x9ABC_DEF0_0000_0001)
  for index in 0..<3 {
    _ = directory.add(
      StreamDirectory.Anchor(
        id: "\(4096 + index)/\(index)",
        identity: BeaconIdentity(uuid: uuid, major: UInt16(4096 + index), minor: UInt16(index))))
  }
  var stream = AdvertisementStream()
  for index in 0..<count {
    let anchor = index % 3
    // The third beacon is public, and two transmitters send under the second identity.
    let address = DeviceAddress(
      octets: 0xC098_E500_0000 + UInt64(index % 6 == 1 ? 77 : anchor), isRandom: anchor != 2)
    let transmitter = directory.index(
      of: StreamDirectory.Transmitter(
        anchor: anchor, address: address, measuredPower: DBm(Double(-59 + anchor))))
    stream.append(
      Advertisement(
        microseconds: 1 + Int64(index) * 33_333, anchor: anchor, transmitter: transmitter,
        level: DBm(Double(-40 - index % 60)), channel: UInt8(37 + index % 3)))
  }
  return (stream, directory)
}

/// The stream as a format can hold it: HCI has no channels.
private func asHeld(_ stream: AdvertisementStream, by format: CaptureFormat) -> AdvertisementStream {
  format == .pcapSniffer ? stream : withoutChannels(stream)
}

private func withoutChannels(_ stream: AdvertisementStream) -> AdvertisementStream {
  var bare = AdvertisementStream()
  for var advertisement in stream {
    advertisement.channel = nil
    bare.append(advertisement)
  }
  return bare
}

struct CaptureWriterTests {
  @Test(arguments: CaptureFormat.allCases)
  func `what is written is replayed the same, but for the channel in HCI`(_ format: CaptureFormat) throws {
    let (stream, directory) = madeStream(500)
    var writer = CaptureWriter(format: format)
    try writer.append(stream, directory: directory)
    var source = try ReplaySource(bytes: writer.bytes, name: "x")
    #expect(try source.stream() == asHeld(stream, by: format))
    #expect(source.directory == directory)
    #expect(source.tally.delivered == 500)
    #expect(source.tally.malformed == 0)
  }

  @Test(arguments: CaptureFormat.allCases)
  func `pieces make the same file as the whole, and the same input the same bytes`(_ format: CaptureFormat)
    throws
  {
    let (stream, directory) = madeStream(10)
    var (whole, pieces) = (CaptureWriter(format: format), CaptureWriter(format: format))
    try whole.append(stream, directory: directory)
    for advertisement in stream {
      var piece = AdvertisementStream()
      piece.append(advertisement)
      try pieces.append(piece, directory: directory)
    }
    #expect(whole.bytes == pieces.bytes)
  }

  @Test func `begins with LE Set Scan Enable at t = 0 and the time that was asked for`() throws {
    let (stream, directory) = madeStream(1)
    var writer = CaptureWriter(format: .btsnoop, startingAt: 1_700_000_000_000_000)
    try writer.append(stream, directory: directory)
    var data: [UInt8] = [
      0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0, 0x02, 0x15, 0x2D, 0x6C, 0x1A, 0x5E, 0x12, 0x34,
    ]
    data += [0x56, 0x78, 0x9A, 0xBC, 0xDE, 0xF0, 0, 0, 0, 1, 0x10, 0, 0, 0, 0xC5]
    let expected = btsnoop(
      1002,
      [
        TimedPacket(microseconds: 1_700_000_000_000_000, octets: [1, 0x0C, 0x20, 2, 1, 0], flags: 2),
        TimedPacket(microseconds: 1_700_000_000_000_000, octets: [4, 0x0E, 4, 1, 0x0C, 0x20, 0]),
        TimedPacket(
          microseconds: 1_700_000_000_000_001,
          octets: [4] + legacyEvent(legacyReport(data, level: -40, address: 0))),
      ])
    #expect(writer.bytes == expected)
  }

  @Test func `what a capture cannot hold is refused with a reason`() throws {
    let (stream, directory) = madeStream(1)
    func error(_ change: (inout Advertisement) -> Void) -> CaptureWritingError? {
      var changed = AdvertisementStream()
      for var advertisement in stream {
        change(&advertisement)
        changed.append(advertisement)
      }
      var writer = CaptureWriter(format: .btsnoop)
      return #expect(throws: CaptureWritingError.self) { try writer.append(changed, directory: directory) }
    }
    #expect(error { $0.level = -60.5 } == .level(seconds: 1e-6, -60.5))
    #expect(error { $0.level = 127 } == .level(seconds: 1e-6, 127))
    var writer = CaptureWriter(format: .btsnoop)
    #expect(throws: CaptureWritingError.averages) {
      try writer.append(AdvertisementStream(kind: .averages(seconds: 1)), directory: directory)
    }
    var nameless = StreamDirectory(anchors: [StreamDirectory.Anchor(id: "b1", identity: nil)])
    _ = nameless.index(of: StreamDirectory.Transmitter(anchor: 0, address: nil, measuredPower: nil))
    #expect(throws: CaptureWritingError.noIdentity(anchor: "b1")) {
      try writer.append(stream, directory: nameless)
    }
  }

  @Test func `a sniffed capture names the channel of each advertisement, and is refused without`() throws {
    let (stream, directory) = madeStream(1)
    var writer = CaptureWriter(format: .pcapSniffer)
    #expect(throws: CaptureWritingError.noChannel(seconds: 1e-6)) {
      try writer.append(withoutChannels(stream), directory: directory)
    }
    var before = CaptureWriter(format: .pcapSniffer, startingAt: -2)
    #expect(throws: CaptureWritingError.time(seconds: 1e-6)) {
      try before.append(stream, directory: directory)
    }
  }

  @Test func `a sniffed packet is what it is by hand, CRC and all`() throws {
    var directory = StreamDirectory()
    _ = directory.add(StreamDirectory.Anchor(id: "b", identity: ownIdentity))
    let address = DeviceAddress(octets: 0xC098_E500_0001, isRandom: true)
    let index = directory.index(
      of: StreamDirectory.Transmitter(anchor: 0, address: address, measuredPower: -59))
    var stream = AdvertisementStream()
    stream.append(
      Advertisement(microseconds: 5, anchor: 0, transmitter: index, level: -66, channel: 38))
    var writer = CaptureWriter(format: .pcapSniffer, startingAt: 1_700_000_000_000_000)
    try writer.append(stream, directory: directory)
    let pdu = [0x42, 36, 1, 0, 0, 0xE5, 0x98, 0xC0] + flags + iBeacon()
    let expected = withRadio(
      packet(pdu, crc: [0x15, 0xD4, 0x45]), place: 12, level: -66, flags: 0x0C13)
    #expect(Array(writer.bytes.suffix(expected.count)) == expected)
  }

  @Test(.enabled(if: Tool.tshark.isInstalled, "needs tshark"), arguments: CaptureFormat.allCases)
  func `tshark reads it without a complaint and counts the same`(_ format: CaptureFormat) throws {
    let (stream, directory) = madeStream(200)
    var writer = CaptureWriter(format: format)
    try writer.append(stream, directory: directory)
    let file = try TemporaryFile(writer.bytes)
    let isSniffed = format == .pcapSniffer
    let reports = try Tool.tshark.output([
      "-r", file.path, "-Y",
      (isSniffed
        ? "btle.crc && !btle.crc.incorrect && btle.advertising_header.pdu_type == 2"
        : "bthci_evt.le_meta_subevent == 0x02")
        + " && btcommon.eir_ad.entry.company_id == 0x004c",
      "-T", "fields", "-e", isSniffed ? "btle_rf.signal_dbm" : "bthci_evt.rssi", "-e",
      isSniffed ? "btle.advertising_address" : "bthci_evt.bd_addr", "-e", "frame.time_relative", "-e",
      "btle_rf.channel",
    ]).split(separator: "\n")
    #expect(reports.count == 200)
    let fields = try #require(reports.last).split(separator: "\t")
    #expect(Int(fields[0]) == Int(stream[199].level.value))
    let address = try #require(directory.transmitters[stream[199].transmitter].address)
    #expect(fields[1] == address.description.lowercased())
    #expect(Double(fields[2]).map { Int64(($0 * 1e6).rounded()) } == stream[199].microseconds)
    // 37, 38 and 39 by frequency.
    if isSniffed { #expect(fields[3] == ["0", "12", "39"][199 % 3]) }
    // Warnings and errors; its notes on what it does not decode further say nothing about the file.
    let complaints = try Tool.tshark.output([
      "-r", file.path, "-Y", "_ws.malformed || _ws.expert.severity >= 6291456",
    ])
    #expect(complaints == "")
  }

  @Test(
    .enabled(if: Tool.btmon.isInstalled, "needs btmon"),
    arguments: [CaptureFormat.btsnoop, .btsnoopMonitor])
  func `btmon reads it and finds every iBeacon`(_ format: CaptureFormat) throws {
    let (stream, directory) = madeStream(200)
    var writer = CaptureWriter(format: format)
    try writer.append(stream, directory: directory)
    let file = try TemporaryFile(writer.bytes)
    let lines = try Tool.btmon.output(["-r", file.path]).split(separator: "\n")
    #expect(lines.count { $0.contains("LE Advertising Report (0x02)") } == 200)
    #expect(lines.count { $0.contains("Type: iBeacon (2)") } == 200)
    #expect(lines.count { $0.contains("LE Set Scan Enable (0x08|0x000c) plen 2") } == 1)
    #expect(!lines.contains { $0.contains("invalid") || $0.contains("malformed") })
  }
}
