/// Random points of a cube of side 1 of which each dimension has one in each of as many equal parts as there are points.
///
/// Source: McKay, Beckman, Conover 1979, "A comparison of three methods for selecting values of input variables in the
/// analysis of output from a computer code", doi:10.2307/1268522. Parts are shuffled after Fisher and Yates in the form of
/// Durstenfeld 1964, "Algorithm 235", doi:10.1145/364520.364540.
public enum LatinHypercube {
  /// - Parameters:
  ///   - count: 1 or more.
  ///   - dimensions: 1 or more.
  ///   - seed: each dimension derives its own.
  /// - Returns: for each point its coordinates, at least 0 and below 1.
  public static func points(_ count: Int, dimensions: Int, seed: Seed) -> [[Double]] {
    precondition(count >= 1 && dimensions >= 1, "\(count) points of \(dimensions) dimensions are none")
    let columns = (0..<dimensions).map { dimension in
      var random = RandomStream(seed.derived("dimension", dimension))
      var parts = Array(0..<count)
      for last in parts.indices.reversed() { parts.swapAt(last, random.uniform(below: last + 1)) }
      return parts.map { min((Double($0) + random.uniform()) / Double(count), 1.nextDown) }
    }
    return (0..<count).map { point in columns.map { $0[point] } }
  }
}
