import Documents
import Foundation
public import World

extension BeaconUUID {
  /// A number drawn at random: version 4.
  ///
  /// Source: RFC 9562, 5.4.
  public static var random: BeaconUUID {
    var octets = SystemRandomNumberGenerator()
    return BeaconUUID(high: octets.next(), low: octets.next()).marked(version: 4)
  }

  /// The number that belongs to a name, such as the domain of the owner: version 5 in the name space of domains. The same name gives
  /// the same number anywhere.
  ///
  /// Source: RFC 9562, 5.5.
  ///
  /// - Throws: where coreutils' `sha1sum` is missing.
  public init(named name: String) throws(FileProblem) {
    let domains = BeaconUUID(high: 0x6BA7_B810_9DAD_11D1, low: 0x80B4_00C0_4FD4_30C8)
    var octets: [UInt8] = []
    for half in [domains.high, domains.low] {
      octets += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> UInt64($0)) }
    }
    let digest = try FileDigest.digest("sha1sum", of: .octets(octets + Array(name.utf8)), name: "--name")
    guard let number = BeaconUUID(digest.prefix(32)) else {
      throw FileDigest.missing("sha1sum", for: "--name")
    }
    self = number.marked(version: 5)
  }

  /// With the version and the variant of RFC 9562 in their places.
  private func marked(version: UInt64) -> BeaconUUID {
    BeaconUUID(
      high: high & ~0xF000 | version << 12, low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}
