/// One packet with its time in microseconds since 1970.
package struct TimedPacket {
  package var microseconds: Int64
  package var octets: [UInt8]
  package var flags: UInt32

  package init(microseconds: Int64, octets: [UInt8], flags: UInt32 = 3) {
    (self.microseconds, self.octets, self.flags) = (microseconds, octets, flags)
  }
}

/// A btsnoop file of any datalink.
package func btsnoop(_ datalink: UInt32, _ packets: [TimedPacket]) -> [UInt8] {
  var file = CaptureBytes(bytes: Array("btsnoop\0".utf8))
  file.big(1, 4)
  file.big(UInt64(datalink), 4)
  for packet in packets {
    file.big(UInt64(packet.octets.count), 4)
    file.big(UInt64(packet.octets.count), 4)
    file.big(UInt64(packet.flags), 4)
    file.big(0, 4)
    // 0x00DCDDB30F2F8000 is 1970 in btsnoop's count.
    file.big(UInt64(bitPattern: packet.microseconds + 0x00DC_DDB3_0F2F_8000), 8)
    file.bytes += packet.octets
  }
  return file.bytes
}

/// A btsnoop 1002 file of events, a millisecond apart, from 2023-11-14 on.
package func events(_ events: [[UInt8]], every microseconds: Int64 = 1000) -> [UInt8] {
  btsnoop(
    1002,
    events.enumerated().map { index, event in
      TimedPacket(microseconds: 1_700_000_000_000_000 + Int64(index) * microseconds, octets: [4] + event)
    })
}

/// A pcapng block with its lengths and padding.
package func block(_ type: UInt32, _ body: [UInt8], bigEndian: Bool = false) -> [UInt8] {
  var block = CaptureBytes()
  let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
  block.number(UInt64(type), 4, bigEndian: bigEndian)
  block.number(UInt64(padded.count + 12), 4, bigEndian: bigEndian)
  block.bytes += padded
  block.number(UInt64(padded.count + 12), 4, bigEndian: bigEndian)
  return block.bytes
}

package func sectionBlock(bigEndian: Bool = false) -> [UInt8] {
  var body = CaptureBytes()
  body.number(0x1A2B_3C4D, 4, bigEndian: bigEndian)
  body.number(1, 2, bigEndian: bigEndian)
  body.number(0, 2, bigEndian: bigEndian)
  body.number(UInt64.max, 8, bigEndian: bigEndian)
  return block(0x0A0D_0D0A, body.bytes, bigEndian: bigEndian)
}

package func interfaceBlock(linkType: UInt16, resolution: UInt8? = nil, bigEndian: Bool = false) -> [UInt8] {
  var body = CaptureBytes()
  body.number(UInt64(linkType), 2, bigEndian: bigEndian)
  body.number(0, 2, bigEndian: bigEndian)
  body.number(0, 4, bigEndian: bigEndian)
  if let resolution {
    body.number(9, 2, bigEndian: bigEndian)
    body.number(1, 2, bigEndian: bigEndian)
    body.bytes += [resolution, 0, 0, 0]
    body.number(0, 4, bigEndian: bigEndian)
  }
  return block(1, body.bytes, bigEndian: bigEndian)
}

package func packetBlock(_ packet: [UInt8], ticks: UInt64, interface: UInt32 = 0, bigEndian: Bool = false)
  -> [UInt8]
{
  var body = CaptureBytes()
  body.number(UInt64(interface), 4, bigEndian: bigEndian)
  body.number(ticks >> 32, 4, bigEndian: bigEndian)
  body.number(ticks & 0xFFFF_FFFF, 4, bigEndian: bigEndian)
  body.number(UInt64(packet.count), 4, bigEndian: bigEndian)
  body.number(UInt64(packet.count), 4, bigEndian: bigEndian)
  return block(6, body.bytes + packet, bigEndian: bigEndian)
}

package func pcap(
  linkType: UInt32, _ packets: [TimedPacket], bigEndian: Bool = false, nanoseconds: Bool = false
)
  -> [UInt8]
{
  var file = CaptureBytes()
  file.number(nanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4, 4, bigEndian: bigEndian)
  file.number(2, 2, bigEndian: bigEndian)
  file.number(4, 2, bigEndian: bigEndian)
  file.number(0, 8, bigEndian: bigEndian)
  file.number(65535, 4, bigEndian: bigEndian)
  file.number(UInt64(linkType), 4, bigEndian: bigEndian)
  for packet in packets {
    file.number(UInt64(packet.microseconds / 1_000_000), 4, bigEndian: bigEndian)
    let fraction = UInt64(packet.microseconds % 1_000_000)
    file.number(nanoseconds ? fraction * 1000 + 999 : fraction, 4, bigEndian: bigEndian)
    file.number(UInt64(packet.octets.count), 4, bigEndian: bigEndian)
    file.number(UInt64(packet.octets.count), 4, bigEndian: bigEndian)
    file.bytes += packet.octets
  }
  return file.bytes
}

/// A file of Apple's PacketLogger; the octets of each packet begin with its type.
package func packetLogger(_ packets: [TimedPacket], bigEndian: Bool = true) -> [UInt8] {
  var file = CaptureBytes()
  for packet in packets {
    file.number(UInt64(packet.octets.count + 8), 4, bigEndian: bigEndian)
    file.number(UInt64(packet.microseconds / 1_000_000), 4, bigEndian: bigEndian)
    file.number(UInt64(packet.microseconds % 1_000_000), 4, bigEndian: bigEndian)
    file.bytes += packet.octets
  }
  return file.bytes
}
