import Synchronization

/// Quantiles of Student's t distribution for any degrees of freedom, the same bits on every machine.
public enum StudentQuantile {
  /// The t within which a share of the draws lies, on both sides of 0.
  ///
  /// Under t = √ν tan θ the density is proportional to cos^(ν - 1) θ over -π/2 to π/2 (Abramowitz and Stegun 1964,
  /// 26.7.4); its integral is a sum of 64 terms, and θ is found by Newton's method. The integral bends
  /// downwards, so the steps from 0 never go too far. Within 1e-7.
  ///
  /// - Parameters:
  ///   - share: above 0 and below 1, such as 0.95.
  ///   - degrees: 1 or more; above 1000 they count as 1000.
  public static func twoSided(_ share: Double, degrees: Double) -> Double {
    precondition(0 < share && share < 1, "share must be between 0 and 1, was \(share)")
    precondition(degrees >= 1, "degrees must be at least 1, were \(degrees)")
    let freedom = min(degrees, 1000)
    // A sweep asks for the same one in every cell, where it was a tenth of all work.
    guard freedom == freedom.rounded(.down) else { return solved(share, freedom) }
    let key = SIMD2(share, freedom)
    if let known = known.withLock({ $0[key] }) { return known }
    let value = solved(share, freedom)
    known.withLock { $0[key] = value }
    return value
  }

  /// The share of the draws outside -t to t: the p value of a two-sided test.
  ///
  /// - Parameters:
  ///   - t: of either sign; infinite for 0.
  ///   - degrees: as above.
  public static func outside(_ t: Double, degrees: Double) -> Double {
    precondition(degrees >= 1, "degrees must be at least 1, were \(degrees)")
    guard t.isFinite else { return 0 }
    let freedom = min(degrees, 1000)
    let reach = min(1.5707963267948966, 12 / freedom.squareRoot())
    let angle = min(Elementary.angle(x: freedom.squareRoot(), y: t.magnitude), reach)
    let power = freedom - 1
    return integral(from: angle, to: reach, power: power) / integral(from: 0, to: reach, power: power)
  }

  /// By share and whole degrees.
  private static let known = Mutex<[SIMD2<Double>: Double]>([:])

  private static func solved(_ share: Double, _ freedom: Double) -> Double {
    let half = 1.5707963267948966
    // Beyond 12 standard deviations nothing is left of a narrow peak.
    let reach = min(half, 12 / freedom.squareRoot())
    let whole = integral(from: 0, to: reach, power: freedom - 1)
    var angle = 0.0
    for _ in 0..<60 {
      let rest = share * whole - integral(from: 0, to: angle, power: freedom - 1)
      let step = rest / density(at: angle, power: freedom - 1)
      angle = min(angle + step, reach)
      if step.magnitude < 1e-13 { break }
    }
    let (sine, cosine) = Elementary.sinCos(angle)
    return freedom.squareRoot() * sine / cosine
  }

  /// By Gauss and Legendre with 16 points on each of four parts, none longer than three standard deviations of the density.
  private static func integral(from start: Double, to end: Double, power: Double) -> Double {
    let half = (end - start) / 8
    var sum = 0.0
    for part in 0..<4 {
      let middle = start + half * Double(2 * part + 1)
      for (node, weight) in nodes {
        sum +=
          weight
          * (density(at: middle - half * node, power: power) + density(at: middle + half * node, power: power))
      }
    }
    return sum * half
  }

  /// Abramowitz and Stegun 1964, table 25.4, n = 16.
  private static let nodes: [(Double, Double)] = [
    (0.09501250983763744, 0.18945061045506864),
    (0.2816035507792589, 0.18260341504492364),
    (0.45801677765722737, 0.16915651939500265),
    (0.6178762444026438, 0.1495959888165767),
    (0.755404408355003, 0.12462897125553407),
    (0.8656312023878318, 0.0951585116824926),
    (0.9445750230732326, 0.062253523938647456),
    (0.9894009349916499, 0.027152459411754176),
  ]

  private static func density(at angle: Double, power: Double) -> Double {
    let cosine = max(Elementary.cos(angle), 0)
    return power == 0 ? 1 : (cosine > 0 ? Elementary.exp(power * Elementary.log(cosine)) : 0)
  }
}
