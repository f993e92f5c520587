import NumericalMethods

extension RicianFading {
  /// The density of the natural logarithm of the power over its mean, without the factor 1 + K, and `I₁(x) / I₀(x)`.
  ///
  /// With `x = 2 √(K (1 + K) p)` it is `p exp(-(√((1 + K) p) - √K)²) I₀(x) e⁻ˣ`.
  ///
  /// Source: Rice 1945, "Mathematical analysis of random noise", equation 3.10-11, for the envelope.
  ///
  /// - Parameter power: over its mean, linear, above 0.
  func density(ofPower power: Double) -> (value: Double, ratio: Double) {
    let (envelope, steady) = (((1 + k) * power).squareRoot(), k.squareRoot())
    let bessel = Bessel.scaled(2 * steady * envelope)
    let apart = envelope - steady
    return (power * Elementary.exp(-apart * apart) * bessel.zeroth, bessel.first / bessel.zeroth)
  }
}
