import NumericalMethods

/// A quantile of the errors of all laps, with its interval.
///
/// The share of errors up to a limit is a mean over laps as ``LapMean`` has it, with a standard error and Student's t. Two
/// intervals of the quantile follow from that. Woodruff's takes the standard error at the quantile itself and gives the
/// quantiles of the two ends. The other contains every limit at which the share, with the standard error there, is
/// compatible with the fraction. Woodruff's interval fails where few laps have errors that large, the other where few
/// errors exceed a limit. The interval here is the smallest that contains both.
///
/// Sources: Woodruff 1952, "Confidence intervals for medians and other position measures",
/// doi:10.1080/01621459.1952.10483443; Francisco and Fuller 1991, "Quantile estimation with a complex survey design",
/// doi:10.1214/aos/1176347993. Combining the two is ours.
public struct LapQuantile: Hashable, Sendable {
  /// As ``Quantiles`` defines it, in metres.
  public let value: Double
  /// Nil with fewer than two laps that have errors.
  public let interval: ConfidenceInterval?

  /// Nil without errors.
  ///
  /// - Parameters:
  ///   - fraction: between 0 and 1.
  ///   - errors: in metres, by lap.
  public init?(_ fraction: Double, of errors: ErrorsByLap) {
    guard !errors.values.isEmpty else { return nil }
    let order = OrderStatistics.order(of: errors.values)
    let sorted = order.map { errors.values[$0] }
    value = Quantiles.of(sorted: sorted, at: fraction)
    let counts = errors.laps.indices.map { Double(errors[$0].count) }
    let laps = counts.count { $0 > 0 }
    guard laps >= 2 else {
      interval = nil
      return
    }
    let quantile = StudentQuantile.twoSided(ConfidenceInterval.confidence, degrees: Double(laps - 1))
    let shares = Self.shares(of: errors, counts, order)
    var (lower, upper) = (shares[shares.count - 1].limit, shares[0].limit)
    var reach = 0.0
    var isBelow = true
    for share in shares {
      let margin = quantile * share.error
      if share.limit <= value { reach = margin }
      if isBelow, share.value + margin >= fraction { (lower, isBelow) = (share.limit, false) }
      if share.value - margin <= fraction { upper = share.following }
    }
    interval = ConfidenceInterval(
      lower: min(Quantiles.of(sorted: sorted, at: max(fraction - reach, 0)), lower, value),
      upper: max(Quantiles.of(sorted: sorted, at: min(fraction + reach, 1)), upper, value))
  }

  /// The share of all errors that are no larger than one of them.
  private struct Share {
    /// Metres.
    let limit: Double
    /// The next larger error in metres; for the last error, the error itself.
    let following: Double
    let value: Double
    let error: Double
  }

  /// Each distinct error in ascending order. The sums over laps are updated from one error to the next, so that the
  /// time is that of sorting.
  ///
  /// - Parameter order: of the errors by size.
  private static func shares(of errors: ErrorsByLap, _ counts: [Double], _ order: [Int]) -> [Share] {
    let lapOfValue = errors.laps.indices.flatMap { [Int](repeating: $0, count: errors[$0].count) }
    let (total, laps) = (Double(order.count), Double(counts.count { $0 > 0 }))
    let squaredCounts = counts.reduce(0) { $0 + $1 * $1 }
    var found = [Double](repeating: 0, count: counts.count)
    var (squares, products) = (0.0, 0.0)
    var shares: [Share] = []
    shares.reserveCapacity(order.count)
    for (place, index) in order.enumerated() {
      let lap = lapOfValue[index]
      squares += 2 * found[lap] + 1
      products += counts[lap]
      found[lap] += 1
      let limit = errors.values[index]
      let following = place + 1 < order.count ? errors.values[order[place + 1]] : limit
      guard following > limit || place + 1 == order.count else { continue }
      let share = Double(place + 1) / total
      let residuals = max(squares - 2 * share * products + share * share * squaredCounts, 0)
      shares.append(
        Share(
          limit: limit, following: following, value: share,
          error: (residuals * laps / (laps - 1)).squareRoot() / total))
    }
    return shares
  }
}
