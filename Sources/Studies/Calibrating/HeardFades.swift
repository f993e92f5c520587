import NumericalMethods
import Radio
import World

/// The Rician K of what neighbouring readings do not share, from readings of which the deepest fades are missing.
///
/// A deep fade adds far more to the variance of a level than its share, and is the first to fall below the sensitivity: of
/// K = 2 a floor 20 dB down takes 2.2 of 19.1 dB². So the K is looked for whose fades, cut off where those of the readings
/// were, have the variance that was found. Where a reading is cut off hangs on its expected level, and on the shadow, which is
/// taken to be normal.
///
/// Source: ours. Estimating K by moments is Greenstein, Michelson and Erceg 1999, doi:10.1109/4234.769521; theirs are those of
/// the power, which a lognormal shadow spoils. These are those of its logarithm, in which the two variances add.
struct HeardFades {
  /// How many readings are cut off about so many half decibels above the law.
  private var cuts = [Double](repeating: 0, count: 2 * Self.deepest + 1)
  private var count = 0.0
  /// The mean of what the law leaves of the readings.
  private var mean = 0.0
  /// The standard deviation of what they share.
  private let shadowing: Double

  /// Decibels below the law beyond which nothing is missed.
  private static let deepest = 80

  /// - Parameters:
  ///   - residuals: of heard readings about a law; nil for one that is left out.
  ///   - shadowing: the standard deviation of what neighbours share.
  ///   - limit: the level below which nothing was heard; nil where all was.
  ///   - outlier: the residual below which a reading was left out.
  init(
    _ residuals: [Double?], of readings: ChannelReadings, shadowing: Double, limit: Double?, outlier: Double
  ) {
    self.shadowing = shadowing
    for (residual, reading) in zip(residuals, readings.heard) {
      guard let residual else { continue }
      let expected = reading.level.value - residual
      let cut = max(limit.map { $0 - expected } ?? outlier, outlier)
      cuts[Int(min(max((-cut * 2).rounded(), 0), Double(2 * Self.deepest)))] += 1
      count += 1
      mean += residual
    }
    mean /= max(count, 1)
  }

  /// The K whose heard fades have a variance: 0 when it is at least that of Rayleigh fades, nil when it is below that
  /// of ``RicianFading/largest``.
  func k(ofVariance variance: Double) -> Double? {
    guard count > 0, variance > self.variance(k: RicianFading.largest) else { return nil }
    guard variance < self.variance(k: 0) else { return 0 }
    // K + 1 by its logarithm, since fades tell small ones and large ones apart about alike so.
    var (low, high) = (0.0, Elementary.log(1 + RicianFading.largest))
    for _ in 0..<40 {
      let middle = 0.5 * (low + high)
      if self.variance(k: Elementary.exp(middle) - 1) > variance { low = middle } else { high = middle }
    }
    // The side whose fades have all of the variance: rounding leaves no white noise beside them.
    return Elementary.exp(low) - 1
  }

  /// The variance of the fades that are heard, where both of a pair at one place are.
  func variance(k: Double) -> Double {
    guard count > 0 else { return 0 }
    let fading = RicianFading(k: k)
    let fades = FadesAbove(fading)
    // How far the mean power lies above the law: at first as if nothing were missed, then so that what is heard has
    // the mean that was found.
    var above = -fading.mean.value
    for _ in 0..<3 { above += mean - average { heard(fades, cut: $0, above: above).mean } }
    return average { heard(fades, cut: $0, above: above).variance }
  }

  /// Over the readings.
  private func average(_ value: (Double) -> Double) -> Double {
    cuts.indices.reduce(0) { sum, place in
      cuts[place] > 0 ? sum + cuts[place] * value(-Double(place) / 2) : sum
    } / count
  }

  private func heard(_ fades: FadesAbove, cut: Double, above: Double) -> (mean: Double, variance: Double) {
    var (share, mean, both, variance) = (0.0, 0.0, 0.0, 0.0)
    for (place, weight) in Self.normal {
      let shadow = place * shadowing
      let part = fades.above(cut - above - shadow)
      share += weight * part.share
      mean += weight * part.share * (above + shadow + part.mean)
      both += weight * part.share * part.share
      variance += weight * part.share * part.share * part.variance
    }
    return share > 0 && both > 0 ? (mean / share, variance / both) : (cut, 0)
  }

  /// Nodes and weights for means over the standard normal distribution: the trapezoid rule in steps of a half, which for
  /// smooth functions is exact to seven digits.
  private static let normal: [(place: Double, weight: Double)] = (-8...8).map { step in
    let place = Double(step) / 2
    return (place, Elementary.exp(-place * place / 2))
  }
}
