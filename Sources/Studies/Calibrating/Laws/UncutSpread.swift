import NumericalMethods
import Radio

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
