import World

/// A little-endian pcap file of link type 256, in microseconds: link-layer packets with channel, level and CRC.
struct WrittenPcap: WrittenContainer {
  let epoch: Int64
  let needsChannel = true

  var header: [UInt8] {
    [UInt8](
      littleEndian: UInt32(0xA1B2_C3D4), UInt16(2), UInt16(4), UInt64(0), UInt32(65535), UInt32(256))
  }

  /// SCAN_REQ from one address of zeros to another: not an advertisement, but it carries a time.
  var opening: [WrittenPacket] { [Self.packet(header: 0x03, payload: [UInt8](repeating: 0, count: 12))] }

  var closing: [WrittenPacket] { opening }

  /// ADV_NONCONN_IND, ADV_SCAN_IND or SCAN_RSP, with the address's kind in the header.
  func packet(of advertisement: WrittenAdvertisement) -> WrittenPacket {
    var payload: [UInt8] = []
    payload.append(address: advertisement.address.octets)
    payload += advertisement.data
    return Self.packet(
      header: advertisement.kind.pduType | (advertisement.address.isRandom ? 0x40 : 0), payload: payload)
  }

  func holds(_ microseconds: Int64) -> Bool {
    let (time, overflow) = microseconds.addingReportingOverflow(epoch)
    return !overflow && 0..<(1_000_000 << 32) ~= time
  }

  func append(
    _ packet: WrittenPacket, at microseconds: Int64, level: Int8?, channel: UInt8, to bytes: inout [UInt8]
  ) {
    let time = epoch &+ microseconds
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: time / 1_000_000))
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: time % 1_000_000))
    let length = UInt32(RadioHeader.size + packet.octets.count)
    bytes.append(littleEndian: length)
    bytes.append(littleEndian: length)
    let places = RadioHeader.advertisingPlaces
    bytes.append(37...39 ~= channel ? places[Int(channel) - 37] : places[0])
    // The noise is unknown, and the access address had no bit errors.
    bytes += [UInt8(bitPattern: level ?? 0), 0x80, 0]
    bytes.append(littleEndian: LinkLayerDecoder.advertisingAddress)
    typealias Flag = RadioHeader.Flag
    let known = Flag.dewhitened | Flag.referenceAddressValid | Flag.checksumChecked | Flag.checksumRight
    bytes.append(littleEndian: known | (level == nil ? 0 : Flag.levelValid))
    bytes += packet.octets
  }

  /// Access address, header, length, payload and CRC.
  private static func packet(header: UInt8, payload: [UInt8]) -> WrittenPacket {
    let pdu = [header, UInt8(payload.count)] + payload
    let checksum = Checksum.remainder(of: pdu.span.bytes)
    var octets: [UInt8] = []
    octets.append(littleEndian: LinkLayerDecoder.advertisingAddress)
    octets += pdu
    for shift in [0, 8, 16] as [UInt32] { octets.append(UInt8(truncatingIfNeeded: checksum >> shift)) }
    return WrittenPacket(kind: .linkLayer, octets: octets)
  }
}
