/// Reads pcapng files: several sections of either byte order, several interfaces, and blocks without packets, which are
/// skipped.
///
/// Source: draft-ietf-opsawg-pcapng.
struct PcapngReader: Sendable {
  private var order = ByteOrder.littleEndian
  private var interfaces: [PcapngInterface] = []
  /// A simple packet block has no time of its own and takes that of the packet before it.
  private var latest: Int64 = 0

  /// The limit that keeps endless input from filling the memory with interfaces.
  private static let mostInterfaces = 1 << 16
  /// A skipped block that claims to be longer counts as damage. Of a pipe, all of it is kept until the input ends, so that
  /// data after a false length are read just as in a file.
  private static let longestPassed = 1 << 24

  static func begins(_ start: RawSpan) -> Bool {
    guard start.byteCount >= 12, start.bigEndian32(at: 0) == BlockType.section else { return false }
    return byteOrder(of: start, at: 0) != nil
  }

  mutating func read(_ window: RawSpan, at offset: Int, limit: Int, into sink: inout some RecordSink)
    -> ReadingProgress
  {
    var place = 0
    var records = 0
    while records < limit {
      let left = window.byteCount - place
      guard left >= 12 else {
        return ReadingProgress(consumed: place, records: records, stop: .needs(12, of: "a pcapng block"))
      }
      guard let length = lengthOfBlock(at: place, in: window, offset: offset, into: &sink) else {
        return ReadingProgress(consumed: place, records: records, stop: .damaged)
      }
      guard left >= length else {
        return ReadingProgress(consumed: place, records: records, stop: .needs(length, of: "a pcapng block"))
      }
      guard Int(window.integer32(at: place + length - 4, order)) == length else {
        return wrongTrailer(window, at: place, length, offset: offset, records: records, into: &sink)
      }
      let body = window.extracting(place + 8..<place + length - 4)
      let type = window.integer32(at: place, order)
      if take(body, type: type, offset: offset + place, into: &sink) { records += 1 }
      place += length
    }
    return ReadingProgress(consumed: place, records: records, stop: .limit)
  }

  /// The length that the header of a block states, whose byte order a section block sets; nil for a damaged header.
  private mutating func lengthOfBlock(
    at place: Int, in window: RawSpan, offset: Int, into sink: inout some RecordSink
  ) -> Int? {
    // The section block's own type is a palindrome, and its length can be read only after its magic number.
    if window.bigEndian32(at: place) == BlockType.section {
      guard let order = Self.byteOrder(of: window, at: place) else {
        let found = window.bigEndian32(at: place + 8)
        sink.damages.add(
          at: offset + place + 8, expected: "the byte-order magic 1A2B3C4D",
          found: String(found, radix: 16, uppercase: true))
        return nil
      }
      self.order = order
      interfaces = []
    }
    let length = Int(window.integer32(at: place + 4, order))
    guard length >= 12, length % 4 == 0 else {
      sink.damages.add(
        at: offset + place + 4, expected: "a block length that is a multiple of 4 and at least 12",
        found: "\(length)")
      return nil
    }
    let longest =
      BlockType.isRead(window.integer32(at: place, order)) ? longestRecord : Self.longestPassed
    guard length <= longest else {
      sink.damages.add(
        at: offset + place + 4, expected: "a block of at most \(longest) bytes", found: "\(length)")
      return nil
    }
    return length
  }

  private func wrongTrailer(
    _ window: RawSpan, at place: Int, _ length: Int, offset: Int, records: Int,
    into sink: inout some RecordSink
  ) -> ReadingProgress {
    let trailer = window.integer32(at: place + length - 4, order)
    sink.damages.add(
      at: offset + place + length - 4, expected: "the block length \(length) once more", found: "\(trailer)")
    return ReadingProgress(consumed: place, records: records, stop: .damaged)
  }

  func isRecord(at place: Int, in window: RawSpan) -> Bool {
    // Blocks are multiples of four octets, and damage is reported where a block began.
    guard place % 4 == 0, window.byteCount - place >= 12 else { return false }
    let isSection = window.bigEndian32(at: place) == BlockType.section
    let order = isSection ? Self.byteOrder(of: window, at: place) : order
    guard let order, isSection || BlockType.isUsual(window.integer32(at: place, order)) else { return false }
    let length = Int(window.integer32(at: place + 4, order))
    guard length >= 12, length % 4 == 0, length <= 2 * Belief.longestRecord,
      length <= window.byteCount - place
    else { return false }
    return window.integer32(at: place + length - 4, order) == UInt32(length)
  }

