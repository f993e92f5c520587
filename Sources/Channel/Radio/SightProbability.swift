import NumericalMethods

/// The chance that nothing stands between the two ends of a link, by their distance h on the plan.
///
/// 1 up to a; `exp(-(h - a) / s)` up to b; `q exp(-(h - b) / t)` beyond.
///
/// Source: 3GPP TR 38.901 V16.1.0, table 7.4.2-1.
public struct SightProbability: Hashable, Sendable {
  /// a, in metres: up to here the line is always free.
  public let certainUpTo: Double
  /// b, in metres: beyond it the second exponential holds.
  public let nearUpTo: Double
  /// s, in metres.
  public let nearScale: Double
  /// t, in metres.
  public let farScale: Double
  /// q.
  public let farShare: Double

  /// An office with rooms and open parts.
  public static let mixedOffice = SightProbability(
    certainUpTo: 1.2, nearUpTo: 6.5, nearScale: 4.7, farScale: 32.6, farShare: 0.32)

  /// An open-plan office.
  public static let openOffice = SightProbability(
    certainUpTo: 5, nearUpTo: 49, nearScale: 70.8, farScale: 211.7, farShare: 0.54)

  /// The chance at a distance on the plan, in metres.
  public func value(at horizontal: Double) -> Double {
    if horizontal <= certainUpTo { return 1 }
    if horizontal < nearUpTo { return Elementary.exp((certainUpTo - horizontal) / nearScale) }
    return farShare * Elementary.exp((nearUpTo - horizontal) / farScale)
  }
}
