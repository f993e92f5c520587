/// The same functions for eight numbers of single precision at once, for loops over advertisements.
///
/// They are inlined into those loops: a call for each would cost more than the function. Square roots are ours
/// because the library's are taken one lane at a time. The errors stated were measured over the
/// whole ranges, and the tests measure them again in larger steps.
extension Elementary {
  /// The nearest number of single precision to each whole number.
  ///
  /// Lane by lane in words, since the library's conversion of vectors is a call that the compiler does not inline; these become
  /// one instruction.
  @inlinable @inline(__always)
  public static func float(_ x: SIMD8<Int32>) -> SIMD8<Float> {
    SIMD8(
      Float(x[0]), Float(x[1]), Float(x[2]), Float(x[3]), Float(x[4]), Float(x[5]), Float(x[6]), Float(x[7]))
  }

  /// The nearest numbers of single precision to two times four.
  @inlinable @inline(__always)
  public static func float(_ low: SIMD4<Double>, _ high: SIMD4<Double>) -> SIMD8<Float> {
    SIMD8(
      Float(low[0]), Float(low[1]), Float(low[2]), Float(low[3]), Float(high[0]), Float(high[1]),
      Float(high[2]), Float(high[3]))
  }

  /// The same numbers in double precision, the first four and the last.
  @inlinable @inline(__always)
  public static func double(_ x: SIMD8<Float>) -> (SIMD4<Double>, SIMD4<Double>) {
    (
      SIMD4(Double(x[0]), Double(x[1]), Double(x[2]), Double(x[3])),
      SIMD4(Double(x[4]), Double(x[5]), Double(x[6]), Double(x[7]))
    )
  }

  /// The natural logarithm, within 1.2e-7 of its size, for normal positive numbers. Zero and
  /// subnormal numbers count as about 2^-127.
  @inlinable @inline(__always)
  public static func log(_ x: SIMD8<Float>) -> SIMD8<Float> {
    let bits = unsafeBitCast(x, to: SIMD8<Int32>.self)
    let exponent = (bits &- 0x3F35_04F3) &>> 23  // so that the mantissa lies between √½ and √2
    let k = float(exponent)
    let f = unsafeBitCast(bits &- exponent &<< 23, to: SIMD8<Float>.self) - 1
    var series = f * 0.08918829502 - 0.1434965354
    series = series * f + 0.1487636676
    series = series * f - 0.1656569408
    series = series * f + 0.1996546624
    series = series * f - 0.2500174544
    series = series * f + 0.3333385602
    let z = f * f
    // ln 2 in two parts: the first has so few bits that k times it is exact.
    return k * 0.693359375 + (f + (z * (f * series - 0.5) - k * 2.12194440e-4))
  }

  /// e to the power x, within 1e-7 of its size for x from -87 to 88; held at those ends beyond them.
  @inlinable @inline(__always)
  public static func exp(_ x: SIMD8<Float>) -> SIMD8<Float> {
    var x = x.replacing(with: -87, where: x .< -87)
    x.replace(with: 88, where: x .> 88)
    let shifted = x * 1.44269504 + wholeNumberMagic
    let k = shifted - wholeNumberMagic
    let r = (x - k * 0.693359375) + k * 2.12194440e-4
    var series = r * 0.001395049107 + 0.008368889287
    series = series * r + 0.0416662058
    series = series * r + 0.1666651884
    series = series * r + 0.5000000095
    let value = 1 + (r + r * r * series)
    let exponent = unsafeBitCast(shifted, to: SIMD8<Int32>.self) &<< 23
    return unsafeBitCast(unsafeBitCast(value, to: SIMD8<Int32>.self) &+ exponent, to: SIMD8<Float>.self)
  }

  /// The sine of an angle in turns (1 is a full circle), within 2.1e-7, for |turns| below 2^21.
  @inlinable @inline(__always)
  public static func sin(turns: SIMD8<Float>) -> SIMD8<Float> {
    let r = turns - nearestInteger(turns)
    let folded = copySign(0.5 - magnitude(r), of: r)
    return sinOfQuarterTurn(r.replacing(with: folded, where: magnitude(r) .> 0.25))
  }

  /// The cosine of an angle in turns, within 2.1e-7, for |turns| below 2^21.
  @inlinable @inline(__always)
  public static func cos(turns: SIMD8<Float>) -> SIMD8<Float> {
    sinOfQuarterTurn(0.25 - magnitude(turns - nearestInteger(turns)))
  }

