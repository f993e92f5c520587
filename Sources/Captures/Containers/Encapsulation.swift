/// How a packet of a capture is wrapped round an HCI packet or a PDU of the air.
///
/// Source: the list of link types at tcpdump.org.
enum Encapsulation: Sendable {
  /// The packet type in front: 1 command, 2 ACL, 3 synchronous, 4 event, 5 isochronous.
  case h4
  /// A big-endian 32-bit direction in front of that.
  case h4WithDirection
  /// A big-endian adapter and opcode, as the Linux monitor uses them.
  case monitor

  /// Nil for what is not Bluetooth, or not read.
  init?(linkType: Int) {
    switch linkType {
    case 187: self = .h4
    case 201: self = .h4WithDirection
    case 254: self = .monitor
    default: return nil
    }
  }

  /// What a message says that was after something else.
  static let supported = "187, 201 or 254"

  func deliver(_ packet: RawSpan, at microseconds: Int64, offset: Int, into sink: inout some RecordSink) {
    switch self {
    case .h4: deliverH4(packet, from: 0, at: microseconds, offset: offset, into: &sink)
    case .h4WithDirection: deliverH4(packet, from: 4, at: microseconds, offset: offset, into: &sink)
    case .monitor:
      guard packet.byteCount >= 4 else {
        tooShort(packet, needs: 4, at: microseconds, offset: offset, into: &sink)
        return
      }
      let kind = RecordKind(adapter: packet.bigEndian16(at: 0), monitorOpcode: packet.bigEndian16(at: 2))
      sink.take(
        CaptureRecord(microseconds: microseconds, offset: offset, kind: kind),
        payload: packet.extracting(4..<packet.byteCount))
    }
  }

  private func deliverH4(
    _ packet: RawSpan, from start: Int, at microseconds: Int64, offset: Int, into sink: inout some RecordSink
  ) {
    guard packet.byteCount > start else {
      tooShort(packet, needs: start + 1, at: microseconds, offset: offset, into: &sink)
      return
    }
    let kind: RecordKind
    switch packet.byte(at: start) {
    case 1: kind = .command
    case 2, 3, 5: kind = .data
    case 4: kind = .event
    default: kind = .foreign
    }
    sink.take(
      CaptureRecord(microseconds: microseconds, offset: offset, kind: kind),
      payload: packet.extracting((start + 1)..<packet.byteCount))
  }

  private func tooShort(
    _ packet: RawSpan, needs: Int, at microseconds: Int64, offset: Int, into sink: inout some RecordSink
  ) {
    let count = packet.byteCount
    sink.damages.add(at: offset, expected: "a packet of at least \(needs) bytes", found: "\(count)")
    sink.take(CaptureRecord(microseconds: microseconds, offset: offset, kind: .foreign), payload: packet)
  }
}
