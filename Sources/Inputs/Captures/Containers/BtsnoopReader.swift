import World

/// Reads btsnoop files: a header of 16 bytes, then records of 24 bytes and a packet, all big-endian.
///
/// Source: RFC 1761 for the frame; BlueZ, `src/shared/btsnoop.h`, for the datalinks and the monitor's opcodes.
struct BtsnoopReader: RecordSequenceReader {
  static let headerSize = 16
  static let frame = RecordFrame(
    name: "a btsnoop record", headerName: "a btsnoop record header", headerSize: 24, lengthPlace: 4)

  var order: ByteOrder { .bigEndian }
  let datalink: Int
  private let link: Datalink
  /// The time of the latest record, in the file's own units.
  private var latest: Int64 = 0

  enum Datalink: Int, Sendable {
    /// HCI packets whose type stands in the flags.
    case hci = 1001
    /// HCI packets with their type in front.
    case h4 = 1002
    /// The format of the Linux monitor: the flags hold adapter << 16 | opcode.
    case monitor = 2001
  }

  /// Nil when the file does not begin as a btsnoop file does.
  init?(header: RawSpan, file: String) throws {
    guard header.holds("btsnoop\0") else { return nil }
    guard header.byteCount >= Self.headerSize else {
      throw FileProblem(
        file: file, offset: header.byteCount, expected: "the 16 bytes of a btsnoop header", found: "the end")
    }
    let version = header.bigEndian32(at: 8)
    guard version == 1 else {
      throw FileProblem(file: file, offset: 8, expected: "btsnoop version 1", found: "version \(version)")
    }
    let datalink = header.bigEndian32(at: 12)
    guard let link = Datalink(rawValue: Int(datalink)) else {
      throw FileProblem(
        file: file, offset: 12, expected: "a btsnoop datalink of 1001, 1002 or 2001", found: "\(datalink)")
    }
    self.datalink = Int(datalink)
    self.link = link
  }

  func isHeader(at place: Int, in window: RawSpan) -> Bool {
    guard window.byteCount - place >= Self.frame.headerSize else { return false }
    let (original, included) = (window.bigEndian32(at: place), window.bigEndian32(at: place + 4))
    guard included <= original, included <= Belief.longestRecord, original <= longestRecord else {
      return false
    }
    let flags = window.bigEndian32(at: place + 8)
    guard link == .monitor ? flags & 0xFFFF < 64 : flags < 4 else { return false }
    let ticks = Int64(bitPattern: window.bigEndian64(at: place + 16))
    let (apart, overflow) = ticks.subtractingReportingOverflow(latest == 0 ? Self.epoch : latest)
    // Without an earlier record: from 1970 to 2169.
    return !overflow
      && (latest == 0 ? 0..<6_300_000_000_000_000 ~= apart : apart.magnitude < Belief.microseconds)
  }

  mutating func deliver(_ record: RawSpan, offset: Int, into sink: inout some RecordSink) {
    let flags = record.bigEndian32(at: 8)
    latest = Int64(bitPattern: record.bigEndian64(at: 16))
    let microseconds = latest &- Self.epoch
    let packet = record.extracting(Self.frame.headerSize..<record.byteCount)
    switch link {
    case .h4:
      Encapsulation.h4.deliver(packet, at: microseconds, offset: offset, into: &sink)
    case .hci:
      // Bit 0 says received, bit 1 says command or event.
      let kind: RecordKind = flags & 2 == 0 ? .data : flags & 1 == 0 ? .command : .event
      sink.take(CaptureRecord(microseconds: microseconds, offset: offset, kind: kind), payload: packet)
    case .monitor:
      let kind = RecordKind(adapter: UInt16(flags >> 16), monitorOpcode: UInt16(truncatingIfNeeded: flags))
      sink.take(CaptureRecord(microseconds: microseconds, offset: offset, kind: kind), payload: packet)
    }
  }

  /// Microseconds from btsnoop's year 0 to 1970.
  static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000
}

extension RecordKind {
  /// The meaning of an opcode of the Linux monitor; adapter 0xFFFF is no adapter and only carries notes.
  init(adapter: UInt16, monitorOpcode: UInt16) {
    guard adapter != 0xFFFF else {
      self = .note
      return
    }
    switch monitorOpcode {
    case 2: self = .command
    case 3: self = .event
    case 4...7, 18, 19: self = .data
    default: self = .note
    }
  }
}
