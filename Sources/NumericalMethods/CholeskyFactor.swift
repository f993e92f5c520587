/// The lower triangle L with L Lᵀ = A for a symmetric matrix A that has no negative eigenvalue.
///
/// L times a vector of independent standard normal numbers has the covariance A. Rows that depend on
/// earlier ones, such as two places that are the same, are allowed and get a zero on the diagonal.
///
/// Source: Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., algorithms 10.2 and 10.3
/// without pivoting.
public struct CholeskyFactor: Hashable, Sendable {
  public let size: Int
  /// Row by row, each up to and including the diagonal: row i begins at i (i + 1) / 2.
  public let rows: [Double]

  /// - Parameter matrix: the element in a row and a column not right of the diagonal.
  public init(size: Int, matrix: (_ row: Int, _ column: Int) -> Double) {
    self.size = size
    var rows: [Double] = []
    rows.reserveCapacity(size * (size + 1) / 2)
    for row in 0..<size {
      let start = rows.count
      for column in 0...row {
        var rest = matrix(row, column)
        let other = column * (column + 1) / 2
        for inner in 0..<column { rest -= rows[start + inner] * rows[other + inner] }
        rows.append(CholeskyFactor.element(rest, diagonal: column == row ? nil : rows[other + column]))
      }
    }
    self.rows = rows
  }

  /// - Parameter diagonal: the diagonal element above; nil when this is one itself.
  private static func element(_ rest: Double, diagonal: Double?) -> Double {
    guard let diagonal else { return rest > 1e-12 ? rest.squareRoot() : 0 }
    return diagonal > 0 ? rest / diagonal : 0
  }

  /// The element in a row and a column not right of the diagonal.
  public subscript(row: Int, column: Int) -> Double { rows[row * (row + 1) / 2 + column] }
}
