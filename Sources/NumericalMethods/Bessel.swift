/// Bessel functions, from elementary functions of our own, so that they have the same bits everywhere.
public enum Bessel {
  /// I0(x) / e^x for x of 0 and more, within 5e-7 of its size.
  ///
  /// Source: Abramowitz and Stegun 1964, "Handbook of mathematical functions", 9.8.1 and 9.8.2.
  public static func scaledI0(_ x: Double) -> Double {
    precondition(x >= 0, "x must not be negative, was \(x)")
    if x < 3.75 {
      let t = x / 3.75 * (x / 3.75)
      var series = t * 0.0045813 + 0.0360768
      series = series * t + 0.2659732
      series = series * t + 1.2067492
      series = series * t + 3.0899424
      series = series * t + 3.5156229
      return (series * t + 1) * Elementary.exp(-x)
    }
    let t = 3.75 / x
    var series = t * 0.00392377 - 0.01647633
    series = series * t + 0.02635537
    series = series * t - 0.02057706
    series = series * t + 0.00916281
    series = series * t - 0.00157565
    series = series * t + 0.00225319
    series = series * t + 0.01328592
    return (series * t + 0.39894228) / x.squareRoot()
  }
}
