/// Fisher's information of a few numbers together: symmetric, without negative eigenvalues.
public struct InformationMatrix: Hashable, Sendable {
  /// The number of rows.
  public let size: Int
  /// Row by row, all of it.
  public private(set) var elements: [Double]

  /// Of numbers of which nothing is known.
  public init(size: Int) {
    self.size = size
    elements = [Double](repeating: 0, count: size * size)
  }

  public subscript(row: Int, column: Int) -> Double {
    get { elements[row * size + column] }
    set { elements[row * size + column] = newValue }
  }

  /// The information of two independent sources together.
  ///
  /// - Precondition: they are of the same numbers.
  public static func + (a: InformationMatrix, b: InformationMatrix) -> InformationMatrix {
    precondition(a.size == b.size, "\(a.size) numbers and \(b.size)")
    var sum = a
    for index in sum.elements.indices { sum.elements[index] += b.elements[index] }
    return sum
  }

  /// The least variance with which a weighted sum of the numbers can be estimated: `cᵀ J⁻¹ c`, the bound of Cramér and Rao;
  /// infinite where nothing tells one of them.
  ///
  /// Source: van Trees 1968, "Detection, estimation, and modulation theory", part I, section 2.4.3, equations 2.4.209 f.
  public func variance(of weights: [Double]) -> Double {
    precondition(weights.count == size, "\(weights.count) weights for \(size) numbers")
    // Scaled to a diagonal of ones, so that units do not matter.
    let scales = (0..<size).map { self[$0, $0].squareRoot() }
    guard scales.allSatisfy({ $0 > 0 && $0.isFinite }),
      let factor = PositiveDefinite(size: size, matrix: { self[$0, $1] / (scales[$0] * scales[$1]) })
    else { return .infinity }
    let scaled = zip(weights, scales).map { $0 / $1 }
    return zip(scaled, factor.solving(scaled)).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
