import Documents

/// The losses of squared weighted residuals, which ``RangeSlopes`` adds up.
///
/// Source: Huber 1964, "Robust estimation of a location parameter", doi:10.1214/aoms/1177703732; Holland & Welsch 1977, "Robust
/// regression using iteratively reweighted least-squares", doi:10.1080/03610927708827533, for Cauchy's. With the thresholds
/// 1.345 and 2.385 both are 95 % efficient for normal residuals of standard deviation 1.
extension Trilateration.Settings.Loss {
  static let form = SettingForm<Self>.union([
    SettingVariant("squares", is: .squares, "Its square."),
    SettingVariant(
      "huber", threshold(1.345), as: { .huber($0) },
      from: { if case .huber(let threshold) = $0 { threshold } else { nil } },
      "Its square up to the threshold, and linear beyond: Huber 1964."),
    SettingVariant(
      "cauchy", threshold(2.385), as: { .cauchy($0) },
      from: { if case .cauchy(let threshold) = $0 { threshold } else { nil } },
      "The logarithm of 1 plus the square over that of the threshold, so that a large one hardly counts."),
  ])

  private static func threshold(_ standard: Double) -> SettingForm<Double> {
    .one(
      "threshold", .number(.between(1e-6, 1e6)), default: standard,
      "The residual from which on it counts less: in m with `exponent` 0, as a share of the estimated distance with 2."
    )
  }

  var summary: String {
    switch self {
    case .squares: ""
    case .huber: ", Huber"
    case .cauchy: ", Cauchy"
    }
  }
}
