/// The 128-bit number that identifies the beacons of one owner.
public struct BeaconUUID: Hashable, Comparable, Sendable {
  /// The first eight octets as they are sent, the first one most significant.
  public let high: UInt64
  /// The last eight octets as they are sent.
  public let low: UInt64

  /// - Parameters:
  ///   - high: the first eight octets as they are sent.
  ///   - low: the last eight.
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

  /// By the octets as they are sent, which is also the order of ``description``.
  public static func < (a: BeaconUUID, b: BeaconUUID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

extension BeaconUUID: CustomStringConvertible {
  /// Upper-case hexadecimal in groups of 8, 4, 4, 4 and 12 digits.
  public var description: String {
    let digits = padded(high, to: 16, uppercase: true) + padded(low, to: 16, uppercase: true)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }
}
