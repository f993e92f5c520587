/// The statistics of the fixes of one row of a fingerprint scenario.
package enum FingerprintStatistic: String, Hashable, Sendable, CaseIterable {
  /// The share of visits to surveyed points whose fix is exactly at the point.
  case hitRate
  /// The mean error over visits to surveyed points, in metres.
  case mean
  /// The largest of these errors.
  case largest
  /// The mean error over all visits, those to unlisted places included, in metres.
  case meanWithUnlisted
  /// By how much the hit rate is above that of another row in the same lap.
  case hitRateGain
  /// By how many metres the mean error is below that of another row in the same lap.
  case meanGain

  /// By how much a figure may differ from a published one because of rounding: half a unit of the last digit.
  var rounding: Double {
    switch self {
    case .hitRate, .mean, .meanWithUnlisted: 0.005
    case .hitRateGain, .meanGain: 0.01
    case .largest: 0.05
    }
  }
}
