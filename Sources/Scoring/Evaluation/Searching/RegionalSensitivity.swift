public import NumericalMethods

/// The sensitivity to parameters that were varied together: of being inside a region, and of some figures.
///
/// For the region: the distance between the distributions of a parameter's values inside and outside. For an ordered
/// parameter it is the Kolmogorov-Smirnov distance, the largest difference of the cumulative shares; for a few unordered
/// values it is the total variation distance, the largest difference of the shares of any set of values. Both are 0 for
/// equal distributions and 1 for values that never occur on both sides.
///
/// For a figure: Spearman's rank correlation. Of a parameter with more than two unordered values it is the correlation
/// ratio: the root of the share of the ranks' variance that lies between the values, without a sign.
///
/// The level that a parameter without any effect reaches is found by permutation: the labels, and the ranks, are
/// assigned to the points at random many times, and each time the largest value over all parameters is kept. 95 % of
/// these lie below the level.
///
/// Source: Spear and Hornberger 1980, "Eutrophication in Peel Inlet II: identification of critical uncertainties via
/// generalized sensitivity analysis", doi:10.1016/0043-1354(80)90040-8; the largest over all parameters after
/// Westfall and Young 1993, "Resampling-based multiple testing", chapter 2.
public struct RegionalSensitivity: Sendable {
  /// The values that one parameter has, by point.
  public struct Parameter: Sendable {
    fileprivate let values: [Double]
    fileprivate let isOrdered: Bool

    /// - Parameters:
    ///   - values: by point.
    ///   - isOrdered: whether the values have an order; two values always do.
    public init(_ values: [Double], isOrdered: Bool) { (self.values, self.isOrdered) = (values, isOrdered) }
  }

  public struct Row: Hashable, Sendable {
    /// Nil when one side has no points.
    public let distance: Double?
    /// By figure: nil when all its values are equal, or all of the parameter's.
    public let correlations: [Double?]
  }

  /// By parameter.
  public let rows: [Row]
  /// The 95 % quantile of the largest distance over permutations; nil when one side has no points.
  public let distanceLevel: Double?
  /// The same for one figure, without signs; nil for fewer than three points.
  public let correlationLevel: Double?

  /// - Parameters:
  ///   - parameters: those that were varied together.
  ///   - labels: by point: inside, outside, or nil for neither.
  ///   - figures: by figure, then by point; points without one are left out of all.
  ///   - seed: of the shuffling.
  ///   - shufflings: at least 20.
  public init(
    of parameters: [Parameter], labels: [Bool?], figures: [[Double?]], seed: Seed, shufflings: Int = 1000
  ) {
    precondition(shufflings >= 20, "shufflings must be at least 20, were \(shufflings)")
    let labelled = labels.indices.filter { labels[$0] != nil }
    let sides = labelled.map { labels[$0] == true }
    let known = labels.indices.filter { point in figures.allSatisfy { $0[point] != nil } }
    let ranks = figures.map { figure in RankCorrelation.ranks(known.compactMap { figure[$0] }) }
    let spreads = parameters.map { ValueSpread($0.values.picked(labelled), isOrdered: $0.isOrdered) }
    let links = parameters.map { RankLink($0.values.picked(known), isOrdered: $0.isOrdered) }
    rows = zip(spreads, links).map { spread, link in
      Row(distance: spread.distance(of: sides), correlations: ranks.map { link.correlation(with: $0) })
    }
    var random = RandomStream(seed.derived("shuffling"))
    let hasSides = sides.contains(true) && sides.contains(false)
    distanceLevel =
      hasSides
      ? Self.level(of: sides, shufflings: shufflings, using: &random) { shuffled in
        spreads.compactMap { $0.distance(of: shuffled) }.max()
      } : nil
    correlationLevel =
      known.count > 2
      ? Self.level(of: (1...known.count).map(Double.init), shufflings: shufflings, using: &random) {
        shuffled in
        links.compactMap { $0.correlation(with: shuffled)?.magnitude }.max()
      } : nil
  }

  /// The 95 % quantile over permutations.
  private static func level<Value>(
    of values: [Value], shufflings: Int, using random: inout RandomStream, _ largest: ([Value]) -> Double?
  ) -> Double? {
    var shuffled = values
    var found: [Double] = []
    for _ in 0..<shufflings {
      for place in stride(from: shuffled.count - 1, to: 0, by: -1) {
        shuffled.swapAt(place, random.uniform(below: place + 1))
      }
      if let value = largest(shuffled) { found.append(value) }
    }
    return Quantiles.of(found, at: [0.95])?[0]
  }
}

extension [Double] {
  fileprivate func picked(_ places: [Int]) -> [Double] { places.map { self[$0] } }
}
