/// The 128-bit number that tells one owner's beacons from everybody else's.
public struct BeaconUUID: Hashable, Comparable, Sendable {
  /// The first eight octets as they are sent, the first one most significant.
  public let high: UInt64
  /// The last eight octets as they are sent.
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads `2D6C1A5E-…`: 32 hexadecimal digits in either case; hyphens are ignored. Anything else gives nil.
  public init?(_ text: some StringProtocol) {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var digits = 0
    for character in text where character != "-" {
      guard let digit = character.hexDigitValue, character.isASCII else { return nil }
      if digits < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
      digits += 1
    }
    guard digits == 32 else { return nil }
    self.init(high: high, low: low)
  }

  public static func < (a: BeaconUUID, b: BeaconUUID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

extension BeaconUUID: CustomStringConvertible {
  /// Upper-case hexadecimal in groups of 8, 4, 4, 4 and 12 digits.
  public var description: String {
    let digits = hexadecimal(high) + hexadecimal(low)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }

  private func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// What an iBeacon says about who it is.
public struct BeaconIdentity: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let uuid: BeaconUUID
  public let major: UInt16
  public let minor: UInt16

  public init(uuid: BeaconUUID, major: UInt16, minor: UInt16) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
  }

  public static func < (a: BeaconIdentity, b: BeaconIdentity) -> Bool {
    (a.uuid, a.major, a.minor) < (b.uuid, b.major, b.minor)
  }

  public var description: String { "\(uuid)/\(major)/\(minor)" }
}

/// A Bluetooth device address: 48 bits, and whether they are the maker's or drawn at random.
public struct DeviceAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The six octets as they are printed, the first one most significant; the top 16 bits are zero.
  public let octets: UInt64
  public let isRandom: Bool

  public init(octets: UInt64, isRandom: Bool) {
    self.octets = octets & 0xFFFF_FFFF_FFFF
    self.isRandom = isRandom
  }

  public static func < (a: DeviceAddress, b: DeviceAddress) -> Bool {
    a.octets != b.octets ? a.octets < b.octets : !a.isRandom && b.isRandom
  }

  /// `C0:98:E5:00:00:01`.
  public var description: String {
    stride(from: 40, through: 0, by: -8).map { shift in
      let octet = String(octets >> UInt64(shift) & 0xFF, radix: 16, uppercase: true)
      return octet.count == 1 ? "0" + octet : octet
    }.joined(separator: ":")
  }
}
