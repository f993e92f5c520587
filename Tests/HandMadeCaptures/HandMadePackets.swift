/// An advertising PDU with its access address and CRC. The CRCs come from a bit-by-bit shift register in Python
/// after figure 3.5 of the Core's volume 6, part B.
package func packet(_ pdu: [UInt8], crc: [UInt8]) -> [UInt8] { [0xD6, 0xBE, 0x89, 0x8E] + pdu + crc }

/// ADV_NONCONN_IND of ``ownIdentity`` from C0:98:E5:00:00:01.
package let beaconPDU: [UInt8] = [0x42, 33, 1, 0, 0, 0xE5, 0x98, 0xC0] + iBeacon()
package let beaconCRC: [UInt8] = [0x9B, 0x91, 0x35]
package let beaconPacket = packet(beaconPDU, crc: beaconCRC)

/// SCAN_REQ.
package let requestPacket = packet([0x03, 12] + (0..<12), crc: [0x3A, 0x92, 0xAE])

/// One extended advertisement in two pieces, after the PDU that points to them.
package let chainPackets: [[UInt8]] = [
  packet([0x07, 0x07, 0x06, 0x18, 0x34, 0x12, 5, 6, 7], crc: [0xF6, 0xBE, 0xB8]),
  packet(
    [0x47, 0x17, 0x0C, 0x19, 1, 0, 0, 0xE5, 0x98, 0xC0, 0x34, 0x12, 5, 6, 7] + (flags + iBeacon())[..<10],
    crc: [0x89, 0xD3, 0xA5]),
  packet([0x07, 0x18, 0x03, 0x08, 0x34, 0x12] + (flags + iBeacon())[10...], crc: [0x7F, 0x8D, 0x23]),
]

/// The ten octets of link type 256 before a packet. Its flags by default: dewhitened, level valid, reference valid.
package func withRadio(_ packet: [UInt8], place: UInt8 = 0, level: Int8 = -60, flags: UInt16 = 0x0013)
  -> [UInt8]
{
  [place, UInt8(bitPattern: level), 0x80, 0, 0xD6, 0xBE, 0x89, 0x8E, UInt8(flags & 0xFF), UInt8(flags >> 8)]
    + packet
}

/// The nRF Sniffer's header before a packet.
package func withNordicHeader(
  _ packet: [UInt8], version: UInt8 = 2, kind: UInt8 = 6, flags: UInt8 = 1, channel: UInt8 = 37,
  below: UInt8 = 60
) -> [UInt8] {
  let radio: [UInt8] = [10, flags, channel, below, 0, 0, 0, 0, 0, 0]
  let length = UInt8(packet.count + 10)
  let front: [UInt8] =
    switch version {
    // A marker, what it is, counter, two unused, length; then board and header length; from 2 on two octets of length.
    case 0: [0xBE, 0xEF, kind, 0, 0, 0, 0, length]
    case 1: [0x0B, 6, length, 1, 0, 0, kind]
    default: [0x0B, length, 0, version, 0, 0, kind]
    }
  return front + radio + packet
}

/// A pcap file of sniffed packets, a millisecond apart.
package func sniffed(_ linkType: UInt32, _ packets: [[UInt8]]) -> [UInt8] {
  pcap(
    linkType: linkType,
    packets.enumerated().map {
      TimedPacket(microseconds: 1_700_000_000_000_000 + Int64($0) * 1000, octets: $1)
    })
}
