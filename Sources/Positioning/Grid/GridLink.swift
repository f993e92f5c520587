import NumericalMethods

/// What one window says of one anchor.
struct GridLink: Sendable {
  let anchor: Int
  /// Of a reading: in decibels above the level at one metre. Of a silence: the sensitivity of the receiver above that level.
  let level: Double
  /// About the local mean, in dB².
  let variance: Double
  /// The reading in the window before; nil where there was none.
  let before: Before?
  /// Nil for a reading.
  let silence: Silence?

  /// A reading of the window before.
  struct Before: Sendable {
    /// In decibels above the level at one metre.
    let level: Double
    /// About the local mean, in dB².
    let variance: Double
    /// The correlation of its shadowing with that of now.
    let correlation: Double
  }

  /// The log-likelihood as a function of the mean level: its value, its derivative, and its second derivative with the sign changed.
  struct Evidence {
    var logarithm: Double
    var slope: Double
    var curvature: Double
  }

  /// - Parameters:
  ///   - residual: the level less the expected one, in decibels.
  ///   - variance: of that, in dB².
  /// - Returns: the evidence up to a constant; nil where there is none.
  @inline(__always)
  func evidence(residual: Double, variance: Double) -> Evidence? {
    if let silence { return silence.evidence(margin: residual, variance: variance) }
    let slope = residual / variance
    return Evidence(
      logarithm: -0.5 * (Elementary.log(variance) + slope * residual), slope: slope, curvature: 1 / variance)
  }

  /// An anchor that was not heard in a window in which others were.
  struct Silence: Sendable {
    /// The probability of silence whatever the level.
    let lapse: Double
    /// The fraction of the information that counts, since silences in a row have one cause.
    let weight: Double

    /// The logistic function with this slope is within 0.01 of the normal distribution function.
    static let steepness = 1.702

    /// - Parameter margin: the sensitivity less the expected level, in decibels.
    @inline(__always)
    fileprivate func evidence(margin: Double, variance: Double) -> Evidence? {
      let steep = Self.steepness / variance.squareRoot()
      let z = margin * steep
      // An anchor so much too weak is silent with a probability of 0.998.
      guard z < 6 else { return nil }
      let heard = 1 / (1 + Elementary.exp(max(z, -60)))
      let silent = 1 - (1 - lapse) * heard
      let first = (1 - lapse) * steep * heard * (1 - heard) / silent
      let second = first * steep * (2 * heard - 1)
      return Evidence(
        logarithm: weight * Elementary.log(silent), slope: -weight * first,
        curvature: weight * min(max(first * first - second, 0), 0.9 / variance))
    }
  }
}
