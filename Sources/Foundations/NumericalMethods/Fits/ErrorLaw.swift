/// How errors about a mean are spread, in units of their scale.
public enum ErrorLaw: Hashable, Sendable {
  case normal
  /// Student's t, under which a far outlier pulls less than a near one.
  ///
  /// Source: Lange, Little and Taylor 1989, "Robust statistical modeling using the t distribution",
  /// doi:10.1080/01621459.1989.10478852. Only even degrees of freedom, at least 4: their distribution function is
  /// a finite sum, and their variance exists.
  case studentT(degrees: Int)
  /// A law without a formula, whose scale is its standard deviation.
  case tabled(TabledErrors)

  /// The standard deviation over the scale.
  public var deviationOverScale: Double {
    switch self {
    case .normal, .tabled: 1
    case .studentT(let degrees): (Double(degrees) / Double(degrees - 2)).squareRoot()
    }
  }

  /// The logarithm of the density at `z`, with its first and second derivative.
  func logDensity(_ z: Double) -> (value: Double, first: Double, second: Double) {
    switch self {
    case .normal:
      return (-0.5 * z * z - 0.9189385332046727, -z, -1)
    case .studentT(let degrees):
      let freedom = Double(degrees)
      let sum = freedom + z * z
      return (
        Elementary.log(StudentT.peak(degrees)) - 0.5 * (freedom + 1) * Elementary.log(sum / freedom),
        -(freedom + 1) * z / sum, -(freedom + 1) * (freedom - z * z) / (sum * sum)
      )
    case .tabled(let table): return table.logDensity(z)
    }
  }

  /// The density at `u` and its derivative.
  func density(_ u: Double) -> (value: Double, first: Double) {
    let log = logDensity(u)
    let value = Elementary.exp(log.value)
    return (value, value * log.first)
  }

  /// The chance of an error below `u`.
  public func chance(below u: Double) -> Double {
    switch self {
    case .normal: 0.5 * Elementary.erfc(-u * 0.7071067811865476)
    case .studentT(let degrees): StudentT.chance(below: u, degrees: degrees)
    case .tabled(let table): table.chance(below: u)
    }
  }

  /// The chance of an error above `u`.
  func chance(above u: Double) -> Double {
    switch self {
    case .normal, .studentT: chance(below: -u)
    case .tabled(let table): 1 - table.chance(below: u)
    }
  }
}

/// Student's t of even degrees of freedom in closed form.
private enum StudentT {
  /// The density at 0: Γ((ν + 1) / 2) / (√(νπ) Γ(ν / 2)), which for even ν is
  /// `(1/2) (1/√ν) Π (2j + 1) / (2j)` over j from 1 to ν/2 - 1.
  static func peak(_ degrees: Int) -> Double {
    var product = 0.5 / Double(degrees).squareRoot()
    for j in stride(from: 1, to: degrees / 2, by: 1) { product *= Double(2 * j + 1) / Double(2 * j) }
    return product
  }

  /// Source: Abramowitz and Stegun 1964, 26.7.4, with sin θ = t / √(ν + t²) and cos² θ = ν / (ν + t²).
  static func chance(below t: Double, degrees: Int) -> Double {
    guard t.magnitude < 1e150 else { return t < 0 ? 0 : 1 }
    let sum = Double(degrees) + t * t
    let sine = t / sum.squareRoot()
    let cosineSquared = Double(degrees) / sum
    var (term, total) = (1.0, 1.0)
    for j in stride(from: 1, to: degrees / 2, by: 1) {
      term *= cosineSquared * Double(2 * j - 1) / Double(2 * j)
      total += term
    }
    return max(0.5 + 0.5 * sine * total, 0)
  }
}
