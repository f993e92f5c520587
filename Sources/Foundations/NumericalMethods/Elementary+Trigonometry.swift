extension Elementary {
  /// The sine of an angle in radians; error and ends as for `sinCos`.
  public static func sin(_ x: Double) -> Double { sinCos(x).sin }

  /// The cosine of an angle in radians; error and ends as for `sinCos`.
  public static func cos(_ x: Double) -> Double { sinCos(x).cos }

  /// Both at once, in radians, within 1 unit in the last place for |x| up to 1e6; beyond, within |x| × 2^-53.
  /// NaN for infinities and NaN.
  public static func sinCos(_ x: Double) -> (sin: Double, cos: Double) {
    guard x.isFinite else { return (.nan, .nan) }
    let reduced = abs(x) <= 1e6 ? x : x.remainder(dividingBy: 6.283185307179586)
    let k = nearestInteger(reduced * quartersPerRadian)
    let (sine, cosine) = sinCos(reduced, lessQuarters: k)
    switch Int(k) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// 2 / π
  @inlinable static var quartersPerRadian: Double { 0.63661977236758134308 }

  /// Sine and cosine of x - k π/2 for the nearest k.
  ///
  /// Half pi is in three parts, the first two of 33 bits, so that k times them is exact for |k| below 2^20. What rounding takes from r
  /// is kept as its tail.
  @inlinable @inline(__always)
  static func sinCos<Number: ElementaryNumber>(
    _ x: Number, lessQuarters k: Number
  ) -> (sin: Number, cos: Number) {
    let high = x - k * 1.57079632673412561417
    let middle = k * 6.07710050630396597660e-11
    let first = high - middle
    let correction = ((high - first) - middle) - k * 2.02226624879595063154e-21
    let r = first + correction
    let tail = (first - r) + correction
    return (sinNearZero(r, tail), cosNearZero(r, tail))
  }

  /// The sine of r + tail for |r| up to a quarter pi.
  @inlinable @inline(__always)
  static func sinNearZero<Number: ElementaryNumber>(_ r: Number, _ tail: Number) -> Number {
    let z = r * r
    let w = z * z
    let even = -0.16666666666666632027 + w * (-0.00019841269829807804713 + w * -2.5050758115078303315e-8)
    let odd = 0.0083333333333224136352 + w * (2.7557313691916859154e-6 + w * 1.5896795642097439084e-10)
    return r + (r * z * (even + z * odd) + tail * (1 - 0.5 * z))
  }

  /// The cosine of r + tail for |r| up to a quarter pi; what rounding takes from 1 - z / 2 is put back.
  @inlinable @inline(__always)
  static func cosNearZero<Number: ElementaryNumber>(_ r: Number, _ tail: Number) -> Number {
    let z = r * r
    let w = z * z
    let even = 0.041666666666666599476 + w * (0.00002480158728948217447 + w * 2.0875723272676116528e-9)
    let odd = -0.0013888888888874123916 + w * (-2.7557314352329204886e-7 + w * -1.1359647772399348573e-11)
    let half = 0.5 * z
    let head = 1 - half
    return head + (((1 - head) - half) + (w * (even + z * odd) - r * tail))
  }

  /// The angle of a direction in radians, counter-clockwise from the x axis, over -π to π and within 1e-15 of it; 0 for no direction.
  ///
  /// The tangent of the angle to the nearer axis is halved thrice, `tan(a/2) = t / (1 + √(1 + t²))`, and then a Taylor series is short.
  public static func angle(x: Double, y: Double) -> Double {
    let (long, short) = (max(x.magnitude, y.magnitude), min(x.magnitude, y.magnitude))
    guard long > 0, long.isFinite else { return 0 }
    var t = short / long
    for _ in 0..<3 { t /= 1 + (1 + t * t).squareRoot() }
    var series = 0.0
    for odd in stride(from: 17, through: 1, by: -2) {
      series = (odd % 4 == 1 ? 1 : -1) / Double(odd) + t * t * series
    }
    let acute = 8 * t * series
    let right = x.magnitude >= y.magnitude ? acute : .pi / 2 - acute
    let half = x >= 0 ? right : .pi - right
    return y >= 0 ? half : -half
  }
}
