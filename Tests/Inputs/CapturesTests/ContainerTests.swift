import Captures
import HandMadeCaptures
import Testing
import World

struct ContainerTests {
  private let start: Int64 = 1_700_000_000_000_000
  private let event = legacyEvent(legacyReport(flags + iBeacon(), level: -66))

  private func times(_ bytes: [UInt8]) throws -> [Int64] {
    var source = try ReplaySource(bytes: bytes, name: "x")
    return try source.stream().microseconds
  }

  @Test(arguments: [187, 201, 254] as [UInt32], [false, true])
  func `pcap of every link type, byte order and resolution gives the same times`(
    _ linkType: UInt32, _ bigEndian: Bool
  ) throws {
    let front: [UInt8] = linkType == 187 ? [4] : linkType == 201 ? [0, 0, 0, 1, 4] : [0, 0, 0, 3]
    let packets = [0, 1, 2_500_000].map { TimedPacket(microseconds: start + $0, octets: front + event) }
    for nanoseconds in [false, true] {
      let file = pcap(linkType: linkType, packets, bigEndian: bigEndian, nanoseconds: nanoseconds)
      #expect(try times(file) == [0, 1, 2_500_000])
    }
  }

  @Test func `pcapng changes its byte order and interfaces from section to section`() throws {
    let packet: [UInt8] = [0, 0, 0, 1, 4] + event
    let seconds = UInt64(start / 1_000_000)
    var file: [UInt8] = []
    for bigEndian in [false, true] {
      file += sectionBlock(bigEndian: bigEndian)
      file += interfaceBlock(linkType: 187, resolution: 6, bigEndian: bigEndian)
      file += interfaceBlock(linkType: 201, resolution: 9, bigEndian: bigEndian)
      // 2^-10 s, and no resolution at all: microseconds.
      file += interfaceBlock(linkType: 201, resolution: 0x8A, bigEndian: bigEndian)
      file += interfaceBlock(linkType: 201, bigEndian: bigEndian)
      file += block(0x0000_0BAD, [1, 2, 3], bigEndian: bigEndian)
      file += packetBlock([4] + event, ticks: seconds * 1_000_000, interface: 0, bigEndian: bigEndian)
      file += packetBlock(
        packet, ticks: seconds * 1_000_000_000 + 1_999, interface: 1, bigEndian: bigEndian)
      file += packetBlock(packet, ticks: seconds * 1024 + 512, interface: 2, bigEndian: bigEndian)
      file += packetBlock(packet, ticks: seconds * 1_000_000 + 700_000, interface: 3, bigEndian: bigEndian)
    }
    // 2^-10 s: half a second. The second section begins 0.7 s back, which is only late.
    #expect(try times(file) == [0, 1, 500_000, 700_000, 700_000, 700_000, 700_000, 700_000])
    let contents = try CaptureContents.read(bytes: file, name: "x", strictness: .strict)
    #expect(contents.frames == 8)
    #expect(contents.backwardSteps == 1)
    #expect(contents.clockSettings == 0)
  }

  @Test func `a pcapng packet of an interface that is not Bluetooth is skipped and counted`() throws {
    let file =
      sectionBlock() + interfaceBlock(linkType: 1) + interfaceBlock(linkType: 187)
      + packetBlock([1, 2, 3], ticks: 0) + packetBlock([4] + event, ticks: 1, interface: 1)
    let contents = try CaptureContents.read(bytes: file, name: "x", strictness: .strict)
    #expect(contents.frames == 2)
    #expect(contents.skipped == 1)
    #expect(contents.iBeaconFrames == 1)
  }

  @Test func `a pcapng packet of an undeclared interface is counted with its place`() throws {
    let head = sectionBlock() + interfaceBlock(linkType: 187)
    let file = head + packetBlock([4] + event, ticks: 0, interface: 7) + packetBlock([4] + event, ticks: 0)
    let contents = try CaptureContents.read(bytes: file, name: "x")
    #expect(contents.damages.map(\.offset) == [head.count + 8])
    #expect(contents.damages.first?.found == "interface 7")
    #expect(contents.iBeaconFrames == 1)
  }

  @Test func `the monitor's adapter and opcode stand in the flags`() throws {
    let file = btsnoop(
      2001,
      [
        TimedPacket(microseconds: start, octets: [UInt8](repeating: 0, count: 16), flags: 0),
        TimedPacket(microseconds: start, octets: event, flags: 1 << 16 | 3),
        TimedPacket(microseconds: start, octets: event, flags: 0xFFFF << 16 | 13),
        TimedPacket(microseconds: start, octets: event, flags: 0xFFFF << 16 | 3),
        TimedPacket(microseconds: start, octets: [0, 0, 0, 0], flags: 18),
        TimedPacket(microseconds: start, octets: [0, 0, 0, 0], flags: 19),
      ])
    let contents = try CaptureContents.read(bytes: file, name: "x", strictness: .strict)
    #expect(contents.frames == 6)
    #expect(contents.iBeaconFrames == 1)
    #expect(contents.skipped == 3)
  }

  @Test func `datalink 1001 tells commands, events and data by the flags`() throws {
    let file = btsnoop(
      1001,
      [
        TimedPacket(microseconds: start, octets: [0x0C, 0x20, 0x02, 0x01, 0x01], flags: 2),
        TimedPacket(microseconds: start, octets: event, flags: 3),
        TimedPacket(microseconds: start, octets: event, flags: 1),
      ])
    let contents = try CaptureContents.read(bytes: file, name: "x", strictness: .strict)
    #expect(contents.iBeaconFrames == 1)
    #expect(contents.scanning.map(\.time) == [0])
    #expect(contents.scanning.first?.isOn == true)
    #expect(contents.scanning.first?.filtersDuplicates == true)
    #expect(contents.warnings.contains { $0.contains("to filter duplicates") })
  }
}
