/// The values of one parameter, prepared for correlating them with many rankings.
struct RankLink: Sendable {
  private enum Kind: Sendable {
    /// By point: the value's rank less the mean rank.
    case ordered([Double])
    /// By point: the index of its value.
    case grouped([Int], count: Int)
  }

  private let kind: Kind
  private let squares: Double

  /// Two distinct values always count as ordered.
  init(_ values: [Double], isOrdered: Bool) {
    let distinct = Set(values).sorted()
    if isOrdered || distinct.count <= 2 {
      let middle = Double(values.count + 1) / 2
      let ranks = RankCorrelation.ranks(values).map { $0 - middle }
      kind = .ordered(ranks)
      squares = ranks.reduce(0) { $0 + $1 * $1 }
    } else {
      kind = .grouped(values.map { value in distinct.firstIndex(of: value) ?? 0 }, count: distinct.count)
      squares = 1
    }
  }

  /// Spearman's coefficient, or the correlation ratio of the ranks.
  ///
  /// - Parameter ranks: by point, from 1 on; their mean is half their number and a half.
  /// - Returns: nil when all ranks or all values are equal.
  func correlation(with ranks: [Double]) -> Double? {
    let middle = Double(ranks.count + 1) / 2
    let total = ranks.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
    guard total > 0, squares > 0 else { return nil }
    switch kind {
    case .ordered(let own):
      var products = 0.0
      for (rank, value) in zip(ranks, own) { products += (rank - middle) * value }
      return products / (total * squares).squareRoot()
    case .grouped(let groups, let count):
      var sums = [Double](repeating: 0, count: count)
      var counts = [Double](repeating: 0, count: count)
      for (rank, group) in zip(ranks, groups) {
        sums[group] += rank - middle
        counts[group] += 1
      }
      let between = zip(sums, counts).reduce(0) { $0 + ($1.1 > 0 ? $1.0 * $1.0 / $1.1 : 0) }
      return (between / total).squareRoot()
    }
  }
}
