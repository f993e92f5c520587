import NumericalMethods
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
