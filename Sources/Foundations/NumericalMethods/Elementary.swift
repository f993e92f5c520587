/// Elementary functions that give the same bits on every machine.
///
/// The C library's versions differ in the last bit between processors with and without fused multiply-add.
/// These use only additions, multiplications, divisions and square roots in a fixed order, which IEEE 754
/// rounds equally everywhere. Each states its largest error, which a test holds against mpmath. Ours; the
/// reductions are the textbook ones (Muller, "Elementary Functions", 3rd ed., chapters 3 and 11), the
/// polynomials minimax fits made with the Remez algorithm in 60 digits.
public enum Elementary {
  /// ln 2 in two parts, the first with 21 low bits zero so that small multiples are exact.
  @inlinable static var log2High: Double { 0.693147180369123816490 }
  @inlinable static var log2Low: Double { 1.90821492927058770002e-10 }
  @inlinable static var inverseLog2: Double { 1.4426950408889634 }
  /// log10(2) likewise, the first part with 24 low bits zero.
  private static let log10Of2High = 0.3010299950838089
  private static let log10Of2Low = 5.801722962879576e-10

  /// The natural logarithm, within 1 unit in the last place; NaN for negative numbers and NaN, minus infinity
  /// for zero.
  public static func log(_ x: Double) -> Double {
    guard x > 0, x < .infinity else { return logarithmAtAnEnd(x) }
    let (k, mantissa) = split(x)
    return log(mantissa, timesTwoTo: k)
  }

  /// ln (m × 2^k) for m from √½ to √2.
  @inlinable @inline(__always)
  static func log<Number: ElementaryNumber>(_ m: Number, timesTwoTo k: Number) -> Number {
    let (f, rest) = logNearOne(m)
    return k * log2High + (f - (rest - k * log2Low))
  }

  /// The decimal logarithm, within 2 units in the last place; NaN for negative numbers and NaN, minus infinity
  /// for zero.
  public static func log10(_ x: Double) -> Double {
    guard x > 0, x < .infinity else { return logarithmAtAnEnd(x) }
    let (k, mantissa) = split(x)
    let (f, rest) = logNearOne(mantissa)
    return k * log10Of2High + ((f - rest) * 0.43429448190325182765 + k * log10Of2Low)
  }

  private static func logarithmAtAnEnd(_ x: Double) -> Double {
    x == 0 ? -.infinity : (x == .infinity ? x : .nan)
  }

  /// x = 2^k × mantissa with the mantissa from √½ to √2.
  private static func split(_ x: Double) -> (k: Double, mantissa: Double) {
    let isSubnormal = x < .leastNormalMagnitude
    let bits = Int64(bitPattern: (isSubnormal ? x * 0x1p54 : x).bitPattern)
    let exponent = (bits &- 0x3FE6_A09E_667F_3BCD) >> 52
    let mantissa = Double(bitPattern: UInt64(bitPattern: bits &- exponent << 52))
    return (Double(isSubnormal ? exponent - 54 : exponent), mantissa)
  }

  /// ln m = f - rest for m near 1 and f = m - 1, which is exact, by way of 2 atanh(f / (2 + f)).
  @inlinable @inline(__always)
  static func logNearOne<Number: ElementaryNumber>(_ m: Number) -> (f: Number, rest: Number) {
    let f = m - 1
    let s = f / (2 + f)
    let z = s * s
    let w = z * z
    let even =
      0.66666666666667344121 + w
      * (0.28571428742387463547 + w * (0.18183564325485892944 + w * 0.14795949570696084554))
    let odd = 0.39999999999414679228 + w * (0.22222198573198475263 + w * 0.15314050566526241699)
    let half = 0.5 * f * f
    return (f, half - s * (half + z * (even + z * odd)))
  }

  /// e to the power x, within 1 unit in the last place; 0 below -745.2 and infinite above 709.8.
  public static func exp(_ x: Double) -> Double {
    guard x == x else { return x }
    guard x < 709.79 else { return .infinity }
    guard x > -745.2 else { return 0 }
    let k = nearestInteger(x * inverseLog2)
    return scaled(exp(x, lessLog2Times: k), by: Int(k))
  }

  /// e^x / 2^k for the k nearest to x / ln 2.
  @inlinable @inline(__always)
  static func exp<Number: ElementaryNumber>(_ x: Number, lessLog2Times k: Number) -> Number {
    expNearZero((x - k * log2High) - k * log2Low)
  }

  /// 10 to the power x, within 1.5 units in the last place; 0 below -323.7 and infinite above 308.3.
  public static func exp10(_ x: Double) -> Double {
    guard x == x else { return x }
    guard x < 308.3 else { return .infinity }
    guard x > -323.7 else { return 0 }
    // 10^x = 2^k × e^r with r = (x - k log10 2) ln 10, the difference taken in two parts so that it is exact.
    let k = nearestInteger(x * 3.3219280948873623)
    let r = ((x - k * log10Of2High) - k * log10Of2Low) * 2.302585092994045684
    return scaled(expNearZero(r), by: Int(k))
  }

  /// e^r for |r| up to half ln 2.
  @inlinable @inline(__always)
  static func expNearZero<Number: ElementaryNumber>(_ r: Number) -> Number {
    let z = r * r
    var even = 0.000024801489941621500394 + z * 2.7631280516601270156e-7
    even = 0.041666666666515415266 + z * (0.001388888894701660712 + z * even)
    even = 0.50000000000000127418 + z * even
    var odd = 2.7557216301450680368e-6 + z * 2.51178607972792714e-8
    odd = 0.0083333333333072047637 + z * (0.0001984126991738328868 + z * odd)
    odd = 0.16666666666666699067 + z * odd
    return 1 + (r + z * (even + r * odd))
  }

  /// x to the power y for x from 0 on: 1 for y = 0, and for x = 0 otherwise 0 or infinity; NaN for negative x.
  /// The relative error is below (1 + |y ln x|) × 2^-52.
  public static func pow(_ x: Double, _ y: Double) -> Double {
    y == 0 ? 1 : exp(y * log(x))
  }

  /// The nearest whole number for |x| below 2^51, halves to even, without a library call.
  public static func nearestInteger(_ x: Double) -> Double { (x + magic) - magic }

  /// 1.5 × 2^52: added to a number, it leaves the nearest whole number in the low bits.
  @inlinable static var magic: Double { 6_755_399_441_055_744 }

  /// x × 2^k, in two steps so that subnormal results are rounded once.
  private static func scaled(_ x: Double, by k: Int) -> Double {
    let half = k / 2
    return x * powerOfTwo(half) * powerOfTwo(k - half)
  }

  private static func powerOfTwo(_ k: Int) -> Double { Double(bitPattern: UInt64(k + 1023) << 52) }
}

/// One number of double precision, or several at once: what the polynomials are evaluated in, so that all have the same bits.
@usableFromInline
protocol ElementaryNumber {
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  static func + (a: Double, b: Self) -> Self
  static func - (a: Double, b: Self) -> Self
  static func - (a: Self, b: Double) -> Self
  static func * (a: Double, b: Self) -> Self
  static func * (a: Self, b: Double) -> Self
}

extension Double: ElementaryNumber {}
extension SIMD4: ElementaryNumber where Scalar == Double {}
