/// Reads the files of Apple's PacketLogger, which iPhones and Macs record: records without a file header.
///
/// A record is its length without the four octets of the length itself, seconds and microseconds since 1970, the type of
/// its packet, and the packet. Lengths and times are big-endian, or little-endian in files of older Macs.
///
/// Source: Wireshark, `wiretap/packetlogger.c`, for the frame, the types and how the byte order is found.
struct PacketLoggerReader: RecordSequenceReader {
  static let frame = RecordFrame(
    name: "a PacketLogger record", headerName: "a PacketLogger record", headerSize: 4, lengthPlace: 0,
    shortest: 8)

  let order: ByteOrder
  /// The seconds of the latest record.
  private var latest: Int64 = 0

  /// Nil when the file does not begin with a record of this kind.
  init?(start: RawSpan) {
    guard start.byteCount >= Self.headerSize else { return nil }
    // Records are shorter than 65,536 octets, so exactly one half of the length is zero.
    order = start.bigEndian16(at: 0) == 0 ? .bigEndian : .littleEndian
    guard isHeader(at: 0, in: start, longest: 0xFFFF) else { return nil }
  }

  func isHeader(at place: Int, in window: RawSpan) -> Bool {
    isHeader(at: place, in: window, longest: Belief.longestRecord)
  }

  private func isHeader(at place: Int, in window: RawSpan, longest: Int) -> Bool {
    guard window.byteCount - place >= Self.headerSize else { return false }
    let length = Int(window.integer32(at: place, order))
    let apart = Int64(window.integer32(at: place + 4, order)) - latest
    return Self.frame.shortest + 1...longest ~= length && window.integer32(at: place + 8, order) < 1_000_000
      && PacketType.isUsual(window.byte(at: place + 12))
      && (latest == 0 || apart.magnitude * 1_000_000 < Belief.microseconds)
  }

  mutating func deliver(_ record: RawSpan, offset: Int, into sink: inout some RecordSink) {
    latest = Int64(record.integer32(at: 4, order))
    let hasType = record.byteCount >= Self.headerSize
    sink.take(
      CaptureRecord(
        microseconds: latest * 1_000_000 + Int64(record.integer32(at: 8, order)), offset: offset,
        kind: hasType ? PacketType.kind(of: record.byte(at: Self.headerSize - 1)) : .foreign),
      payload: record.extracting((hasType ? Self.headerSize : Self.headerSize - 1)..<record.byteCount))
  }

  /// Length, time and type.
  private static let headerSize = 13
}

/// The packet types of PacketLogger.
private enum PacketType {
  static func kind(of type: UInt8) -> RecordKind {
    switch type {
    case 0x00: .command
    case 0x01: .event
    // Sent and received: ACL and synchronous.
    case 0x02, 0x03, 0x08, 0x09: .data
    // Texts of the system, changes of power and settings, and new controllers.
    case 0xF7...0xFE: .note
    default: .foreign
    }
  }

  /// Whether programs write this type; 0x0A and 0x0B are packets of the link manager.
  static func isUsual(_ type: UInt8) -> Bool { type <= 0x0B || type >= 0xF7 }
}