  /// Whether the block was a packet.
  private mutating func take(_ body: RawSpan, type: UInt32, offset: Int, into sink: inout some RecordSink)
    -> Bool
  {
    switch type {
    case BlockType.interface:
      // A broken interface still takes its number, or later packets would be assigned to the wrong one.
      if body.byteCount < 8 {
        let count = body.byteCount
        sink.damages.add(
          at: offset, expected: "an interface block of at least 20 bytes", found: "\(count + 12)")
      }
      if interfaces.count < Self.mostInterfaces { interfaces.append(PcapngInterface(body, order)) }
      return false
    case BlockType.enhancedPacket:
      return takePacket(body, interfaceIn: 0..<4, offset: offset, into: &sink)
    case BlockType.packet:
      return takePacket(body, interfaceIn: 0..<2, offset: offset, into: &sink)
    case BlockType.simplePacket:
      guard body.byteCount >= 4, let interface = interfaces.first else {
        sink.damages.add(at: offset, expected: "a packet of a declared interface", found: "none declared")
        return false
      }
      let original = Int(body.integer32(at: 0, order))
      let length = min(original, body.byteCount - 4, interface.snapLength)
      deliver(body.extracting(4..<4 + length), of: interface, at: latest, offset: offset, into: &sink)
      return true
    default:
      return false
    }
  }

  private mutating func takePacket(
    _ body: RawSpan, interfaceIn field: Range<Int>, offset: Int, into sink: inout some RecordSink
  ) -> Bool {
    guard body.byteCount >= 20 else {
      let count = body.byteCount
      sink.damages.add(at: offset, expected: "a packet block of at least 32 bytes", found: "\(count + 12)")
      return false
    }
    let index = field.count == 4 ? Int(body.integer32(at: 0, order)) : Int(body.integer16(at: 0, order))
    let length = Int(body.integer32(at: 12, order))
    guard index < interfaces.count else {
      sink.damages.add(
        at: offset + 8, expected: "one of \(interfaces.count) declared interfaces",
        found: "interface \(index)")
      return false
    }
    guard length <= body.byteCount - 20 else {
      let room = body.byteCount - 20
      sink.damages.add(
        at: offset + 20, expected: "a packet of at most \(room) bytes in its block", found: "\(length)")
      return false
    }
    let ticks = UInt64(body.integer32(at: 4, order)) << 32 | UInt64(body.integer32(at: 8, order))
    latest = interfaces[index].microseconds(ticks)
    deliver(body.extracting(20..<20 + length), of: interfaces[index], at: latest, offset: offset, into: &sink)
    return true
  }

  private func deliver(
    _ packet: RawSpan, of interface: PcapngInterface, at microseconds: Int64, offset: Int,
    into sink: inout some RecordSink
  ) {
    if let encapsulation = interface.encapsulation {
      encapsulation.deliver(packet, at: microseconds, offset: offset, into: &sink)
    } else {
      sink.take(CaptureRecord(microseconds: microseconds, offset: offset, kind: .foreign), payload: packet)
    }
  }

  private static func byteOrder(of window: RawSpan, at place: Int) -> ByteOrder? {
    switch window.bigEndian32(at: place + 8) {
    case 0x1A2B_3C4D: .bigEndian
    case 0x4D3C_2B1A: .littleEndian
    default: nil
    }
  }
}

/// The types of block that are read.
private enum BlockType {
  static let section: UInt32 = 0x0A0D_0D0A
  static let interface: UInt32 = 1
  static let packet: UInt32 = 2
  static let simplePacket: UInt32 = 3
  static let enhancedPacket: UInt32 = 6

  /// Whether programs write this type.
  static func isUsual(_ type: UInt32) -> Bool { 1...6 ~= type }

  static func isRead(_ type: UInt32) -> Bool {
    type == enhancedPacket || type == interface || type == section || type == simplePacket || type == packet
  }
}
