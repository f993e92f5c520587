/// The identity of a beacon.
public enum BeaconIdentity: Hashable, Sendable {
  case iBeacon(IBeaconIdentity)
  /// By custom the twenty octets of an AltBeacon are read as an iBeacon's.
  case altBeacon(IBeaconIdentity)
  case eddystone(EddystoneIdentity)
  /// The URL that an Eddystone beacon sends.
  case eddystoneURL(String)
  /// Eight octets that the beacon changes with time, so that they do not identify it for long.
  case eddystoneEID(UInt64)
  /// Of Estimote's Nearables.
  case nearable(UInt64)
  /// The first half of the identifier in Estimote's telemetry.
  case telemetry(UInt64)
  /// The address that the beacon sends from, whatever its frames contain.
  case address(DeviceAddress)

  /// An iBeacon's.
  public init(uuid: BeaconUUID, major: UInt16, minor: UInt16) {
    self = .iBeacon(IBeaconIdentity(uuid: uuid, major: major, minor: minor))
  }

  /// UUID, major and minor, where it has them.
  public var numbers: IBeaconIdentity? {
    switch self {
    case .iBeacon(let numbers), .altBeacon(let numbers): numbers
    default: nil
    }
  }

  /// Whether the beacon keeps this identity over time.
  public var isLasting: Bool {
    if case .eddystoneEID = self { false } else { true }
  }

  /// Whether it is that of a frame with sensor values, which a beacon may send beside another identity.
  public var isSensor: Bool {
    switch self {
    case .nearable, .telemetry: true
    default: false
    }
  }

  /// As short as tables want it: of a beacon with a UUID only `major/minor`, of an Eddystone only the instance.
  public var shortName: String {
    switch self {
    case .iBeacon(let numbers), .altBeacon(let numbers): "\(numbers.major)/\(numbers.minor)"
    case .eddystone(let identity): identity.instanceText
    default: description
    }
  }
}

extension BeaconIdentity: CustomStringConvertible {
  /// `UUID/major/minor`, `altBeacon:UUID/major/minor`, `eddystone:namespace/instance`, the URL, `eid:`, `nearable:` or
  /// `telemetry:` and 16 digits, or the address; never with a space.
  public var description: String {
    switch self {
    case .iBeacon(let numbers): numbers.description
    case .altBeacon(let numbers): "altBeacon:\(numbers)"
    case .eddystone(let identity): "eddystone:\(identity)"
    case .eddystoneURL(let url): url
    case .eddystoneEID(let octets): "eid:" + padded(octets, to: 16, uppercase: true)
    case .nearable(let octets): "nearable:" + padded(octets, to: 16, uppercase: true)
    case .telemetry(let octets): "telemetry:" + padded(octets, to: 16, uppercase: true)
    case .address(let address): address.description
    }
  }
}

/// The identity in an iBeacon frame.
public struct IBeaconIdentity: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Usually the same for all beacons of one owner.
  public let uuid: BeaconUUID
  /// The larger group, often a floor or a building.
  public let major: UInt16
  /// The beacon within its major.
  public let minor: UInt16

  public init(uuid: BeaconUUID, major: UInt16, minor: UInt16) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
  }

  /// By UUID, then major, then minor.
  public static func < (a: IBeaconIdentity, b: IBeaconIdentity) -> Bool {
    (a.uuid, a.major, a.minor) < (b.uuid, b.major, b.minor)
  }

  /// `UUID/major/minor`.
  public var description: String { "\(uuid)/\(major)/\(minor)" }
}

/// The identity in an Eddystone-UID frame.
public struct EddystoneIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The first eight octets of the namespace.
  private let high: UInt64
  /// The last two of the namespace and the six of the instance.
  private let low: UInt64

  /// - Parameter octets: ten of the namespace and six of the instance; any other number of octets gives nil.
  public init?(_ octets: [UInt8]) {
    guard octets.count == 16 else { return nil }
    high = octets[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    low = octets[8...].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads 20 and 12 hexadecimal digits in either case; anything else gives nil.
  public init?(namespace: String, instance: String) {
    guard namespace.utf8.count == 20, instance.utf8.count == 12 else { return nil }
    let digits = (namespace + instance).map(\.hexDigitValue)
    let octets = stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
      digits[place].flatMap { first in digits[place + 1].map { UInt8(first << 4 | $0) } }
    }
    self.init(octets)
  }

  /// Ten octets.
  public var namespace: [UInt8] { Array(octets[..<10]) }
  /// Six octets.
  public var instance: [UInt8] { Array(octets[10...]) }

  var instanceText: String { padded(low & 0xFFFF_FFFF_FFFF, to: 12, uppercase: true) }

  /// `EDD1EBEAC04E5DEFA017/0123456789AB`.
  public var description: String {
    padded(high, to: 16, uppercase: true) + padded(low >> 48, to: 4, uppercase: true) + "/" + instanceText
  }

  private var octets: [UInt8] {
    [high, low].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
  }
}
