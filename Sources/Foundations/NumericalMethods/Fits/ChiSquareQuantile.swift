/// Quantiles of the chi-square distribution with an even number of degrees of freedom, the same bits on every machine.
///
/// Its chance of more than x is that of fewer than ν / 2 events of a Poisson law of mean x / 2 (Abramowitz and Stegun 1964,
/// 26.4.21); x is found by halving, to twelve digits.
public enum ChiSquareQuantile {
  /// What a share of the draws is above.
  ///
  /// - Parameters:
  ///   - share: above 0 and below 1.
  ///   - degrees: 2, 4, 6 and so on; above 1000 they count as 1000 times their thousandth part, so that the ratio to them holds.
  public static func upper(_ share: Double, degrees: Double) -> Double {
    precondition(0 < share && share < 1, "share must be between 0 and 1, was \(share)")
    precondition(
      degrees >= 2 && degrees.truncatingRemainder(dividingBy: 2) == 0, "no even number: \(degrees)")
    guard degrees <= 1000 else { return degrees / 1000 * upper(share, degrees: 1000) }
    var (low, high) = (0.0, 10 * degrees + 100)
    for _ in 0..<60 {
      let middle = 0.5 * (low + high)
      if chance(above: middle, degrees: degrees) > share { low = middle } else { high = middle }
    }
    return 0.5 * (low + high)
  }

  /// What a share of the draws is below.
  public static func lower(_ share: Double, degrees: Double) -> Double { upper(1 - share, degrees: degrees) }

  private static func chance(above x: Double, degrees: Double) -> Double {
    // From the largest term on, so that none overflows: each is e^-h h^k / k!.
    let half = x / 2
    var logarithm = -half
    var sum = 0.0
    for k in 0..<Int(degrees / 2) {
      if k > 0 { logarithm += half > 0 ? Elementary.log(half / Double(k)) : -1e9 }
      sum += Elementary.exp(max(logarithm, -700))
    }
    return min(sum, 1)
  }
}
