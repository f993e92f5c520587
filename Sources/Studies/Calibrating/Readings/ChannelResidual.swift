import NumericalMethods
package import World

/// The residuals of one heard reading.
package struct ChannelResidual: Hashable, Sendable {
  /// The level that the law with one C expects, in dBm.
  package let expected: DBm
  /// The level less the expected level.
  package let residual: Decibels
  /// The same about the law with a C for each beacon; the plain one with one beacon.
  package let byBeacon: Decibels
  /// Whether it lies more than four scales above the law, or eight below it, where the deep fades are: it is then
  /// left out of correlation, channels and fading.
  package let isOutlier: Bool

  /// In scales of the law: what lies outside is an outlier.
  static let kept = -8.0...4.0

  var kept: Double? { isOutlier ? nil : byBeacon.value }

  static func all(
    of readings: ChannelReadings, common: LevelRegression.Solution, byBeacon: LevelRegression.Solution
  ) -> [ChannelResidual] {
    readings.heard.map { reading in
      let x = -10 * Elementary.log10(reading.distance)
      let beacon = readings.links[reading.link].beacon
      func mean(_ law: LevelRegression.Solution) -> Double {
        (law.level(of: beacon) ?? common.level(of: 0) ?? 0) + law.slope * x
      }
      let left = reading.level.value - mean(byBeacon)
      return ChannelResidual(
        expected: DBm(mean(common)), residual: Decibels(reading.level.value - mean(common)),
        byBeacon: Decibels(left), isOutlier: !(Self.kept ~= left / byBeacon.scale))
    }
  }

  /// Residuals without outliers and, where at least 200 are, only of readings so far above the limit that what was missed
  /// cannot bend them much.
  static func clear(
    _ residuals: [ChannelResidual], limit: Double, sigma: Double
  ) -> [Double?] {
    let isClear = residuals.map { $0.expected.value > limit + 2 * sigma }
    let enough = isClear.count { $0 } >= 200
    return zip(residuals, isClear).map { $1 || !enough ? $0.kept : nil }
  }
}
