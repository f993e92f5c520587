/// What the fixes of one row of a fingerprint scenario come to.
public enum FingerprintStatistic: String, Hashable, Sendable, CaseIterable {
  /// The share of fixes at the very point, of all visits to surveyed points.
  case hitRate
  /// The mean error over visits to surveyed points, in metres.
  case mean
  /// The largest of these errors.
  case largest
  /// The mean error with the visits to unlisted places.
  case meanWithUnlisted

  /// By how much a figure may differ from a published one that was rounded: half of its last digit.
  var rounding: Double { self == .largest ? 0.05 : 0.005 }
}
