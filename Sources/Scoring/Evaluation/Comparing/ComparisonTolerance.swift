/// By how much a mean error may grow before the growth matters: a share of the baseline's mean, but at least a fixed
/// number of metres, since a share of a small error is negligible.
public struct ComparisonTolerance: Hashable, Sendable {
  /// 5 % of the baseline's mean error.
  public static let defaultRelative = 0.05
  /// Metres.
  public static let defaultAbsolute = 0.05

  /// Two percentage points of moments without an answer.
  public static let defaultMissed = 0.02
  /// Two percentage points of fixes in the right room.
  public static let defaultRooms = 0.02

  /// A share of the baseline's mean error.
  public let relative: Double
  /// Metres.
  public let absolute: Double
  /// By how much the share of moments without an answer may grow.
  public let missed: Double
  /// By how much the share of fixes in the right room may fall.
  public let rooms: Double

  /// - Precondition: all finite, 0 or more.
  public init(
    relative: Double = defaultRelative, absolute: Double = defaultAbsolute, missed: Double = defaultMissed,
    rooms: Double = defaultRooms
  ) {
    for (name, value) in [
      ("relative", relative), ("absolute", absolute), ("missed", missed), ("rooms", rooms),
    ] {
      precondition(value >= 0 && value.isFinite, "\(name) must be 0 or more, was \(value)")
    }
    self.relative = relative
    self.absolute = absolute
    self.missed = missed
    self.rooms = rooms
  }

  /// The tolerance of a figure: percentage points of shares, and of other figures a share of the baseline's value; of metres and
  /// seconds not less than the absolute one, of numbers without a unit not less than that of shares that should be large.
  ///
  /// - Parameters:
  ///   - unit: as tables or files have it; empty for a score without one.
  ///   - value: the baseline's.
  public func allowed(_ unit: String?, _ better: Better, from value: Double) -> Double {
    switch unit {
    case "share", "%": better == .smaller ? missed : rooms
    case "m", "s": metres(forBaselineMean: value.magnitude)
    case "": max(relative * value.magnitude, rooms)
    default: relative * value.magnitude
    }
  }

  /// The tolerance in metres for a baseline of this mean error in metres.
  public func metres(forBaselineMean mean: Double) -> Double { max(relative * mean, absolute) }
}
