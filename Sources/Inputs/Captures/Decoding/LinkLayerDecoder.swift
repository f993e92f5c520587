/// Finds the advertisements in packets that a sniffer caught.
///
/// Source: Bluetooth Core 5.4, volume 6, part B, 2.3: two octets of header, the payload, three octets of CRC.
struct LinkLayerDecoder: Sendable {
  private var fragments = FragmentStore()

  /// The access address of all advertising PDUs.
  static let advertisingAddress: UInt32 = 0x8E89_BED6
  /// Access address, header and CRC.
  private static let leastSize = 9

  mutating func decode(_ packet: RawSpan, of record: CaptureRecord, into sink: inout some ReportSink) {
    guard record.radio.checksum != .wrong else { return sink.takeCorrupt(record) }
    let start = record.radio.isCoded ? 5 : 4
    guard packet.byteCount >= Self.leastSize + start - 4 else {
      let count = packet.byteCount
      sink.damages.add(
        at: record.offset, expected: "a link-layer packet of at least 9 bytes", found: "\(count)")
      return sink.takeOtherPDU(record)
    }
    guard packet.littleEndian32(at: 0) == Self.advertisingAddress else { return sink.takeOtherPDU(record) }
    let end = start + 2 + Int(packet.byte(at: start + 1))
    guard end + 3 <= packet.byteCount else {
      // Nobody has checked the CRC, and a length that does not fit means that it would have been wrong.
      if record.radio.checksum == .unchecked { return sink.takeCorrupt(record) }
      let count = packet.byteCount
      sink.damages.add(at: record.offset, expected: "a packet of \(end + 3) bytes", found: "\(count)")
      return sink.takeOtherPDU(record)
    }
    if record.radio.checksum == .unchecked {
      let sent = UInt32(packet.littleEndian16(at: end)) | UInt32(packet.byte(at: end + 2)) << 16
      guard Checksum.remainder(of: packet.extracting(start..<end)) == sent else {
        return sink.takeCorrupt(record)
      }
    }
    decode(pdu: packet.extracting(start..<end), of: record, into: &sink)
  }

  private mutating func decode(pdu: RawSpan, of record: CaptureRecord, into sink: inout some ReportSink) {
    guard let kind = AdvertisingKind(pduType: pdu.byte(at: 0) & 0xF) else { return sink.takeOtherPDU(record) }
    var report = AdvertisingReport(
      microseconds: record.microseconds, offset: record.offset, address: 0,
      isRandom: pdu.byte(at: 0) & 0x40 != 0, kind: kind, level: record.radio.level,
      channel: record.radio.channel)
    let payload = pdu.extracting(2..<pdu.byteCount)
    guard kind != .extended else { return decodeExtended(payload, of: report, into: &sink) }
    // A directed advertisement has the address of its target in place of data.
    guard payload.byteCount >= (kind == .directed ? 12 : 6) else {
      let count = payload.byteCount
      sink.damages.add(
        at: record.offset, expected: "an advertising PDU with an address", found: "\(count) bytes")
      return sink.takeOtherPDU(record)
    }
    report.address = payload.address(at: 0)
    let first = kind == .directed ? 12 : 6
    sink.take(report, data: payload.extracting(first..<payload.byteCount))
  }

  private mutating func decodeExtended(
    _ payload: RawSpan, of report: AdvertisingReport, into sink: inout some ReportSink
  ) {
    guard let header = ExtendedHeader(payload) else {
      let count = payload.byteCount
      sink.damages.add(
        at: report.offset, expected: "the extended header of an advertising PDU", found: "\(count) bytes")
      return sink.takeReportWithoutData(report)
    }
    var report = report
    report.address = header.address ?? 0
    let data = payload.extracting(header.length..<payload.byteCount)
    // The PDU on a primary channel only points to the one with the data.
    if data.byteCount == 0 { return sink.takeReportWithoutData(report) }
    fragments.join(
      data, of: report,
      source: FragmentSource(address: header.address, isRandom: report.isRandom, set: header.set),
      status: header.pointsOn ? .moreToCome : .complete, into: &sink)
  }
}

/// The header before the data of ADV_EXT_IND and the PDUs that it points to.
///
/// Source: Bluetooth Core 5.4, volume 6, part B, 2.3.4.
private struct ExtendedHeader {
  /// The advertiser's address; nil where it is left out, as in the later pieces of a chain.
  var address: UInt64?
  /// The number of the advertising data and set; 0xFFFF where there is none.
  var set: UInt16 = 0xFFFF
  /// Whether another PDU follows.
  var pointsOn = false
  /// The number of octets of the header, its length octet included.
  let length: Int

  init?(_ payload: RawSpan) {
    guard payload.byteCount >= 1 else { return nil }
    length = 1 + Int(payload.byte(at: 0) & 0x3F)
    guard payload.byteCount >= length else { return nil }
    guard length > 1 else { return }
    let flags = payload.byte(at: 1)
    var place = 2
    // Advertiser, target, CTE, data and set, pointer: in this order, each when its bit is set.
    for (bit, size) in [6, 6, 1, 2, 3].enumerated() where flags >> UInt8(bit) & 1 != 0 {
      guard place + size <= length else { return nil }
      switch bit {
      case 0: address = payload.address(at: place)
      case 3: set = payload.littleEndian16(at: place)
      case 4: pointsOn = true
      default: break
      }
      place += size
    }
  }
}

extension AdvertisingKind {
  /// The type of an advertising PDU; nil for requests and for reserved types.
  ///
  /// Source: Bluetooth Core 5.4, volume 6, part B, table 2.3.
  fileprivate init?(pduType: UInt8) {
    switch pduType {
    case 0: self = .connectable
    case 1: self = .directed
    case 2: self = .nonConnectable
    case 4: self = .scanResponse
    case 6: self = .scannable
    case 7: self = .extended
    default: return nil
    }
  }
}

/// The 24-bit cyclic redundancy check of the link layer.
///
/// The polynomial is x²⁴ + x¹⁰ + x⁹ + x⁶ + x⁴ + x³ + x + 1. The CRC is sent most significant bit first, while everything
/// else is sent least significant bit first, so the register is kept in reverse and the three octets are read as
/// little-endian.
///
/// Source: Bluetooth Core 5.4, volume 6, part B, 3.1.1.
enum Checksum {
  /// The initial value for advertising PDUs, 0x555555, in reverse.
  static let advertisingStart: UInt32 = 0xAA_AAAA

  static func remainder(of data: RawSpan, startingAt start: UInt32 = advertisingStart) -> UInt32 {
    var register = start
    for place in 0..<data.byteCount {
      register = register >> 8 ^ table[Int((register ^ UInt32(data.byte(at: place))) & 0xFF)]
    }
    return register
  }

  /// The register after each value of an octet, from 0.
  private static let table: [UInt32] = (0..<256).map { octet in
    (0..<8).reduce(UInt32(octet)) { register, _ in
      register & 1 == 0 ? register >> 1 : register >> 1 ^ 0xDA_6000
    }
  }
}
