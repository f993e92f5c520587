/// Modified Bessel functions, from elementary functions of our own, so that they have the same bits everywhere.
public enum Bessel {
  /// I₀(x) e⁻ˣ and I₁(x) e⁻ˣ for x of 0 and more, within 1e-14 of their sizes.
  ///
  /// Below 20 their ascending series, whose terms are all positive; above, their asymptotic ones, whose terms there fall
  /// under 1e-17 long before they grow again.
  ///
  /// Source: Abramowitz and Stegun 1964, "Handbook of mathematical functions", 9.6.10 and 9.7.1.
  public static func scaled(_ x: Double) -> (zeroth: Double, first: Double) {
    precondition(x >= 0, "x must not be negative, was \(x)")
    return x < 20 ? ascending(x) : asymptotic(x)
  }

  private static func ascending(_ x: Double) -> (zeroth: Double, first: Double) {
    let quarter = x * x / 4
    var (term, zeroth, first) = (1.0, 1.0, 1.0)
    var k = 1.0
    while term > 1e-17 * zeroth {
      term *= quarter / (k * k)
      zeroth += term
      first += term / (k + 1)
      k += 1
    }
    let scale = Elementary.exp(-x)
    return (zeroth * scale, x / 2 * first * scale)
  }

  private static func asymptotic(_ x: Double) -> (zeroth: Double, first: Double) {
    let scale = 1 / (2 * .pi * x).squareRoot()
    return (scale * asymptotic(x, order: 0), scale * asymptotic(x, order: 1))
  }

  /// 1 - (μ - 1) / (8x) + (μ - 1)(μ - 9) / (2! (8x)²) - … with μ four times the square of the order.
  private static func asymptotic(_ x: Double, order: Double) -> Double {
    var (term, sum, k) = (1.0, 1.0, 1.0)
    while abs(term) > 1e-17 {
      let odd = 2 * k - 1
      term *= (odd * odd - 4 * order * order) / (k * 8 * x)
      sum += term
      k += 1
    }
    return sum
  }
}
