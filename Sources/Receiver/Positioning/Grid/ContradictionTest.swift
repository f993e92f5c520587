import NumericalMethods

/// Whether the readings of the last seconds contradict what a tracker believes: two tests, one of the levels that were heard, and one of the
/// anchors that were heard at all.
///
/// Each level has a squared residual about what the most probable cell expects, over its variance: a chi-square with one degree of freedom
/// under the model. Each anchor that ought to be heard with a probability p has `(heard - p)² / (p (1 - p))`, with the mean 1 and the
/// variance `(1 - 2p)² / (p (1 - p))`. Where windows follow each other, shadowing makes both alike.
///
/// Sources: the test of squared residuals is that of Bar-Shalom, Li and Kirubarajan 2001, "Estimation with applications to tracking and navigation",
/// section 5.4.2; that of what is heard is Pearson's. Counting single lapses of an anchor at the rate expected beforehand is ours: a rate that is
/// learned on the way would explain any silence.
struct ContradictionTest: Sendable {
  /// The probability below which an anchor is not expected to be heard.
  private static let leastHeard = 0.1

  private(set) var levels = DiscrepancySum()
  private(set) var silences = DiscrepancySum()

  /// What a window says of one anchor.
  struct Observation {
    /// The level less the expected one in decibels, and its variance in dB²; nil where it was not heard.
    var residual: (value: Double, variance: Double)?
    /// The probability of hearing it, below 1.
    var heard: Double
  }

  /// - Parameters:
  ///   - observations: of anchors that stay in their places.
  ///   - correlation: of shadowing in this window and the one before.
  ///   - time: of the window, in seconds.
  mutating func hear(_ observations: [Observation], correlation: Double, at time: Double) {
    levels.decay(to: time, correlation: correlation * correlation)
    silences.decay(to: time, correlation: correlation)
    for one in observations {
      if let residual = one.residual {
        levels.add(residual.value * residual.value / residual.variance, variance: 2)
      }
      guard one.heard > Self.leastHeard else { continue }
      let missing = (one.residual == nil ? 0 : 1) - one.heard
      let variance = one.heard * (1 - one.heard)
      silences.add(
        missing * missing / variance, variance: (1 - 2 * one.heard) * (1 - 2 * one.heard) / variance)
    }
  }

  /// Whether either is improbable under the model: at most 1 time in 5,000.
  var isFailed: Bool { levels.isImprobable || silences.isImprobable }
}

/// A sum of discrepancies with the mean 1 each under a model, in which those of the last seconds count most.
///
/// The sum is compared with a gamma distribution of the same mean and variance.
///
/// Sources: Satterthwaite 1946, doi:10.2307/3002019, for the distribution, and Wilson and Hilferty 1931, doi:10.1073/pnas.17.12.684, for its
/// quantile.
struct DiscrepancySum: Sendable {
  /// Seconds over which the weight of a window falls to 1/e.
  private static let memory = 10.0
  /// The quantile of the normal distribution that is exceeded with a probability of 1 in 10,000.
  private static let quantile = 3.719016485455709

  /// The sum, its mean and its variance under the model.
  private var (sum, mean, variance) = (0.0, 0.0, 0.0)
  /// The covariance of the sum with what the next window adds.
  private var covariance = 0.0
  /// The variance that the latest window added on its own.
  private var latest = 0.0
  private var time: Double?

  /// Moves on to another window.
  ///
  /// - Parameter correlation: of a discrepancy in this window and the same one in the window before.
  mutating func decay(to time: Double, correlation: Double) {
    let weight = self.time.map { Elementary.exp(-max(time - $0, 0) / Self.memory) } ?? 0
    covariance = weight * correlation * (covariance + latest)
    (sum, mean, variance) = (weight * sum, weight * mean, weight * weight * variance + 2 * covariance)
    (latest, self.time) = (0, time)
  }

  /// - Parameter own: the variance of the discrepancy.
  mutating func add(_ discrepancy: Double, variance own: Double) {
    sum += discrepancy
    mean += 1
    variance += own
    latest += own
  }

  /// The sum over its mean under the model; 1 of nothing.
  var ratio: Double { mean > 0 ? sum / mean : 1 }

  /// Whether a sum under the model is as large less than 1 time in 10,000.
  var isImprobable: Bool {
    guard mean > 0 else { return false }
    // Two ninths over the degrees of freedom of a chi-square with that ratio of variance to mean.
    let spread = variance / (9 * mean * mean)
    let root = 1 - spread + Self.quantile * spread.squareRoot()
    return ratio > root * root * root
  }
}
