import CLanes
import NumericalMethods

/// What one window says of one anchor.
struct GridLink: Sendable {
  typealias Lanes = GridRadio.Lanes

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

  /// An anchor that was not heard in a window in which others were.
  struct Silence: Sendable {
    /// The probability of silence whatever the level.
    let lapse: Double
    /// The fraction of the information that counts, since silences in a row have one cause.
    let weight: Double
    /// The logistic function with this slope is within 0.01 of the normal distribution function.
    static let steepness = 1.702

    /// The log-likelihood as a function of the mean level: its value up to a constant, its derivative, and its second derivative with the
    /// sign changed.
    ///
    /// - Parameters:
    ///   - margin: the sensitivity less the expected level, in decibels.
    ///   - variance: of that, in dB².
    @inline(__always)
    func evidence(margin: Lanes, variance: Lanes) -> (value: Lanes, slope: Lanes, curvature: Lanes) {
      let (one, weight) = (Lanes(repeating: 1), Lanes(repeating: weight))
      let (most, shown) = (beaconbench_quotient(Lanes(repeating: 0.9), variance), Lanes(repeating: 1 - lapse))
      let steep = beaconbench_quotient(Lanes(repeating: Self.steepness), beaconbench_root(variance))
      let z = margin * steep
      // An anchor so much too weak is silent with a probability of 0.998, and says nothing.
      let isNear = z .< 6
      let heard = beaconbench_quotient(one, one + Elementary.exp(z))
      let silent = one - shown * heard
      let first = beaconbench_quotient(shown * steep * heard * (one - heard), silent)
      let curvature = first * first - first * steep * (heard + heard - one)
      let bounded = curvature.taking(most, where: curvature .> most).larger(than: .zero)
      return (
        Lanes.zero.taking(weight * Elementary.log(silent), where: isNear),
        Lanes.zero.taking(-weight * first, where: isNear), Lanes.zero.taking(weight * bounded, where: isNear)
      )
    }
  }
}

/// The log-likelihoods of a window's links in four cells. The logarithm of variances is taken of their products: one of each would take as long
/// as a third of the rest.
struct GridLikelihood {
  typealias Lanes = GridLink.Lanes

  private var sum = Lanes.zero
  private var variances = Lanes(repeating: 1)
  private var factors = 0

  /// Adds a link, given its residual and the variance of that.
  ///
  /// - Returns: the derivative by the mean level, and the second derivative with the sign changed.
  @inline(__always)
  mutating func add(_ link: GridLink, residual: Lanes, variance: Lanes) -> (slope: Lanes, curvature: Lanes) {
    if let silence = link.silence {
      let (value, slope, curvature) = silence.evidence(margin: residual, variance: variance)
      sum = sum + value
      return (slope, curvature)
    }
    let inverse = beaconbench_quotient(Lanes(repeating: 1), variance)
    let slope = residual * inverse
    sum = sum - Lanes(repeating: 0.5) * slope * residual
    variances = variances * variance
    factors &+= 1
    // Sixteen of any that settings allow are far from the ends of the range.
    if factors & 15 == 0 { (sum, variances) = (logarithm, Lanes(repeating: 1)) }
    return (slope, inverse)
  }

  @inline(__always)
  var logarithm: Lanes { sum - Lanes(repeating: 0.5) * Elementary.log(variances) }
}
