/// Where a beacon hangs, as its major number says it in the layout of Mustafa & Sykes 2021, Figure 2.
///
/// Bit 0 is the most significant: bits 0 to 4 hold the building, 5 to 7 the floor, 8 to 12 the kind of place,
/// and 13 to 15 are unused and zero. The paper counts 430,080 beacons, 32 × 7 × 128 × 15; the ranges in its
/// figure allow 524,288: 32 buildings × 8 floors × 2,048, which is 64 rooms and 64 hallways of 16 beacons each.
public struct PlaceMajor: Hashable, Sendable {
  /// What kind of place it is; several can hold at once.
  public struct Kind: OptionSet, Hashable, Sendable {
    /// Five bits, room first.
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bit 8 of the major.
    public static let room = Kind(rawValue: 1 << 4)
    /// Bit 9 of the major.
    public static let hallway = Kind(rawValue: 1 << 3)
    /// Bit 10 of the major.
    public static let corner = Kind(rawValue: 1 << 2)
    /// Bit 11 of the major.
    public static let stairs = Kind(rawValue: 1 << 1)
    /// Bit 12 of the major.
    public static let door = Kind(rawValue: 1 << 0)
  }

  /// 0 to 31.
  public let building: Int
  /// 0 to 7.
  public let floor: Int
  /// Bits 8 to 12; several can be set.
  public let kind: Kind
  /// Bits 13 to 15, 0 to 7: the layout leaves them zero, so any other value should be reported.
  public let unused: Int

  /// Nil when a number does not fit its bits.
  public init?(building: Int, floor: Int, kind: Kind) {
    guard 0...31 ~= building, 0...7 ~= floor, kind.rawValue < 32 else { return nil }
    self.building = building
    self.floor = floor
    self.kind = kind
    unused = 0
  }

  /// Any number can be decoded; see ``unused`` for bits that should be zero.
  public init(decoding major: UInt16) {
    building = Int(major >> 11)
    floor = Int(major >> 8 & 0b111)
    kind = Kind(rawValue: UInt8(major >> 3 & 0b11111))
    unused = Int(major & 0b111)
  }

  /// The major number as the beacon sends it.
  public var encoded: UInt16 {
    UInt16(building) << 11 | UInt16(floor) << 8 | UInt16(kind.rawValue) << 3 | UInt16(unused)
  }
}

/// Which beacon of a place it is, as its minor number says it in the same layout: bits 0 to 5 and 6 to 11 hold two
/// numbers of rooms or hallways, bits 12 to 15 the beacon's own number.
public struct PlaceMinor: Hashable, Sendable {
  /// 0 to 63.
  public let first: Int
  /// 0 to 63.
  public let second: Int
  /// 0 to 15.
  public let id: Int

  /// Nil when a number does not fit its bits.
  public init?(first: Int, second: Int, id: Int) {
    guard 0...63 ~= first, 0...63 ~= second, 0...15 ~= id else { return nil }
    self.first = first
    self.second = second
    self.id = id
  }

  /// Any number can be decoded: all 16 bits have a meaning.
  public init(decoding minor: UInt16) {
    first = Int(minor >> 10)
    second = Int(minor >> 4 & 0b111111)
    id = Int(minor & 0b1111)
  }

  /// The minor number as the beacon sends it.
  public var encoded: UInt16 { UInt16(first) << 10 | UInt16(second) << 4 | UInt16(id) }
}
