/// What a packet of a capture wraps: an HCI packet or a link-layer packet, with which headers.
///
/// Source: the list of link types at tcpdump.org.
enum Encapsulation: Sendable {
  /// The packet type in front: 1 command, 2 ACL, 3 synchronous, 4 event, 5 isochronous.
  case h4
  /// A big-endian 32-bit direction in front of that.
  case h4WithDirection
  /// A big-endian adapter and opcode, as the Linux monitor uses them.
  case monitor
  /// A link-layer packet as it is.
  case linkLayer
  /// The radio's ten octets in front of that.
  case linkLayerWithRadio
  /// The header of the nRF Sniffer in front of that.
  case nordicSniffer

  /// Nil for link types that are not Bluetooth Low Energy, or not supported.
  init?(linkType: Int) {
    switch linkType {
    case 187: self = .h4
    case 201: self = .h4WithDirection
    case 251: self = .linkLayer
    case 254: self = .monitor
    case 256: self = .linkLayerWithRadio
    case 272: self = .nordicSniffer
    default: return nil
    }
  }

  /// The supported link types, for a message about another one.
  static let supported = "187, 201, 251, 254, 256 or 272"

  func deliver(_ packet: RawSpan, at microseconds: Int64, offset: Int, into sink: inout some RecordSink) {
    var record = CaptureRecord(microseconds: microseconds, offset: offset, kind: .foreign)
    switch self {
    case .h4: deliverH4(packet, from: 0, as: record, into: &sink)
    case .h4WithDirection: deliverH4(packet, from: 4, as: record, into: &sink)
    case .monitor:
      guard packet.byteCount >= 4 else { return tooShort(packet, needs: 4, record, into: &sink) }
      record.kind = RecordKind(adapter: packet.bigEndian16(at: 0), monitorOpcode: packet.bigEndian16(at: 2))
      sink.take(record, payload: packet.extracting(4..<packet.byteCount))
    case .linkLayer:
      record.kind = .linkLayer
      sink.take(record, payload: packet)
    case .linkLayerWithRadio:
      deliver(packet, RadioHeader(packet), needs: RadioHeader.size, as: record, into: &sink)
    case .nordicSniffer:
      deliver(packet, NordicHeader(packet), needs: NordicHeader.leastSize, as: record, into: &sink)
    }
  }

  private func deliver(
    _ packet: RawSpan, _ header: (some SnifferHeader)?, needs least: Int, as record: CaptureRecord,
    into sink: inout some RecordSink
  ) {
    guard let header else { return tooShort(packet, needs: least, record, into: &sink) }
    var record = record
    record.radio = header.radio
    if header.isPacketOfTheAir { record.kind = .linkLayer }
    sink.take(record, payload: packet.extracting(header.length..<packet.byteCount))
  }

  private func deliverH4(
    _ packet: RawSpan, from start: Int, as record: CaptureRecord, into sink: inout some RecordSink
  ) {
    guard packet.byteCount > start else { return tooShort(packet, needs: start + 1, record, into: &sink) }
    var record = record
    record.kind = RecordKind(h4Type: packet.byte(at: start))
    sink.take(record, payload: packet.extracting((start + 1)..<packet.byteCount))
  }

  private func tooShort(
    _ packet: RawSpan, needs least: Int, _ record: CaptureRecord, into sink: inout some RecordSink
  ) {
    let count = packet.byteCount
    sink.damages.add(
      at: record.offset, expected: "a packet of at least \(least) bytes", found: "\(count)")
    sink.take(record, payload: packet)
  }
}

extension RecordKind {
  /// The packet type before an HCI packet on a serial line.
  ///
  /// Source: Bluetooth Core 5.4, volume 4, part A, 2.
  init(h4Type: UInt8) {
    switch h4Type {
    case 1: self = .command
    case 2, 3, 5: self = .data
    case 4: self = .event
    default: self = .foreign
    }
  }
}
