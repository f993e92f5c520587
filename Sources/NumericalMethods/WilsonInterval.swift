/// Between which bounds a share lies of which so many cases were seen among so many.
///
/// Source: Wilson 1927, "Probable inference, the law of succession, and statistical inference",
/// doi:10.1080/01621459.1927.10502953.
public struct WilsonInterval: Hashable, Sendable {
  public let lower: Double
  public let upper: Double

  /// - Parameters:
  ///   - cases: 0 to `count`.
  ///   - count: 1 or more.
  ///   - quantile: of the standard normal distribution, on either side; by default for 95 %.
  public init(cases: Int, of count: Int, quantile: Double = 1.959963984540054) {
    precondition(count >= 1 && 0...count ~= cases, "\(cases) cases of \(count) make no share")
    let (n, square) = (Double(count), quantile * quantile)
    let share = Double(cases) / n
    let centre = (share + square / (2 * n)) / (1 + square / n)
    let half = quantile / (1 + square / n) * (share * (1 - share) / n + square / (4 * n * n)).squareRoot()
    lower = cases == 0 ? 0 : max(centre - half, 0)
    upper = cases == count ? 1 : min(centre + half, 1)
  }
}
