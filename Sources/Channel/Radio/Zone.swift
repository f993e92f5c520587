public import Documents
public import World

/// How near a beacon is, in the four words that phones use.
///
/// Source: Mustafa & Sykes 2021, section 3.3; the order is that of growing distance, and unknown, which is no
/// distance, stands first as in CoreLocation.
public enum Zone: Int, Hashable, Comparable, Sendable, CaseIterable {
  case unknown
  case immediate
  case near
  case far

  public static func < (a: Zone, b: Zone) -> Bool { a.rawValue < b.rawValue }
}

/// Where one proximity zone ends and the next begins.
public struct ZoneBoundaries: DeclaredSettings {
  /// Metres up to which, inclusive, a beacon is immediate.
  public var immediate: Double
  /// Metres up to which, inclusive, a beacon is near; beyond it is far.
  public var near: Double

  /// - Precondition: `0 < immediate <= near`.
  public init(immediate: Double, near: Double) {
    precondition(
      0 < immediate && immediate <= near, "boundaries must grow from 0, were \(immediate) and \(near)")
    self.immediate = immediate
    self.near = near
  }

  /// As most phones have them.
  public init() { self.init(immediate: 1, near: 3) }

  public static let keys: [SettingKey<ZoneBoundaries>] = [
    .defaulted(
      "immediate", \.immediate, .number(.above(0)), unit: "m", "The largest distance of the zone immediate."),
    .defaulted(
      "near", \.near, .number(.above(0)), unit: "m",
      "The largest distance of the zone near, at least `immediate`; beyond it a beacon is far."),
  ]

  /// The zones are in order: immediate ends no farther away than near.
  public var conflict: SettingFault? {
    .first(of: ("near", immediate <= near, "at least zones.immediate, \(immediate)", near))
  }

  /// The zone of a distance in metres; unknown for nil and for what is not a number.
  public func zone(at distance: Double?) -> Zone {
    guard let distance, !distance.isNaN else { return .unknown }
    if distance <= immediate { return .immediate }
    return distance <= near ? .near : .far
  }
}
