/// Makes p values stricter for being several, so that the chance of even one false alarm among them stays what
/// a single one claims.
///
/// Source: Holm 1979, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
/// Statistics 6, 65-70, in the form of adjusted p values: the smallest is multiplied by how many there are, the
/// next by one less, and none comes out below one before it or above 1.
public enum HolmCorrection {
  /// - Parameter p: between 0 and 1.
  /// - Returns: One for each, in their order.
  public static func adjusted(_ p: [Double]) -> [Double] {
    var adjusted = p
    var largest = 0.0
    for (place, index) in p.indices.sorted(by: { (p[$0], $0) < (p[$1], $1) }).enumerated() {
      largest = max(largest, min(Double(p.count - place) * p[index], 1))
      adjusted[index] = largest
    }
    return adjusted
  }
}