  /// How far angles in turns are past the nearest whole number of them, from -1/2 to 1/2, for |turns| below 2^51: what
  /// the functions above need of angles too large for single precision.
  @inlinable @inline(__always)
  public static func partOfTurn(_ turns: SIMD8<Double>) -> SIMD8<Float> {
    let x = turns - ((turns + 6_755_399_441_055_744) - 6_755_399_441_055_744)
    return SIMD8(
      Float(x[0]), Float(x[1]), Float(x[2]), Float(x[3]), Float(x[4]), Float(x[5]), Float(x[6]), Float(x[7]))
  }

  /// Sine and cosine of an angle in turns, each within 7e-5, for |turns| below 2^21: two thirds of the cost of the exact
  /// ones, for sums of waves, whose zeros 7e-5 leaves 80 dB deep.
  ///
  /// Source: ours, an odd polynomial of the fifth degree with the least largest error over a quarter turn.
  @inlinable @inline(__always)
  public static func coarseSinCos(turns: SIMD8<Float>) -> (sin: SIMD8<Float>, cos: SIMD8<Float>) {
    let r = turns - nearestInteger(turns)
    let size = magnitude(r)
    let folded = copySign(0.5 - size, of: r)
    return (
      coarseSinOfQuarterTurn(r.replacing(with: folded, where: size .> 0.25)),
      coarseSinOfQuarterTurn(0.25 - size)
    )
  }

  @inlinable @inline(__always)
  static func coarseSinOfQuarterTurn(_ r: SIMD8<Float>) -> SIMD8<Float> {
    let z = r * r
    return r * ((z * 73.585503 - 41.095242) * z + 6.28128)
  }

  /// The sine for |turns| up to a quarter.
  @inlinable @inline(__always)
  static func sinOfQuarterTurn(_ r: SIMD8<Float>) -> SIMD8<Float> {
    let z = r * r
    var series = z * 39.53886901 - 76.55010777
    series = series * z + 81.60102087
    series = series * z - 41.34165537
    return r * (series * z + 6.283185162)
  }

  /// 1 / √x for normal positive numbers, within 5e-7 of its size; above 1e19 for zero.
  ///
  /// Source: Walczyk, Moroz, Cieśliński 2021, "Improving the accuracy of the fast inverse square root by modifying
  /// Newton-Raphson corrections", doi:10.3390/e23010086: the first guess from the bits and a first step whose
  /// constants spread its error to both sides; then one of Newton's, balanced likewise.
  @inlinable @inline(__always)
  public static func reciprocalSquareRoot(_ x: SIMD8<Float>) -> SIMD8<Float> {
    let bits = 0x5F1F_FFF9 &- unsafeBitCast(x, to: SIMD8<Int32>.self) &>> 1
    var y = unsafeBitCast(bits, to: SIMD8<Float>.self)
    y *= 1.68191391 - x * y * y * 0.703952253
    y *= 1.5000005 - x * 0.50000016 * y * y
    return y
  }

  /// √x for zero and normal positive numbers, within 5e-7 of its size.
  @inlinable @inline(__always)
  public static func squareRoot(_ x: SIMD8<Float>) -> SIMD8<Float> { x * reciprocalSquareRoot(x) }

  /// The nearest whole numbers for |x| below 2^22, halves to even, without a library call.
  @inlinable @inline(__always)
  public static func nearestInteger(_ x: SIMD8<Float>) -> SIMD8<Float> {
    (x + wholeNumberMagic) - wholeNumberMagic
  }

  /// 1.5 × 2^23: added to a number, it leaves the nearest whole number in the low bits.
  @inlinable @inline(__always)
  static var wholeNumberMagic: Float { 12_582_912 }

  @inlinable @inline(__always)
  static func magnitude(_ x: SIMD8<Float>) -> SIMD8<Float> {
    unsafeBitCast(unsafeBitCast(x, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
  }

  /// `x`, which must not be negative, with the sign of another number.
  @inlinable @inline(__always)
  static func copySign(_ x: SIMD8<Float>, of sign: SIMD8<Float>) -> SIMD8<Float> {
    let signBits = unsafeBitCast(sign, to: SIMD8<UInt32>.self) & 0x8000_0000
    return unsafeBitCast(unsafeBitCast(x, to: SIMD8<UInt32>.self) | signBits, to: SIMD8<Float>.self)
  }
}
