/// The same functions for four numbers of double precision at once: each lane has the bits that the function of one number gives.
///
/// Arguments out of the ranges that the lanes share are taken one by one.
extension Elementary {
  /// The natural logarithm.
  @inlinable @inline(__always)
  public static func log(_ x: SIMD4<Double>) -> SIMD4<Double> {
    let bits = unsafeBitCast(x, to: SIMD4<UInt64>.self)
    // Zero, subnormal and negative numbers, infinity and NaN.
    let aboveLeast = bits &- 1 &<< 52
    guard !isAny(aboveLeast | (2046 &<< 52 &- 1 &- aboveLeast)) else { return oneByOne(x, log) }
    // The exponent with 1024 more, which keeps it positive.
    let exponent = (bits &+ (1024 &<< 52 &- 0x3FE6_A09E_667F_3BCD)) &>> 52
    let mantissa = (bits &+ 1024 &<< 52) &- exponent &<< 52
    // Whole numbers up to 2^52 are the low bits of what is 2^52 more.
    let k = unsafeBitCast(exponent | 0x4330_0000_0000_0000, to: SIMD4<Double>.self) - 0x1.00000000004p52
    return log(unsafeBitCast(mantissa, to: SIMD4<Double>.self), timesTwoTo: k)
  }

  /// e to the power x.
  @inlinable @inline(__always)
  public static func exp(_ x: SIMD4<Double>) -> SIMD4<Double> {
    guard !isAny(beyond(x, 708)) else { return oneByOne(x, exp) }
    let shifted = x * inverseLog2 + magic
    let k = shifted - magic
    return exp(x, lessLog2Times: k)
      * unsafeBitCast(
        (unsafeBitCast(shifted, to: SIMD4<UInt64>.self) &+ 1023) &<< 52, to: SIMD4<Double>.self)
  }

  /// The sine and the cosine of an angle in radians.
  @inlinable @inline(__always)
  public static func sinCos(_ x: SIMD4<Double>) -> (sin: SIMD4<Double>, cos: SIMD4<Double>) {
    guard !isAny(beyond(x, 1e6)) else { return (oneByOne(x, sin), oneByOne(x, cos)) }
    let shifted = x * quartersPerRadian + magic
    let (sine, cosine) = sinCos(x, lessQuarters: shifted - magic)
    let quadrant = unsafeBitCast(shifted, to: SIMD4<UInt64>.self)
    let (s, c) = (
      unsafeBitCast(sine, to: SIMD4<UInt64>.self), unsafeBitCast(cosine, to: SIMD4<UInt64>.self)
    )
    // They change places in odd quadrants.
    let change = (s ^ c) & (0 &- (quadrant & 1))
    return (
      unsafeBitCast(s ^ change ^ (quadrant & 2) &<< 62, to: SIMD4<Double>.self),
      unsafeBitCast(c ^ change ^ ((quadrant &+ 1) & 2) &<< 62, to: SIMD4<Double>.self)
    )
  }

  /// A word whose sign is set in the lanes that are beyond a bound either way, or not numbers.
  @inlinable @inline(__always)
  static func beyond(_ x: SIMD4<Double>, _ bound: Double) -> SIMD4<UInt64> {
    bound.bitPattern &- (unsafeBitCast(x, to: SIMD4<UInt64>.self) & 0x7FFF_FFFF_FFFF_FFFF)
  }

  /// Whether the sign is set in any lane.
  @inlinable @inline(__always)
  static func isAny(_ words: SIMD4<UInt64>) -> Bool {
    (words[0] | words[1] | words[2] | words[3]) >> 63 != 0
  }

  @usableFromInline
  static func oneByOne(_ x: SIMD4<Double>, _ function: (Double) -> Double) -> SIMD4<Double> {
    SIMD4(function(x[0]), function(x[1]), function(x[2]), function(x[3]))
  }
}
