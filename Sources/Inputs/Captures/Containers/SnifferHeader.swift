/// The header that a sniffer writes before a link-layer packet.
protocol SnifferHeader {
  var radio: RadioReading { get }
  /// The number of octets before the access address.
  var length: Int { get }
  /// Whether a readable packet follows: some sniffers also record messages of their own.
  var isPacketOfTheAir: Bool { get }
}

/// The ten octets of link type 256: channel, level, noise, offences, reference address, flags.
///
/// Source: LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR at tcpdump.org.
struct RadioHeader: SnifferHeader {
  static let size = 10
  let radio: RadioReading
  let length = RadioHeader.size
  /// False for a packet that is still whitened, which is not decoded.
  let isPacketOfTheAir: Bool

  /// Nil when there are too few octets.
  init?(_ packet: RawSpan) {
    guard packet.byteCount >= Self.size else { return nil }
    let flags = packet.littleEndian16(at: 8)
    var radio = RadioReading()
    // Channels are counted by frequency from 2402 MHz in steps of 2 MHz.
    if let place = Self.advertisingPlaces.firstIndex(of: packet.byte(at: 0)) {
      radio.channel = UInt8(37 + place)
    }
    if flags & Flag.levelValid != 0 { radio.level = packet.signedByte(at: 1) }
    if flags & Flag.checksumChecked != 0 {
      radio.checksum = flags & Flag.checksumRight != 0 ? .right : .wrong
    }
    radio.isCoded = flags >> 14 == 2
    self.radio = radio
    isPacketOfTheAir = flags & Flag.dewhitened != 0
  }

  /// The radio channels of the advertising channels 37, 38 and 39.
  static let advertisingPlaces: [UInt8] = [0, 12, 39]

  enum Flag {
    static let dewhitened: UInt16 = 0x0001
    static let levelValid: UInt16 = 0x0002
    static let referenceAddressValid: UInt16 = 0x0010
    static let checksumChecked: UInt16 = 0x0400
    static let checksumRight: UInt16 = 0x0800
  }
}

/// The header that Nordic's nRF Sniffer puts before a packet: the board, then, in an order that depends on the version, the
/// lengths, a counter and the type of the packet; then ten octets about the radio.
///
/// Source: the layout in the comments of Wireshark's `packet-nordic_ble.c`, for protocol versions 0 to 3.
struct NordicHeader: SnifferHeader {
  /// The shortest of all versions.
  static let leastSize = 17
  let radio: RadioReading
  let length: Int
  let isPacketOfTheAir: Bool

  /// Nil when there are too few octets.
  init?(_ packet: RawSpan) {
    guard packet.byteCount >= Self.leastSize else { return nil }
    // Version 0 has two octets BE EF where later versions have the board; the order of the fields after it differs by
    // version.
    let isLegacy = packet.byte(at: 0) == 0xBE && packet.byte(at: 1) == 0xEF
    let version = isLegacy ? 0 : packet.byte(at: 3)
    let start = isLegacy ? 8 : 7
    guard packet.byteCount >= start + Self.radioSize else { return nil }
    let kind = packet.byte(at: isLegacy ? 2 : 6)
    let flags = packet.byte(at: start + 1)
    var radio = RadioReading()
    let channel = packet.byte(at: start + 2)
    if 37...39 ~= channel { radio.channel = channel }
    // The level is sent as a positive number of dB below 0 dBm.
    let decibelsBelow = packet.byte(at: start + 3)
    if decibelsBelow <= 127 { radio.level = -Int8(decibelsBelow) }
    radio.checksum = flags & 1 != 0 ? .right : .wrong
    radio.isCoded = flags >> 4 & 7 == 2
    self.radio = radio
    length = start + Self.radioSize
    isPacketOfTheAir = kind == PacketKind.any || (version >= 3 && kind == PacketKind.advertising)
  }

  private static let radioSize = 10

  private enum PacketKind {
    static let advertising: UInt8 = 2
    /// The type of any packet before version 3, and of packets on data channels from version 3 on.
    static let any: UInt8 = 6
  }
}
