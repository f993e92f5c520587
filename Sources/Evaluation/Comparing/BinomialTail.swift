import NumericalMethods

/// The upper tail of the binomial law.
enum BinomialTail {
  /// The chance of at least so many cases among so many throws.
  ///
  /// - Parameter share: the chance of each, above 0; 1 and more count as certain.
  static func chance(ofAtLeast cases: Int, among count: Int, share: Double) -> Double {
    guard cases > 0 else { return 1 }
    guard cases <= count else { return 0 }
    guard share < 1 else { return 1 }
    let (yes, no) = (Elementary.log(share), Elementary.log(1 - share))
    var logarithm = Double(count) * no
    var sum = 0.0
    for k in 0...count {
      if k >= cases { sum += Elementary.exp(max(logarithm, -700)) }
      logarithm += yes - no + Elementary.log(Double(max(count - k, 1)) / Double(k + 1))
    }
    return min(sum, 1)
  }
}
