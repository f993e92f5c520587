import NumericalMethods
public import World

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

  /// Levels about their mean with their weights, each for as much of the law as lies within half a step.
  ///
  /// - Parameter step: in dB.
  public func levels(step: Double) -> [(level: Decibels, weight: Double)] {
    let mean = self.mean.value
    let grid = stride(from: -60.0, through: 16, by: step).map { level in
      (Decibels(level - mean), density(ofPower: Elementary.exp10(level / 10)).value)
    }
    let largest = grid.reduce(0) { max($0, $1.1) }
    return grid.filter { $0.1 > 1e-12 * largest }
  }
}
