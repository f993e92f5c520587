public import World

/// A frame of an AltBeacon.
///
/// Source: AltBeacon Protocol Specification 1.0: any company, the code 0xBEAC, twenty octets of identity most significant
/// first, the measured power at one metre, and an octet for the company.
public struct AltBeaconFrame: Hashable, Sendable {
  /// The company's number in the Bluetooth SIG's list.
  public let company: UInt16
  /// By custom the first sixteen octets are a UUID, and major and minor follow.
  public let identity: IBeaconIdentity
  /// The measured power at one metre in whole dBm, as sent.
  public let measuredPower: Int8
  /// Reserved for use by the company.
  public let reserved: UInt8

  /// Radius Networks' number, which most AltBeacons have.
  public static let customaryCompany: UInt16 = 0x0118

  public init(
    company: UInt16 = customaryCompany, identity: IBeaconIdentity, measuredPower: Int8, reserved: UInt8 = 0
  ) {
    self.company = company
    self.identity = identity
    self.measuredPower = measuredPower
    self.reserved = reserved
  }

  static let code: UInt16 = 0xBEAC
  static let size = 26

  /// Reads the content of a manufacturer-specific structure; nil when it is not an AltBeacon's.
  init?(manufacturerData data: RawSpan) {
    guard data.byteCount >= Self.size, data.bigEndian16(at: 2) == Self.code else { return nil }
    company = data.littleEndian16(at: 0)
    identity = data.identity(at: 4)
    measuredPower = data.signedByte(at: 24)
    reserved = data.byte(at: 25)
  }

  /// Flags and the frame, 31 octets.
  public var advertisingData: [UInt8] {
    var content = [UInt8](littleEndian: company) + [UInt8](bigEndian: Self.code)
    content.append(identity)
    content += [UInt8(bitPattern: measuredPower), reserved]
    return AdvertisingData.flags + AdvertisingData.structure(AdvertisingData.manufacturer, content)
  }
}
