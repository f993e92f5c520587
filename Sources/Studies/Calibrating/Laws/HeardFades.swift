import NumericalMethods
import Radio
import World

/// The variance of the received readings of a channel, of which the weakest are missing; and, conversely, the channel whose
/// received readings have the variance that was found.
///
/// A deep fade contributes far more to the variance of a level than its share of readings, and is the first to fall below the
/// sensitivity: with K = 2, a floor 20 dB down removes 2.2 of 19.1 dB². The search is therefore for the K whose fades, censored
/// like the readings, have the variance that was found; noise and shadowing are treated in the same way. Where a reading is cut off
/// depends on its expected level and on the shadowing, which is assumed to be normal.
///
/// Source: ours. Estimating K by moments is Greenstein, Michelson and Erceg 1999, doi:10.1109/4234.769521; theirs are those of
/// the power, which a lognormal shadow spoils. These are those of its logarithm, in which the two variances add.
struct HeardFades {
  /// The number of readings that are censored, by half decibels above the law.
  private var cuts = [Double](repeating: 0, count: 2 * Self.deepest + 1)
  private var count = 0.0
  /// The mean of the residuals.
  private var mean = 0.0

  /// Decibels below the law beyond which nothing is missed.
  private static let deepest = 80

  /// - Parameters:
  ///   - residuals: of heard readings about a law; nil for one that is left out.
  ///   - limit: the level below which nothing was heard; nil where all was.
  ///   - outlier: the residual below which a reading was left out.
  init(_ residuals: [Double?], of readings: ChannelReadings, limit: Double?, outlier: Double) {
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
  ///
  /// - Parameter shadowing: the standard deviation of what neighbours share.
  func k(ofVariance variance: Double, shadowing: Double) -> Double? {
    func heard(_ k: Double) -> Double {
      spread(of: FadesAbove(RicianFading(k: k)), shadowing: shadowing).apart
    }
    guard count > 0, variance > heard(RicianFading.largest) else { return nil }
    guard variance < heard(0) else { return 0 }
    // K + 1 by its logarithm, on which scale fades determine small and large ones about equally well.
    let logarithm = Self.root(from: 0, to: Elementary.log(1 + RicianFading.largest)) {
      heard(Elementary.exp($0) - 1) > variance
    }
    return Elementary.exp(logarithm) - 1
  }

  /// The variance of normal noise whose received part has a given variance; at most four times that variance.
  func noise(ofVariance variance: Double, shadowing: Double) -> Double {
    guard count > 0, variance > 0.01 else { return max(variance, 0) }
    let factor = Self.root(from: 0, to: Elementary.log(4)) {
      spread(of: FadesAbove(noiseVariance: variance * Elementary.exp($0)), shadowing: shadowing).apart
        < variance
    }
    return variance * Elementary.exp(factor)
  }

  /// The standard deviation of shadows of which those of the heard readings share a variance, at most twice as much.
  func shadowing(ofVariance variance: Double, besides fades: FadesAbove) -> Double {
    let heard = max(variance, 0).squareRoot()
    guard count > 0, heard > 0.1 else { return heard }
    let factor = Self.root(from: 0, to: Elementary.log(2)) {
      spread(of: fades, shadowing: heard * Elementary.exp($0)).shared < variance
    }
    return heard * Elementary.exp(factor)
  }

  /// Where a condition that holds from the low end on ceases to, to six digits; the low end where it holds nowhere.
  private static func root(from low: Double, to high: Double, isBelow: (Double) -> Bool) -> Double {
    var (low, high) = (low, high)
    for _ in 0..<22 {
      let middle = 0.5 * (low + high)
      if isBelow(middle) { low = middle } else { high = middle }
    }
    // The side whose fades have all of the variance: rounding leaves no white noise beside them.
    return low
  }

  /// The variances of heard readings: what two at one place do not share, and what they do.
  private func spread(of fades: FadesAbove, shadowing: Double) -> (apart: Double, shared: Double) {
    guard count > 0 else { return (0, 0) }
    // How far the mean power lies above the law: at first as if nothing were missed, then so that what is heard has
    // the mean that was found.
    var above = -fades.above(-200).mean
    func average(_ value: ((mean: Double, apart: Double, all: Double)) -> Double) -> Double {
      cuts.indices.reduce(0) { sum, place in
        cuts[place] > 0
          ? sum + cuts[place]
            * value(heard(fades, cut: -Double(place) / 2, above: above, shadowing: shadowing)) : sum
      } / count
    }
    for _ in 0..<3 { above += mean - average(\.mean) }
    let apart = average(\.apart)
    return (apart, max(average(\.all) - apart, 0))
  }

  /// The mean of what is heard above a cut, its variance about the shadow of a place where two are heard, and its variance.
  private func heard(
    _ fades: FadesAbove, cut: Double, above: Double, shadowing: Double
  ) -> (mean: Double, apart: Double, all: Double) {
    var (share, mean, square, both, variance) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (place, weight) in Self.normal {
      let shadow = place * shadowing
      let part = fades.above(cut - above - shadow)
      let level = above + shadow + part.mean
      share += weight * part.share
      mean += weight * part.share * level
      square += weight * part.share * (level * level + part.variance)
      both += weight * part.share * part.share
      variance += weight * part.share * part.share * part.variance
    }
    guard share > 0, both > 0 else { return (cut, 0, 0) }
    mean /= share
    return (mean, variance / both, square / share - mean * mean)
  }

  /// Nodes and weights for means over the standard normal distribution: the trapezoid rule in steps of a half, which for
  /// smooth functions is exact to seven digits.
  private static let normal: [(place: Double, weight: Double)] = (-8...8).map { step in
    let place = Double(step) / 2
    return (place, Elementary.exp(-place * place / 2))
  }
}

/// What single readings share with their neighbours and what they do not, had everything that was sent been heard.
struct UncutSpread {
  /// The Rician K of what they do not share, less rounding and the receiver's noise; nil where fades are too small to tell.
  let fadingK: ChannelEstimate?
  /// The variance that heard neighbours do not share.
  private let nugget: ChannelEstimate
  private let shadowing: ChannelEstimate?
  private let sill: Double
  private let fades: HeardFades
  /// Rounding and the receiver's noise, in dB².
  private let other: Double

