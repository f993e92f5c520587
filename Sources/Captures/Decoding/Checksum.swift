/// The 24-bit cyclic redundancy check of the link layer.
///
/// The polynomial is x²⁴ + x¹⁰ + x⁹ + x⁶ + x⁴ + x³ + x + 1. On the air it goes most significant bit first while
/// everything else goes least significant bit first, so the register is kept in reverse and the three octets
/// read little-endian.
///
/// Source: Bluetooth Core 5.4, volume 6, part B, 3.1.1.
enum Checksum {
  /// What advertising PDUs start from, 0x555555, in reverse.
  static let advertisingStart: UInt32 = 0xAA_AAAA

  static func remainder(of data: RawSpan, startingAt start: UInt32 = advertisingStart) -> UInt32 {
    var register = start
    for place in 0..<data.byteCount {
      register = register >> 8 ^ table[Int((register ^ UInt32(data.byte(at: place))) & 0xFF)]
    }
    return register
  }

  /// The register after each octet from 0.
  private static let table: [UInt32] = (0..<256).map { octet in
    (0..<8).reduce(UInt32(octet)) { register, _ in
      register & 1 == 0 ? register >> 1 : register >> 1 ^ 0xDA_6000
    }
  }
}
