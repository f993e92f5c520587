/// Quantiles with linear interpolation between the sorted values, as in NumPy and most spreadsheets.
///
/// The quantile of fraction `p` of `n` sorted values stands at place `(n - 1) p`, counted from 0. Source: Hyndman
/// and Fan 1996, "Sample quantiles in statistical packages", doi:10.1080/00031305.1996.10473566, definition 7.
public enum Quantiles {
  /// - Parameters:
  ///   - fractions: Between 0 and 1, in any order.
  ///   - values: In any order, all finite.
  /// - Returns: One for each fraction, in their order; nil when there are no values.
  public static func of(_ values: [Double], at fractions: [Double]) -> [Double]? {
    guard !values.isEmpty else { return nil }
    precondition(fractions.allSatisfy { 0...1 ~= $0 }, "fractions must be between 0 and 1")
    let sorted = OrderStatistics.order(of: values).map { values[$0] }
    return fractions.map { of(sorted: sorted, at: $0) }
  }

  /// The quantile of one fraction of values that are sorted already. There must be one.
  static func of(sorted values: [Double], at fraction: Double) -> Double {
    let place = Place(of: fraction, among: values.count)
    return place.value(between: values[place.lower], values[place.upper])
  }

  /// The place of a quantile among sorted values.
  struct Place {
    /// The place before it, from 0.
    let lower: Int
    /// The place after it; the same at the end.
    let upper: Int
    let fraction: Double

    init(of quantile: Double, among count: Int) {
      let place = Double(count - 1) * quantile
      lower = Int(place)
      upper = min(lower + 1, count - 1)
      fraction = place - Double(lower)
    }

    /// Interpolated from the nearer value, so that the result never leaves the interval of the two and rises with the
    /// fraction.
    func value(between a: Double, _ b: Double) -> Double {
      fraction < 0.5 ? a + (b - a) * fraction : b - (b - a) * (1 - fraction)
    }
  }
}
