import Captures
import World

/// What a host set since the last reset.
struct HostSettings: Sendable {
  /// Bits of the mask of LE events.
  enum Event: Int {
    case report = 1
    case extendedReport = 12
    case scanTimeout = 16
  }

  /// One of the host's own advertisers.
  struct Advertiser: Sendable {
    var data: [UInt8] = []
    var milliseconds = 1280.0
    var isOn = false
  }

  /// The number of advertising sets.
  static let mostAdvertisers = 8
  static let acceptListSize = 64
  /// The set of legacy advertising, which has no number of its own.
  static let legacySet = -1

  /// Bit 61 stands for all LE events; a reset switches it off.
  ///
  /// Source: Bluetooth Core 5.4, volume 4, part E, 7.3.1 and 7.8.1.
  var mask: UInt64 = 0x1FFF_FFFF_FFFF
  var lowEnergyMask: UInt64 = 0x1F
  var supportsLowEnergy: UInt8 = 0
  /// Nil until the host sets one.
  var randomAddress: UInt64?
  var scan = ScanState()
  var acceptList: Set<DeviceAddress> = []
  var advertisers: [Int: Advertiser] = [:]
  /// Whether the host uses extended commands; nil until it uses either kind.
  var usesExtended: Bool?

  func hears(_ event: Event) -> Bool {
    mask >> 61 & 1 == 1 && lowEnergyMask >> UInt64(event.rawValue) & 1 == 1
  }

  /// Refuses to mix legacy and extended commands.
  ///
  /// Source: Bluetooth Core 5.4, volume 4, part E, 3.1.1.
  mutating func use(extended: Bool) throws(ControllerError) {
    if let usesExtended, usesExtended != extended { throw .disallowed }
    usesExtended = extended
  }
}

/// The parameters of a command.
struct CommandParameters {
  private let octets: ArraySlice<UInt8>

  init(_ octets: ArraySlice<UInt8>) { self.octets = octets }

  var count: Int { octets.count }

  /// The octet at a place.
  ///
  /// - Throws: where there are too few, as everything here.
  func octet(_ place: Int) throws(ControllerError) -> UInt8 {
    guard place < octets.count else { throw .invalidParameters }
    return octets[octets.startIndex + place]
  }

  /// A number of some octets, the first one least significant.
  func number(_ place: Int, octets count: Int) throws(ControllerError) -> UInt64 {
    var number: UInt64 = 0
    for index in 0..<count { number |= UInt64(try octet(place + index)) << UInt64(8 * index) }
    return number
  }

  /// A number of two octets within a range.
  func word(_ place: Int, in range: ClosedRange<UInt64> = 0...0xFFFF) throws(ControllerError) -> UInt64 {
    let word = try number(place, octets: 2)
    guard range.contains(word) else { throw .invalidParameters }
    return word
  }

  /// An octet that stands for one of some first numbers.
  func choice(_ place: Int, of count: UInt8) throws(ControllerError) -> UInt8 {
    let octet = try octet(place)
    guard octet < count else { throw .invalidParameters }
    return octet
  }

  /// Some octets from a place on.
  func data(_ place: Int, count: Int) throws(ControllerError) -> [UInt8] {
    guard place + count <= octets.count else { throw .invalidParameters }
    return Array(octets.dropFirst(place).prefix(count))
  }
}
