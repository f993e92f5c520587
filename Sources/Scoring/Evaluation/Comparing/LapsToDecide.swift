import NumericalMethods

/// About how many laps would decide whether a difference exceeds the tolerance, where that is open.
///
/// The present difference d and the standard error s of one lap are taken for the true ones. A verdict is reached when the
/// 95 % interval keeps clear of the nearer edge of the tolerance T, from which d is m = ||d| - T| away: outside as worse or
/// better, inside as alike. With n laps the half-width is about z₀.₉₇₅ s/√n, and the difference that is then found strays
/// from d as well. It stays on its side in 9 of 10 repetitions when m ≥ (z₀.₉₇₅ + z₀.₉) s/√n, so
///
///     n = ((z₀.₉₇₅ + z₀.₉) s / m)²
///
/// Where both edges are equally near, as for d = 0, it does so in 8 of 10. Source: the usual sample size of a test of
/// equivalence or superiority with a power of 90 %, such as Chow, Shao and Wang 2008, "Sample size calculations in clinical
/// research", sections 3.2.2 and 3.2.3.
public enum LapsToDecide {
  /// z₀.₉₇₅ + z₀.₉ of the normal distribution.
  static let factor = 1.959964 + 1.281552

  /// The largest number of laps given as advice, which is also limited to ``mostTimes`` the present number.
  public static let most = 100_000
  /// The largest multiple of the present number of laps that is given as advice.
  public static let mostTimes = 100

  /// - Parameters:
  ///   - difference: in the unit of the tolerance.
  ///   - interval: of the difference, by Student's t over laps.
  ///   - laps: at least two.
  ///   - tolerance: the largest difference that still counts as equivalent, 0 or more.
  /// - Returns: Rounded up to two digits; nil where more than ``most`` laps or ``mostTimes`` the present ones would be needed,
  ///   as for a difference that lies on an edge, and where the interval decides already.
  public static func about(
    difference: Double, interval: ConfidenceInterval?, laps: Int, tolerance: Double
  ) -> Int? {
    guard let interval, laps >= 2,
      Conclusion(interval, tolerance: tolerance).verdict == .open
    else { return nil }
    let margin = abs(difference.magnitude - tolerance)
    let reach = (interval.upper - interval.lower) / 2
    let ofMean = reach / StudentQuantile.twoSided(ConfidenceInterval.confidence, degrees: Double(laps - 1))
    let needed = (factor * ofMean / margin) * (factor * ofMean / margin) * Double(laps)
    guard margin > 0, needed <= Double(min(most, mostTimes * laps)) else { return nil }
    return roundedUp(max(needed, Double(laps + 1)))
  }

  /// `120` for 113.2.
  private static func roundedUp(_ number: Double) -> Int {
    var unit = 1
    while number / Double(unit) > 99 { unit *= 10 }
    return Int((number / Double(unit)).rounded(.up)) * unit
  }
}
