/// A btsnoop file of datalink 1002, or 2001 as the Linux monitor writes it.
struct WrittenBtsnoop: WrittenHCI {
  let isMonitor: Bool
  let epoch: Int64

  var header: [UInt8] {
    var bytes = Array("btsnoop\0".utf8)
    bytes.append(bigEndian: UInt32(1))
    bytes.append(bigEndian: UInt32(isMonitor ? 2001 : 1002))
    if isMonitor {
      // The monitor announces every adapter before its traffic: type, bus, address, name.
      let adapter = [0, 0] + [UInt8](repeating: 0, count: 6) + Array("hci0\0\0\0\0".utf8)
      appendHeader(at: 0, length: adapter.count, flags: 0, to: &bytes)
      bytes += adapter
    }
    return bytes
  }

  func holds(_ microseconds: Int64) -> Bool {
    !microseconds.addingReportingOverflow(epoch &+ BtsnoopReader.epoch).overflow
  }

  func append(
    _ packet: WrittenPacket, at microseconds: Int64, level: Int8?, channel: UInt8, to bytes: inout [UInt8]
  ) {
    let length = packet.octets.count + (level == nil ? 0 : 1)
    let isCommand = packet.kind == .command
    if isMonitor {
      appendHeader(at: microseconds, length: length, flags: isCommand ? 2 : 3, to: &bytes)
    } else {
      // Bit 0 says received, bit 1 says command or event.
      appendHeader(at: microseconds, length: length + 1, flags: isCommand ? 2 : 3, to: &bytes)
      bytes.append(packet.kind.rawValue)
    }
    bytes += packet.octets
    if let level { bytes.append(UInt8(bitPattern: level)) }
  }

  private func appendHeader(at microseconds: Int64, length: Int, flags: UInt32, to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt32(length))
    bytes.append(bigEndian: UInt32(length))
    bytes.append(bigEndian: flags)
    bytes.append(bigEndian: UInt32(0))
    bytes.append(bigEndian: UInt64(bitPattern: epoch &+ microseconds &+ BtsnoopReader.epoch))
  }
}
