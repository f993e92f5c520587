import Evaluation
import NumericalMethods

/// How many laps a paired comparison needs to find a difference that is really there.
///
/// Each lap gives one observation, the mean difference of its errors, whose standard deviation over laps is s. The 95 %
/// interval of n laps keeps clear of 0 with the probability P when the true difference is
///
///     δ = (t₀.₉₇₅ + t_P) s/√n
///
/// with Student's t of n - 1 degrees of freedom. Source: the sample size of a paired t test, Sokal and Rohlf 1995,
/// "Biometry", section 9.8, in the form for one sample; it agrees with the noncentral t to within one lap.
enum LapsForPower {
  /// The largest number of laps that is given.
  static let most = 1_000_000

  /// The true difference that some laps show.
  ///
  /// - Parameters:
  ///   - laps: at least 2.
  ///   - deviation: the standard deviation over laps, in the unit of the difference.
  ///   - power: the probability of showing it, above 0.5 and below 1.
  static func difference(shownBy laps: Int, deviation: Double, power: Double) -> Double {
    let freedom = Double(laps - 1)
    let bound = StudentQuantile.twoSided(ConfidenceInterval.confidence, degrees: freedom)
    return (bound + StudentQuantile.twoSided(2 * power - 1, degrees: freedom)) * deviation
      / Double(laps).squareRoot()
  }

  /// The least number of laps that shows a true difference; nil where ``most`` do not.
  static func laps(toShow difference: Double, deviation: Double, power: Double) -> Int? {
    func suffices(_ laps: Int) -> Bool {
      self.difference(shownBy: laps, deviation: deviation, power: power) <= difference
    }
    guard suffices(most) else { return nil }
    var (low, high) = (1, most)
    while high - low > 1 {
      let middle = (low + high) / 2
      if suffices(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
