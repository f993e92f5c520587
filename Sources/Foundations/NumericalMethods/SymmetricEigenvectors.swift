/// The eigenvalues and eigenvectors of a symmetric matrix, in no particular order.
///
/// Source: the cyclic method of Jacobi, Golub and Van Loan, "Matrix computations", 4th ed., algorithm 8.5.3, with sweeps
/// until all that is off the diagonal is below 1e-15 of it.
public struct SymmetricEigenvectors: Hashable, Sendable {
  /// In the order of the eigenvectors.
  public private(set) var values: [Double] = []
  /// By eigenvalue: a vector of length 1.
  public private(set) var vectors: [[Double]] = []

  /// More sweeps than any matrix needs.
  private static let mostSweeps = 60

  /// - Parameters:
  ///   - size: how many rows and columns the matrix has.
  ///   - matrix: the element in a row and a column not right of the diagonal.
  public init(size: Int, matrix: (_ row: Int, _ column: Int) -> Double) {
    var elements = (0..<size).map { row in (0..<size).map { matrix(max(row, $0), min(row, $0)) } }
    var vectors = (0..<size).map { row in (0..<size).map { $0 == row ? 1.0 : 0 } }
    let whole = elements.reduce(0) { $0 + $1.reduce(0) { $0 + $1 * $1 } }
    for _ in 0..<Self.mostSweeps {
      var off = 0.0
      for row in 0..<size {
        for column in 0..<row { off += elements[row][column] * elements[row][column] }
      }
      guard off > 1e-30 * whole else { break }
      for q in 0..<size {
        for p in 0..<q { Self.rotate(&elements, &vectors, p, q) }
      }
    }
    values = (0..<size).map { elements[$0][$0] }
    self.vectors = vectors
  }

  /// Turns two axes so that their element becomes 0. Vectors are kept as rows.
  private static func rotate(_ a: inout [[Double]], _ vectors: inout [[Double]], _ p: Int, _ q: Int) {
    guard a[p][q] != 0 else { return }
    let tau = (a[q][q] - a[p][p]) / (2 * a[p][q])
    let tangent = (tau < 0 ? -1 : 1) / (abs(tau) + (1 + tau * tau).squareRoot())
    let cosine = 1 / (1 + tangent * tangent).squareRoot()
    let sine = tangent * cosine
    for k in a.indices {
      let (x, y) = (a[k][p], a[k][q])
      (a[k][p], a[k][q]) = (cosine * x - sine * y, sine * x + cosine * y)
    }
    for k in a.indices {
      let (x, y) = (a[p][k], a[q][k])
      (a[p][k], a[q][k]) = (cosine * x - sine * y, sine * x + cosine * y)
      let (u, v) = (vectors[p][k], vectors[q][k])
      (vectors[p][k], vectors[q][k]) = (cosine * u - sine * v, sine * u + cosine * v)
    }
  }
}
