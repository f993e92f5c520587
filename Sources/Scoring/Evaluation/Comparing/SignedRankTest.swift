import NumericalMethods

/// Wilcoxon's signed-rank test, two-sided: whether differences are symmetric about zero.
///
/// Differences of zero are left out and equal magnitudes share the mean of their ranks, both to a resolution. Up to
/// ``largestExact`` differences p is exact: all assignments of signs to these ranks are counted, ties or not. With more it
/// is that of a normal distribution with the same mean and variance, corrected for ties but not for continuity.
///
/// Source: Wilcoxon 1945, "Individual comparisons by ranking methods", doi:10.2307/3001968; zeros and ties as in
/// Pratt and Gibbons 1981, "Concepts of nonparametric theory", section 3.7.
public struct SignedRankTest: Hashable, Sendable {
  /// The most differences for which all assignments of signs are counted: 2^50 is exact in a Double.
  public static let largestExact = 50

  /// Differences that are not zero.
  public let count: Int
  /// The ranks of the differences above zero, summed.
  public let positiveRanks: Double
  /// 1 when every difference is zero.
  public let p: Double

  /// - Parameters:
  ///   - differences: one for each observation, in any order.
  ///   - resolution: differences up to this, and magnitudes no further than this above the smallest that they
  ///     share a rank with, differ by round-off only.
  public init(_ differences: [Double], resolution: Double = 0) {
    let ordered = differences.filter { $0.magnitude > resolution }
      .sorted { ($0.magnitude, $0) < ($1.magnitude, $1) }
    let ranks = Self.doubledRanks(of: ordered, resolution)
    var positive = 0
    for (rank, difference) in zip(ranks, ordered) where difference > 0 { positive += rank }
    count = ordered.count
    positiveRanks = Double(positive) / 2
    p =
      count <= Self.largestExact
      ? Self.exactChance(of: positive, ranks) : Self.normalChance(of: positive, ranks)
  }

  /// Twice the rank of each, from 2 on, so that shared ranks are whole too.
  private static func doubledRanks(of ordered: [Double], _ resolution: Double) -> [Int] {
    var ranks: [Int] = []
    while ranks.count < ordered.count {
      let first = ranks.count
      let end =
        ordered[first...].firstIndex { $0.magnitude > ordered[first].magnitude + resolution } ?? ordered.count
      ranks += [Int](repeating: first + 1 + end, count: end - first)
    }
    return ranks
  }

  /// Counts the ways to reach each sum: at most 2^50 of them, which a Double holds exactly.
  private static func exactChance(of positive: Int, _ ranks: [Int]) -> Double {
    let total = ranks.reduce(0, +)
    var ways = [Double](repeating: 0, count: total + 1)
    ways[0] = 1
    for rank in ranks {
      for sum in stride(from: total, through: rank, by: -1) { ways[sum] += ways[sum - rank] }
    }
    // The distribution is symmetric about half the total, so both ends are equally likely.
    let extreme = ways[...min(positive, total - positive)].reduce(0, +)
    return min(2 * extreme / ways.reduce(0, +), 1)
  }

  /// The sum of ranks r with signs drawn evenly has half their total as mean and ¼ Σ r² as variance.
  private static func normalChance(of positive: Int, _ ranks: [Int]) -> Double {
    var (total, squares) = (0.0, 0.0)
    for rank in ranks {
      total += Double(rank)
      squares += Double(rank) * Double(rank)
    }
    let deviations = (2 * Double(positive) - total).magnitude / squares.squareRoot()
    return Elementary.erfc(deviations / 2.0.squareRoot())
  }
}
