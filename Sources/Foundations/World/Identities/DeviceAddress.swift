/// A Bluetooth device address: 48 bits, and whether it is random or assigned by the manufacturer.
public struct DeviceAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The six octets as they are printed, the first one most significant; the top 16 bits are zero.
  public let octets: UInt64
  /// Whether the address was drawn at random; false for one that the manufacturer has assigned (a public address).
  public let isRandom: Bool

  /// - Parameters:
  ///   - octets: only the low 48 bits count.
  ///   - isRandom: whether the address was drawn at random.
  public init(octets: UInt64, isRandom: Bool) {
    self.octets = octets & 0xFFFF_FFFF_FFFF
    self.isRandom = isRandom
  }

  /// By octets; of equal ones the assigned address comes first.
  public static func < (a: DeviceAddress, b: DeviceAddress) -> Bool {
    a.octets != b.octets ? a.octets < b.octets : !a.isRandom && b.isRandom
  }

  /// `C0:98:E5:00:00:01`.
  public var description: String {
    stride(from: 40, through: 0, by: -8).map { shift in
      padded(octets >> UInt64(shift) & 0xFF, to: 2, uppercase: true)
    }.joined(separator: ":")
  }

  /// Reads six octets of two hexadecimal digits in either case with colons between them; anything else gives nil.
  ///
  /// Text does not say whether an address is random: it is taken to be if its two top bits are set, as in static random
  /// addresses (Bluetooth Core 5.4, volume 6, part B, 1.3.2.1).
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 6, parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) }) else {
      return nil
    }
    let octets = parts.reduce(UInt64(0)) { $0 << 8 | (UInt64($1, radix: 16) ?? 0) }
    self.init(octets: octets, isRandom: octets >> 46 == 3)
  }
}
