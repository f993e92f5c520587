public import World

/// A frame of an iBeacon.
///
/// Source: Apple, "Proximity Beacon Specification": company 0x004C, type 0x02, length 0x15, then the UUID, major and minor
/// most significant octet first, and the measured power at one metre.
public struct IBeaconFrame: Hashable, Sendable {
  /// UUID, major and minor.
  public let identity: IBeaconIdentity
  /// The measured power at one metre in whole dBm, as sent; it may be implausible.
  public let measuredPower: Int8

  public init(identity: IBeaconIdentity, measuredPower: Int8) {
    self.identity = identity
    self.measuredPower = measuredPower
  }

  /// Whether the measured power is plausible: -100 to -20 dBm.
  public var isPowerPlausible: Bool { (-100 ... -20).contains(measuredPower) }

  /// Company, type and length.
  static let prefix: UInt32 = 0x4C00_0215
  /// Octets of the content of its structure.
  static let size = 25

  /// Reads the content of a manufacturer-specific structure; nil when it is not an iBeacon's. Octets after the frame are
  /// ignored.
  init?(manufacturerData data: RawSpan) {
    guard data.byteCount >= Self.size, data.bigEndian32(at: 0) == Self.prefix else { return nil }
    identity = data.identity(at: 4)
    measuredPower = data.signedByte(at: 24)
  }

  /// The frame as advertising data: the flags 0x06 (general discoverable, no BR/EDR), then the manufacturer data;
  /// 30 octets.
  public var advertisingData: [UInt8] { advertisingData(flags: 0x06) }

  /// The frame as advertising data with given flags, 30 octets. Frames printed in books have 0x1A: general discoverable,
  /// and simultaneous LE and BR/EDR.
  public func advertisingData(flags: UInt8) -> [UInt8] {
    var data: [UInt8] = [0x02, 0x01, flags, 0x1A, AdvertisingData.manufacturer]
    data.append(bigEndian: Self.prefix)
    data.append(identity)
    data.append(UInt8(bitPattern: measuredPower))
    return data
  }
}

extension RawSpan {
  /// UUID, major and minor in twenty octets, most significant first.
  func identity(at place: Int) -> IBeaconIdentity {
    IBeaconIdentity(
      uuid: BeaconUUID(high: bigEndian64(at: place), low: bigEndian64(at: place + 8)),
      major: bigEndian16(at: place + 16), minor: bigEndian16(at: place + 18))
  }
}

extension [UInt8] {
  mutating func append(_ identity: IBeaconIdentity) {
    self += [UInt8](bigEndian: identity.uuid.high, identity.uuid.low, identity.major, identity.minor)
  }
}
