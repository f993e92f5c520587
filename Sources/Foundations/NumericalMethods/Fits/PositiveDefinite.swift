/// A symmetric matrix all of whose eigenvalues are above 0, ready to solve with.
///
/// Source: Golub and Van Loan, "Matrix computations", 4th ed., algorithm 4.2.1.
public struct PositiveDefinite {
  private let size: Int
  /// The lower triangle of the factor L, row by row.
  private let rows: [Double]

  /// Nil for a matrix that is not, or only just, positive definite.
  ///
  /// - Parameters:
  ///   - size: how many rows and columns the matrix has.
  ///   - matrix: the element in a row and a column not right of the diagonal.
  public init?(size: Int, matrix: (_ row: Int, _ column: Int) -> Double) {
    let rows = CholeskyFactor.rows(size: size, matrix: matrix) { rest, element in
      rest > 1e-13 * element.magnitude && rest.isFinite ? rest.squareRoot() : nil
    }
    guard let rows else { return nil }
    (self.size, self.rows) = (size, rows)
  }

  /// The natural logarithm of the determinant.
  public var logDeterminant: Double {
    (0..<size).reduce(0) { $0 + 2 * Elementary.log(rows[$1 * ($1 + 1) / 2 + $1]) }
  }

  /// The vector that the matrix turns into another.
  public func solving(_ right: [Double]) -> [Double] {
    var solution = right
    for row in 0..<size {
      let start = row * (row + 1) / 2
      for column in 0..<row { solution[row] -= rows[start + column] * solution[column] }
      solution[row] /= rows[start + row]
    }
    for row in stride(from: size - 1, through: 0, by: -1) {
      for below in stride(from: row + 1, to: size, by: 1) {
        solution[row] -= rows[below * (below + 1) / 2 + row] * solution[below]
      }
      solution[row] /= rows[row * (row + 1) / 2 + row]
    }
    return solution
  }
}
