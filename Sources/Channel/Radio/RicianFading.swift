public import NumericalMethods
public import World

/// The level of one steady wave and many weak ones, about that of their mean power.
///
/// Given a Poisson number j with mean K, the power over that of the weak waves is a gamma variable of shape 1 + j
/// (Johnson, Kotz and Balakrishnan 1995, "Continuous univariate distributions", volume 2, section 29.3), whose
/// logarithm has the mean ψ(1 + j) and the variance ψ′(1 + j).
public struct RicianFading: Hashable, Sendable {
  /// The power of the steady wave over that of all others, linear: 0 is Rayleigh.
  public let k: Double

  /// From which K on fading counts as none: its standard deviation is then 0.2 dB.
  public static let largest = 1000.0

  /// - Precondition: `k` is from 0 to ``largest``.
  public init(k: Double) {
    precondition(0...Self.largest ~= k, "k must be between 0 and 1000, was \(k)")
    self.k = k
  }

  /// The mean level over the level of the mean power; below 0.
  public var mean: Decibels {
    Decibels((moments.first - Elementary.log(1 + k)) * Self.decibels)
  }

  /// The variance of the level in dB².
  public var variance: Double {
    let (first, second) = moments
    return (second - first * first) * Self.decibels * Self.decibels
  }

  static let decibels = 4.342944819032518

  /// The first two moments of the natural logarithm of the power over that of the weak waves.
  private var moments: (first: Double, second: Double) {
    let reach = 12 * k.squareRoot() + 30
    let first = Int(max(k - reach, 0))
    let middle = Int(k)
    var (digamma, trigamma) = (-0.5772156649015329, 1.6449340668482264)
    // Weights relative to that of the most likely j, so that none underflows.
    var weights = [Double](repeating: 1, count: Int(k + reach) + 1 - first)
    for j in stride(from: middle, to: first, by: -1) {
      weights[j - 1 - first] = weights[j - first] * Double(j) / max(k, 1e-300)
    }
    for j in (middle + 1)..<(first + weights.count) {
      weights[j - first] = weights[j - 1 - first] * k / Double(j)
    }
    var (sum, mean, square) = (0.0, 0.0, 0.0)
    for j in 0..<(first + weights.count) {
      if j >= first {
        let weight = weights[j - first]
        sum += weight
        mean += weight * digamma
        square += weight * (digamma * digamma + trigamma)
      }
      let next = Double(j + 1)
      digamma += 1 / next
      trigamma -= 1 / (next * next)
    }
    return (mean / sum, square / sum)
  }
}

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
