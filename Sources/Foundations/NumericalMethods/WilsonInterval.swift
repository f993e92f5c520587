/// Between which bounds a share lies of which so many cases were seen among so many.
///
/// Source: Wilson 1927, "Probable inference, the law of succession, and statistical inference",
/// doi:10.1080/01621459.1927.10502953.
public struct WilsonInterval: Hashable, Sendable {
  /// The lower end, 0 to 1.
  public let lower: Double
  /// The upper end, 0 to 1.
  public let upper: Double

  /// - Parameters:
  ///   - cases: 0 to `count`.
  ///   - count: 1 or more.
  ///   - quantile: of the standard normal distribution, on either side; by default for 95 %.
  public init(cases: Int, of count: Int, quantile: Double = 1.959963984540054) {
    precondition(count >= 1 && 0...count ~= cases, "\(cases) cases of \(count) make no share")
    self.init(share: Double(cases) / Double(count), of: Double(count), quantile: quantile)
  }

  /// - Parameters:
  ///   - share: 0 to 1.
  ///   - count: how many independent cases tell as much as those that were seen; above 0.
  ///   - quantile: of the standard normal distribution, on either side; by default for 95 %.
  public init(share: Double, of count: Double, quantile: Double = 1.959963984540054) {
    precondition(count > 0 && 0...1 ~= share, "a share of \(share) among \(count) is none")
    let square = quantile * quantile
    let centre = (share + square / (2 * count)) / (1 + square / count)
    let half =
      quantile / (1 + square / count)
      * (share * (1 - share) / count + square / (4 * count * count)).squareRoot()
    lower = share == 0 ? 0 : max(centre - half, 0)
    upper = share == 1 ? 1 : min(centre + half, 1)
  }
}
