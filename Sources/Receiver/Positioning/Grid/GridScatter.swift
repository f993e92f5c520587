import NumericalMethods

/// What the readings of a lap show about shadowing: by which factor its variance differs from the assumed one.
struct GridScatter: Sendable {
  static let factors = (-10...4).map { Elementary.exp(0.35 * Double($0)) }
  /// The mean and the standard deviation of the logarithm before anything is heard.
  private static let prior = (mean: 0.0, deviation: 1.0)
  /// The fraction of the information that counts, since the place is chosen by the same readings.
  private static let weight = 0.5

  /// The logarithm of the probability of each factor, up to a common constant.
  private var logarithms = factors.map { factor in
    let z = (Elementary.log(factor) - prior.mean) / prior.deviation
    return -z * z / 2
  }
  /// The mean of the factor.
  private(set) var factor = 1.0

  init() { summarise() }

  /// - Parameter evidence: the log-likelihood of a window by the factor.
  mutating func hear(_ evidence: (Double) -> Double) {
    for (index, factor) in Self.factors.enumerated() { logarithms[index] += Self.weight * evidence(factor) }
    summarise()
  }

  private mutating func summarise() {
    let most = logarithms.max() ?? 0
    let weights = logarithms.map { Elementary.exp($0 - most) }
    factor = zip(weights, Self.factors).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
  }
}
