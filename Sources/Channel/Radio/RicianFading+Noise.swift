public import NumericalMethods

extension RicianFading {
  /// What the fade of one packet leaves of the level that it is added to, in dB: nil where it counts as none.
  ///
  /// With the power r over its mean, z = ln r and x = 2 √(K (1 + K) r), the density of z has the score
  /// `s = 1 - (1 + K) r + (x / 2) ρ` with `ρ = I₁(x) / I₀(x)`, whose change with z is `(x² / 4) (1 - ρ²) - (1 + K) r`. Its
  /// moments are summed over equal steps of z, which for a smooth density that falls to nothing at both ends leaves an error
  /// below 1e-12 (Trefethen, Weideman 2014, doi:10.1137/130932132). For K = 0 the power is exponential, s = 1 - r, and the
  /// three are 1, 5/2 and -1 in natural units.
  ///
  /// Source: the law is Rice's, as in Simon, Alouini 2005, "Digital communication over fading channels", equation 2.16; its
  /// information of location is ours.
  public var noise: LocationNoise? {
    guard k < Self.largest else { return nil }
    let reach = 43.0
    let low = k < 46 ? -45 : 2 * Elementary.log(1 - (reach / k).squareRoot())
    let high = 2 * Elementary.log(1 + (reach / (1 + k)).squareRoot())
    let step = min(0.1, (2 / max(k, 1e-9)).squareRoot() / 8)
    var (all, first, second, third) = (0.0, 0.0, 0.0, 0.0)
    for index in 0...Int((high - low) / step) {
      let power = Elementary.exp(low + Double(index) * step)
      let half = (k * (1 + k) * power).squareRoot()
      let (density, ratio) = density(ofPower: power)
      let score = 1 - (1 + k) * power + half * ratio
      let change = half * half * (1 - ratio * ratio) - (1 + k) * power
      let other = score * score + change
      all += density
      first += density * score * score
      second += density * other * other
      third += density * score * other
    }
    let information = first / all
    return LocationNoise(
      variance: Self.decibels * Self.decibels / information,
      second: second / all / (2 * information * information),
      third: third / all / (information * information.squareRoot()))
  }
}
