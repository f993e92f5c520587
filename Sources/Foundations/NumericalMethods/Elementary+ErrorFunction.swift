extension Elementary {
  /// The complementary error function, 1 - erf x: twice the chance that a normal draw of variance ½ exceeds x,
  /// for x from 0 on; 2 - erfc(-x) for negative x.
  ///
  /// Within 1e-13 of its size where it is above 1e-300, and 0 beyond 27.3. NaN for NaN.
  ///
  /// Source: Abramowitz and Stegun 1964, "Handbook of mathematical functions": the series 7.1.6, all of whose
  /// terms are positive, below 1.5; from there on the continued fraction 7.1.14, from its 100th term inwards.
  public static func erfc(_ x: Double) -> Double {
    if x < 0 { return 2 - erfc(-x) }
    if x < 1.5 { return 1 - erfByPositiveSeries(x) }
    return x < 27.3 ? erfcByContinuedFraction(x) : (x == x ? 0 : x)
  }

  /// 2/√π e^(-x²) Σ 2^n x^(2n+1) / (2n + 1)!! for x from 0 to 1.5, where 30 terms reach 1e-17.
  private static func erfByPositiveSeries(_ x: Double) -> Double {
    let square = x * x
    var term = x
    var sum = x
    for n in 1...40 {
      term *= 2 * square / Double(2 * n + 1)
      sum += term
    }
    return 1.1283791670955126 * exp(-square) * sum
  }

  /// e^(-x²) / √π × 1 / (x + ½ / (x + 1 / (x + 3/2 / (x + 2 / (x + …))))).
  private static func erfcByContinuedFraction(_ x: Double) -> Double {
    var tail = x
    for n in stride(from: 100, to: 0, by: -1) { tail = x + 0.5 * Double(n) / tail }
    return 0.5641895835477563 * expOfMinusSquare(x) / tail
  }

  /// e^(-x²) with what rounding takes from the square put back: the square of x cut to 26 bits is exact.
  private static func expOfMinusSquare(_ x: Double) -> Double {
    let head = Double(bitPattern: x.bitPattern & 0xFFFF_FFFF_F800_0000)
    return exp(-head * head) * exp(-(x - head) * (x + head))
  }
}
