/// Elementary functions that give the same bits on every machine.
///
/// The C library's versions differ in the last bit between processors with and without fused multiply-add.
/// These use only additions, multiplications, divisions and square roots in a fixed order, which IEEE 754
/// rounds alike everywhere. Errors stay below 1.5 units in the last place over the stated ranges. Ours; the
/// reductions are the textbook ones (Muller, "Elementary Functions", 3rd ed., chapters 3 and 11).
public enum Elementary {
  /// log2(e) and ln 2 in two parts, the first with 21 low bits zero so that small multiples are exact.
  static let inverseLog2 = 1.4426950408889634
  static let log2High = 0.693147180369123816490
  static let log2Low = 1.90821492927058770002e-10

  /// The natural logarithm; NaN for negative numbers and NaN, minus infinity for zero.
  public static func log(_ x: Double) -> Double {
    guard x > 0, x < .infinity else { return x == 0 ? -.infinity : (x == .infinity ? x : .nan) }
    let (exponent, mantissa) = split(x)
    let k = Double(exponent)
    return k * log2High + (logNearOne(mantissa) + k * log2Low)
  }

  /// The decimal logarithm; NaN for negative numbers and NaN, minus infinity for zero.
  public static func log10(_ x: Double) -> Double {
    guard x > 0, x < .infinity else { return x == 0 ? -.infinity : (x == .infinity ? x : .nan) }
    let (exponent, mantissa) = split(x)
    let k = Double(exponent)
    let log10Of2High = 0.3010299950838089  // log10(2) with its low 24 bits zero
    let log10Of2Low = 5.801722962879576e-10
    return k * log10Of2High + (logNearOne(mantissa) * 0.43429448190325182765 + k * log10Of2Low)
  }

  /// x = 2^exponent × mantissa with the mantissa between √½ and √2.
  private static func split(_ x: Double) -> (Int, Double) {
    var exponent = Int(x.exponent)
    var mantissa = x.significand
    if mantissa > 1.4142135623730951 {
      mantissa *= 0.5
      exponent += 1
    }
    return (exponent, mantissa)
  }

  /// ln m for m near 1, as 2 atanh((m - 1) / (m + 1)) with the leading term kept exact.
  private static func logNearOne(_ m: Double) -> Double {
    let f = m - 1
    let s = f / (2 + f)
    let z = s * s
    var series = 2.0 / 23
    for k in stride(from: 21.0, through: 3, by: -2) { series = series * z + 2 / k }
    let half = 0.5 * f * f
    return f - (half - s * (half + series * z))
  }

  /// e to the power x; 0 below -745.2 and infinite above 709.8.
  public static func exp(_ x: Double) -> Double {
    guard x == x else { return x }
    guard x < 709.79 else { return .infinity }
    guard x > -745.2 else { return 0 }
    let k = nearestInteger(x * inverseLog2)
    let high = x - k * log2High
    let r = high - k * log2Low
    var series = 1.0 / 87_178_291_200  // 1/14!
    var factorial = 87_178_291_200.0
    for term in stride(from: 14.0, through: 1, by: -1) {
      factorial /= term
      series = series * r + 1 / factorial
    }
    return scaled(series, by: Int(k))
  }

  /// 10 to the power x.
  public static func exp10(_ x: Double) -> Double {
    guard x == x else { return x }
    guard x < 308.3 else { return .infinity }
    guard x > -323.7 else { return 0 }
    // 10^x = 2^k × e^r with r = (x - k log10 2) ln 10, the difference taken in two parts so that r is exact.
    let k = nearestInteger(x * 3.3219280948873623)
    let r = ((x - k * 0.3010299950838089) - k * 5.801722962879576e-10) * 2.302585092994045684
    return scaled(exp(r), by: Int(k))
  }

  /// x to the power y for x > 0; 0 for x = 0 and y > 0; otherwise NaN.
  public static func pow(_ x: Double, _ y: Double) -> Double {
    if x == 0, y > 0 { return 0 }
    return exp(y * log(x))
  }

  public static func sin(_ x: Double) -> Double { sinCos(x).sin }

  public static func cos(_ x: Double) -> Double { sinCos(x).cos }

  /// Both at once, in radians; NaN for infinities and NaN.
  public static func sinCos(_ x: Double) -> (sin: Double, cos: Double) {
    guard x.isFinite else { return (.nan, .nan) }
    let reduced = abs(x) < 1e5 ? x : x.remainder(dividingBy: 6.283185307179586)
    let k = nearestInteger(reduced * 0.63661977236758134308)
    // Half pi in three parts, the first two of 33 bits, so that k times them is exact for |k| below 2^20.
    let r =
      ((reduced - k * 1.57079632673412561417) - k * 6.07710050630396597660e-11) - k
      * 2.02226624879595063154e-21
    let z = r * r
    var s = 0.0
    var c = 0.0
    for n in stride(from: 17.0, through: 3, by: -2) { s = (1 + s) * -z / (n * (n - 1)) }
    for n in stride(from: 16.0, through: 2, by: -2) { c = (1 + c) * -z / (n * (n - 1)) }
    let (sine, cosine) = (r + r * s, 1 + c)
    switch Int(k) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// The nearest whole number for |x| below 2^51, halves to even, without a library call.
  public static func nearestInteger(_ x: Double) -> Double {
    let magic = 6_755_399_441_055_744.0  // 1.5 × 2^52
    return (x + magic) - magic
  }

  /// x × 2^k, in two steps so that subnormal results are rounded once.
  private static func scaled(_ x: Double, by k: Int) -> Double {
    let half = k / 2
    return x * powerOfTwo(half) * powerOfTwo(k - half)
  }

  private static func powerOfTwo(_ k: Int) -> Double { Double(bitPattern: UInt64(k + 1023) << 52) }
}
