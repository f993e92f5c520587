import Captures
import HandMadeCaptures
import Testing
import World

/// A hundred records, of which one in the middle is spoilt.
struct ResumingTests {
  private static let count = 100
  private static let packets = (0..<count).map { index in
    TimedPacket(
      microseconds: 1_700_000_000_000_000 + Int64(index) * 1000,
      octets: [4] + legacyEvent(legacyReport(iBeacon(), level: Int8(-index % 90 - 1))))
  }

  private func levels(_ bytes: [UInt8]) throws -> (count: Int, damages: [CaptureDamage]) {
    var source = try ReplaySource(bytes: bytes, name: "x")
    return (try source.stream().count, source.damages)
  }

  @Test(arguments: [0xFF, 0x00, 0x0F] as [UInt8])
  func `behind a btsnoop record that claims another length, reading goes on`(_ octet: UInt8) throws {
    var bytes = btsnoop(1002, Self.packets)
    // The second octet of a length: 0x0F asks for a megabyte, 0xFF for more than is believed; 0 changes nothing.
    let place = 16 + 50 * 66
    bytes[place + 5] = octet
    let (count, damages) = try levels(bytes)
    #expect(count == (octet == 0 ? 100 : 99))
    #expect(damages.map(\.offset) == (octet == 0 ? [] : octet == 0x0F ? [place] : [place + 4]))
    if octet != 0 {
      #expect(throws: FileProblem.self) {
        try CaptureContents.read(bytes: bytes, name: "x", strictness: .strict)
      }
    }
  }

  @Test(arguments: [false, true])
  func `behind a pcap record that claims another length, reading goes on`(_ bigEndian: Bool) throws {
    var bytes = pcap(linkType: 187, Self.packets, bigEndian: bigEndian)
    let size = 16 + Self.packets[0].octets.count
    let place = 24 + 50 * size
    bytes[place + 8 + (bigEndian ? 0 : 3)] = 0x7F
    let (count, damages) = try levels(bytes)
    #expect(count == 99)
    #expect(damages.map(\.offset) == [place + 8])
  }

  @Test func `behind a pcapng block that claims another length, reading goes on`() throws {
    let head = sectionBlock() + interfaceBlock(linkType: 187)
    let blocks = Self.packets.map { packetBlock($0.octets, ticks: UInt64($0.microseconds)) }
    for (octet, value) in [(4, 0x10), (5, 0x40), (7, 0x7F), (0, 0x77)] as [(Int, UInt8)] {
      var bytes = head + blocks.flatMap { $0 }
      bytes[head.count + 50 * blocks[0].count + octet] = value
      let (count, damages) = try levels(bytes)
      // A type that nobody knows is a block to pass over, and no damage.
      #expect(count == 99, "\(octet)")
      #expect(damages.count == (octet == 0 ? 0 : 1), "\(octet)")
    }
  }

  @Test func `noise between records is one damage, and both sides are read`() throws {
    let (first, second) = (Self.packets[..<50], Self.packets[50...])
    var state: UInt64 = 7
    let noise = (0..<5000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33) | 0x80
    }
    let bytes = btsnoop(1002, Array(first)) + noise + btsnoop(1002, Array(second)).dropFirst(16)
    let (count, damages) = try levels(bytes)
    #expect(count == 100)
    #expect(damages.map(\.offset) == [16 + 50 * 66 + 4])
  }

  @Test func `a file of nothing but damage ends`() throws {
    for bytes in [btsnoop(1002, []), pcap(linkType: 187, []), sectionBlock()] {
      let contents = try CaptureContents.read(
        bytes: bytes + [UInt8](repeating: 0xEE, count: 300_000), name: "x")
      #expect(contents.frames == 0)
      #expect(contents.malformed == 1)
    }
  }
}
