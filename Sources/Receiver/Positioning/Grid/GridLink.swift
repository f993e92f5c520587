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
    /// The value is the logarithm of this, with the weight of its kind, and a rest: logarithms are taken of products.
    var factor: Double
    var rest: Double
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
    let inverse = 1 / variance
    let slope = residual * inverse
    return Evidence(factor: variance, rest: -0.5 * slope * residual, slope: slope, curvature: inverse)
  }

  /// An anchor that was not heard in a window in which others were.
  struct Silence: Sendable {
    /// The probability of silence whatever the level.
    let lapse: Double
    /// The fraction of the information that counts, since silences in a row have one cause.
    let weight: Double
    /// Whether it was silent in the window before too.
    let isLater: Bool

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
        factor: silent, rest: 0, slope: -weight * first,
        curvature: weight * min(max(first * first - second, 0), 0.9 / variance))
    }
  }
}

/// The logarithms of the likelihoods of a window's links in one cell, taken of their products: a logarithm of each would take as long as
/// all the rest.
struct GridLikelihood {
  private var rest = 0.0
  private var variances = FactorLogarithm()
  private var silences = FactorLogarithm()
  private var laterSilences = FactorLogarithm()
  private var weight = 0.0
  private var laterWeight = 0.0

  @inline(__always)
  mutating func add(_ evidence: GridLink.Evidence, of link: GridLink) {
    rest += evidence.rest
    guard let silence = link.silence else { return variances.multiply(by: evidence.factor) }
    if silence.isLater {
      laterSilences.multiply(by: evidence.factor)
      laterWeight = silence.weight
    } else {
      silences.multiply(by: evidence.factor)
      weight = silence.weight
    }
  }

  var logarithm: Double {
    rest - 0.5 * variances.value + weight * silences.value + laterWeight * laterSilences.value
  }
}

/// The logarithm of a product of positive factors, however many.
private struct FactorLogarithm {
  private var sum = 0.0
  private var product = 1.0

  @inline(__always)
  mutating func multiply(by factor: Double) {
    product *= factor
    guard product < 1e-150 || product > 1e150 else { return }
    sum += Elementary.log(product)
    product = 1
  }

  var value: Double { product == 1 ? sum : sum + Elementary.log(product) }
}