  /// Nil where the readings do not tell what neighbours share.
  ///
  /// What shadows do over short ways is not known. An exponential variogram has them rise from the first centimetre; where they
  /// are straight over a way s instead, differences over longer ways are `sill s / (3 range)` smaller, which the fit takes off the
  /// nugget (Cressie 1993, "Statistics for spatial data", section 2.3, on regularisation). They are taken to be straight over at
  /// most the way between two readings, or a tenth of the range where that is longer: half of what this makes is put back, and
  /// the interval takes the rest as equally likely on both sides. The tenth is ours.
  ///
  /// - Parameter step: metres between neighbouring readings.
  init?(_ correlation: ResidualCorrelation, fades: HeardFades, other: Double, step: Double) {
    guard let raw = correlation.nugget, let variogram = correlation.variogram else { return nil }
    let straight = min(max(step / variogram.range, 0.1), 1)
    let unknown = variogram.sill * straight / 6
    let nugget = ChannelEstimate(raw.value + unknown, changes: correlation.nuggetChanges)
      .widened(adding: unknown / 3.0.squareRoot()).atLeast(0)
    (self.nugget, self.fades, self.other) = (nugget, fades, other)
    (shadowing, sill) = (correlation.shadowing, variogram.sill)
    var deviation = variogram.sill.squareRoot()
    var k = fades.k(ofVariance: nugget.value - other, shadowing: deviation)
    if let first = k, shadowing != nil {
      deviation = fades.shadowing(ofVariance: sill, besides: FadesAbove(RicianFading(k: first)))
      k = fades.k(ofVariance: nugget.value - other, shadowing: deviation)
    }
    guard let k else {
      fadingK = nil
      return
    }
    guard let lower = nugget.lower, let upper = nugget.upper, upper > lower else {
      fadingK = ChannelEstimate(value: k)
      return
    }
    func bound(_ nugget: Double) -> Double {
      fades.k(ofVariance: nugget - other, shadowing: deviation) ?? RicianFading.largest
    }
    let bounds = (bound(upper), bound(lower))
    fadingK = ChannelEstimate(
      value: k, standardError: (bounds.1 - bounds.0) / 4, lower: bounds.0, upper: bounds.1)
  }

  /// Nugget and shadowing of all that was sent, where what neighbours do not share is fading or else normal noise.
  func uncut(isFading: Bool) -> (nugget: ChannelEstimate, shadowing: ChannelEstimate?) {
    if isFading, let k = fadingK {
      let fading = RicianFading(k: k.value)
      let deviation = fades.shadowing(ofVariance: sill, besides: FadesAbove(fading))
      return (nuggetOfFades(k), shadowing.map { Self.halfway($0, to: deviation) })
    }
    var deviation = sill.squareRoot()
    var noise = fades.noise(ofVariance: nugget.value, shadowing: deviation)
    if noise > 0, shadowing != nil {
      deviation = fades.shadowing(ofVariance: sill, besides: FadesAbove(noiseVariance: noise))
      noise = fades.noise(ofVariance: nugget.value, shadowing: deviation)
    }
    return (nugget.scaled(to: noise), shadowing.map { Self.halfway($0, to: deviation) })
  }

  /// Half of what the sensitivity takes from shadows that are normal, put back: in simulated laps, in which few shadows are
  /// independent, all of it is too much. The interval takes the rest as equally likely on both sides.
  private static func halfway(_ shadowing: ChannelEstimate, to deviation: Double) -> ChannelEstimate {
    let half = (deviation - shadowing.value) / 2
    let scaled = shadowing.scaled(to: shadowing.value + half)
    return scaled.mapped(Elementary.log).widened(adding: half / scaled.value / 3.0.squareRoot())
      .mapped(Elementary.exp)
  }

  private func nuggetOfFades(_ k: ChannelEstimate) -> ChannelEstimate {
    func variance(_ k: Double) -> Double { RicianFading(k: k).variance + other }
    // What fades cannot explain is noise beside Rayleigh's.
    guard k.value > 0 else { return nugget.scaled(to: max(nugget.value, variance(0))) }
    guard let lower = k.lower, let upper = k.upper else { return ChannelEstimate(value: variance(k.value)) }
    let bounds = (variance(upper), variance(lower))
    let share = nugget.standardError.map { error in
      (bounds.1 - bounds.0) * error / max((nugget.upper ?? 0) - (nugget.lower ?? 0), 1e-9)
    }
    return ChannelEstimate(
      value: variance(k.value), standardError: share, lower: bounds.0, upper: bounds.1)
  }
}
