/// A little-endian pcapng file with one section and one interface of link type 201, in microseconds.
struct WrittenPcapng: WrittenHCI {
  let epoch: Int64

  var header: [UInt8] {
    // The section's length is left open.
    let section = [UInt8](littleEndian: UInt32(0x1A2B_3C4D), UInt16(1), UInt16(0), UInt64.max)
    // if_tsresol: ten to the power of -6 s; then the end of the options.
    let interface =
      [UInt8](littleEndian: UInt32(201), UInt32(0), UInt16(9), UInt16(1)) + [6, 0, 0, 0, 0, 0, 0, 0]
    return Self.block(0x0A0D_0D0A, section) + Self.block(1, interface)
  }

  func holds(_ microseconds: Int64) -> Bool {
    let (time, overflow) = microseconds.addingReportingOverflow(epoch)
    return !overflow && time >= 0
  }

  func append(
    _ packet: WrittenPacket, at microseconds: Int64, level: Int8?, channel: UInt8, to bytes: inout [UInt8]
  ) {
    let length = packet.octets.count + 5 + (level == nil ? 0 : 1)
    let padding = (4 - length % 4) % 4
    let total = UInt32(32 + length + padding)
    let time = UInt64(bitPattern: epoch &+ microseconds)
    bytes.append(littleEndian: UInt32(6))
    bytes.append(littleEndian: total)
    bytes.append(littleEndian: UInt32(0))
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: time >> 32))
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: time))
    bytes.append(littleEndian: UInt32(length))
    bytes.append(littleEndian: UInt32(length))
    // 0 is sent by the host, 1 is received.
    bytes.append(bigEndian: UInt32(packet.kind == .command ? 0 : 1))
    bytes.append(packet.kind.rawValue)
    bytes += packet.octets
    if let level { bytes.append(UInt8(bitPattern: level)) }
    for _ in 0..<padding { bytes.append(0) }
    bytes.append(littleEndian: total)
  }

  private static func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
    let length = UInt32(body.count + 12)
    return [UInt8](littleEndian: type, length) + body + [UInt8](littleEndian: length)
  }
}
