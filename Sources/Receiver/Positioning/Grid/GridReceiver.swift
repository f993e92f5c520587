import NumericalMethods

/// What the readings of a lap show about the receiver: its sensitivity, and how often an anchor that is strong enough is not heard.
///
/// The sensitivity has a probability for each of a few levels. A reading shows that it is lower; a silence is the more probable the
/// higher it is.
struct GridReceiver: Sendable {
  /// The variance of the level at which a window falls silent, in dB²: fading, and the varying number of advertisements.
  static let softness = 25.0
  /// The same of a reading, which is a mean of what was heard.
  private static let hardness = 9.0
  /// In dBm.
  private static let levels = stride(from: -120.0, through: -40, by: 4).map { $0 }
  /// The mean and the standard deviation before anything is heard, in dBm and dB: sensitivities of receivers of Bluetooth, and what
  /// drivers, bodies and bags take from them.
  private static let prior = (mean: -95.0, deviation: 15.0)
  /// The fraction of the information that counts, since windows in a row share their shadowing.
  private static let weight = 0.3
  /// The lapses before anything is heard: this many windows, and the fraction of them in which nothing was heard.
  private static let lapses = (windows: 10.0, fraction: 0.05)
  /// The weight in windows of all anchors' lapses among those of one.
  private static let shared = 4.0

  /// Windows in which an anchor was strong enough, and the part of them in which it was not heard.
  private struct Lapses: Sendable {
    var expected: Double
    var missed: Double

    mutating func count(_ share: Double) { (expected, missed) = (expected + 1, missed + share) }
  }

  /// The logarithm of the probability of each level, up to a common constant.
  private var logarithms: [Double]
  /// The mean of the sensitivity in dBm, and its variance in dB².
  private(set) var sensitivity = (mean: prior.mean, variance: prior.deviation * prior.deviation)
  private var lapses: [Lapses]
  private var all = Lapses(expected: lapses.windows, missed: lapses.fraction * lapses.windows)

  init(anchors: Int) {
    logarithms = Self.levels.map { level in
      let z = (level - Self.prior.mean) / Self.prior.deviation
      return -z * z / 2
    }
    lapses = [Lapses](repeating: Lapses(expected: 0, missed: 0), count: anchors)
  }

  /// The probability that an anchor is not heard however strong it is.
  func lapse(ofAnchor anchor: Int) -> Double {
    (lapses[anchor].missed + Self.shared * all.missed / all.expected)
      / (lapses[anchor].expected + Self.shared)
  }

  /// The probability of hearing an anchor with the mean and the variance of its level in dBm and dB², if lapses are as frequent as is expected
  /// before anything is heard.
  func hearing(of level: (mean: Double, variance: Double)) -> Double {
    (1 - Self.lapses.fraction) * strong(level)
  }

  /// Learns from a window in which anything was heard.
  ///
  /// - Parameters:
  ///   - readings: by anchor, in dBm; nil where it was not heard.
  ///   - levels: by anchor, the mean and the variance of the expected level, in dBm and dB².
  mutating func hear(_ readings: [Double?], expected levels: [(mean: Double, variance: Double)]) {
    var likelihoods = Self.levels.map { _ in 1.0 }
    for (anchor, level) in levels.enumerated() {
      let lapse = lapse(ofAnchor: anchor)
      count(anchor, isHeard: readings[anchor] != nil, level, lapse)
      for (index, sensitivity) in Self.levels.enumerated() {
        let likelihood =
          if let reading = readings[anchor] {
            Self.heard(margin: reading - sensitivity, variance: Self.hardness)
          } else {
            1 - (1 - lapse)
              * Self.heard(margin: level.mean - sensitivity, variance: level.variance + Self.softness)
          }
        likelihoods[index] *= likelihood
      }
      // None is below 1e-26, so that a product of eight does not vanish.
      if anchor % 8 == 7 || anchor == levels.count - 1 {
        for index in likelihoods.indices {
          logarithms[index] += Self.weight * Elementary.log(likelihoods[index])
          likelihoods[index] = 1
        }
      }
    }
    summarise()
  }

  private mutating func count(
    _ anchor: Int, isHeard: Bool, _ level: (mean: Double, variance: Double), _ lapse: Double
  ) {
    let strong = strong(level)
    guard strong > 0.5 else { return }
    let share = isHeard ? 0 : lapse / (1 - (1 - lapse) * strong)
    lapses[anchor].count(share)
    all.count(share)
  }

  /// The probability that a level is above the sensitivity.
  private func strong(_ level: (mean: Double, variance: Double)) -> Double {
    Self.heard(
      margin: level.mean - sensitivity.mean,
      variance: level.variance + sensitivity.variance + Self.softness)
  }

  private static func heard(margin: Double, variance: Double) -> Double {
    1 / (1 + Elementary.exp(min(max(-GridLink.Silence.steepness * margin / variance.squareRoot(), -60), 60)))
  }

  private mutating func summarise() {
    let most = logarithms.max() ?? 0
    let weights = logarithms.map { Elementary.exp($0 - most) }
    let total = weights.reduce(0, +)
    let mean = zip(weights, Self.levels).reduce(0) { $0 + $1.0 * $1.1 } / total
    let variance = zip(weights, Self.levels).reduce(0) { $0 + $1.0 * ($1.1 - mean) * ($1.1 - mean) } / total
    sensitivity = (mean, variance)
  }
}

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
