/// How well two lists of values agree in their order.
public enum RankCorrelation {
  /// Spearman's coefficient: Pearson's of the ranks, 1 for the same order and -1 for the reverse.
  ///
  /// Equal values share the mean of their ranks. Source: Spearman 1904, "The proof and measurement of association
  /// between two things", doi:10.2307/1412159; ties after Kendall 1945, doi:10.2307/2332303.
  ///
  /// - Returns: nil for fewer than two values, or when all on one side are equal.
  /// - Precondition: both lists have the same length.
  public static func spearman(_ a: [Double], _ b: [Double]) -> Double? {
    precondition(a.count == b.count, "\(a.count) values against \(b.count)")
    let (first, second) = (ranks(a), ranks(b))
    let mean = Double(a.count + 1) / 2
    var (products, squaresA, squaresB) = (0.0, 0.0, 0.0)
    for (rankA, rankB) in zip(first, second) {
      products += (rankA - mean) * (rankB - mean)
      squaresA += (rankA - mean) * (rankA - mean)
      squaresB += (rankB - mean) * (rankB - mean)
    }
    guard squaresA > 0, squaresB > 0 else { return nil }
    return products / (squaresA * squaresB).squareRoot()
  }

  /// The rank of each value, from 1 for the smallest; equal values share the mean of their ranks.
  public static func ranks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var ranks = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
      for place in start...end { ranks[order[place]] = Double(start + end) / 2 + 1 }
      start = end + 1
    }
    return ranks
  }
}
