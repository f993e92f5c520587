/// Whether differences lie on one side of zero more often than a fair coin would put them there: two-sided, exact
/// for any number of them.
///
/// Differences of zero, to a resolution, are left out. Source: Dixon and Mood 1946, "The statistical sign test",
/// doi:10.1080/01621459.1946.10501898.
public struct SignTest: Hashable, Sendable {
  /// The number of differences above zero by more than the resolution.
  public let positive: Int
  /// The number of differences below zero by more than the resolution.
  public let negative: Int
  /// 1 when every difference is zero.
  public let p: Double

  /// - Parameters:
  ///   - differences: one for each observation, in any order.
  ///   - resolution: differences up to this are round-off and count as zero.
  public init(_ differences: [Double], resolution: Double = 0) {
    positive = differences.count { $0 > resolution }
    negative = differences.count { $0 < -resolution }
    p = Self.chance(ofAtMost: min(positive, negative), among: positive + negative)
  }

  /// Twice the probability of at most `heads` heads, where `heads` is at most half of the throws; at most 1.
  private static func chance(ofAtMost heads: Int, among throwCount: Int) -> Double {
    guard 2 * heads < throwCount else { return 1 }
    // n over k, halved n times; the halvings are spread so that it neither overflows nor vanishes on the way.
    var term = 1.0
    var halvings = throwCount
    for head in 0..<heads {
      term *= Double(throwCount - head) / Double(head + 1)
      while term > 1, halvings > 0 {
        term /= 2
        halvings -= 1
      }
    }
    while halvings > 0, term > 0 {
      term /= 2
      halvings -= 1
    }
    var sum = term
    for head in stride(from: heads, to: 0, by: -1) {
      term *= Double(head) / Double(throwCount - head + 1)
      sum += term
    }
    return min(2 * sum, 1)
  }
}
