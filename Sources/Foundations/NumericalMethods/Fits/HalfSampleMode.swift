/// Where values lie densest.
///
/// Source: Bickel and Frühwirth 2006, "On a fast, robust estimator of the mode", doi:10.1016/j.csda.2005.07.011:
/// the half of the values that takes the least room, the half of that, and so on.
public enum HalfSampleMode {
  /// - Parameter values: in any order, all finite.
  /// - Returns: nil when there are none. Of halves as dense as each other, the lowest counts.
  public static func of(_ values: [Double]) -> Double? {
    var sorted = values.sorted()[...]
    while sorted.count > 2 {
      let half = (sorted.count + 1) / 2
      guard half < sorted.count else { break }
      var best = sorted.startIndex
      for start in sorted.startIndex...(sorted.endIndex - half)
      where sorted[start + half - 1] - sorted[start] < sorted[best + half - 1] - sorted[best] { best = start }
      sorted = sorted[best..<(best + half)]
    }
    guard let first = sorted.first, let last = sorted.last else { return nil }
    return first + (last - first) / 2
  }
}
