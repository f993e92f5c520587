/// The lower triangle L with L Lᵀ = A for a symmetric matrix A that has no negative eigenvalue.
///
/// L times a vector of independent standard normal numbers has the covariance A. Rows that depend on
/// earlier ones, such as two places that are the same, are allowed and get a zero on the diagonal.
///
/// Source: Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., algorithms 10.2 and 10.3
/// without pivoting.
public struct CholeskyFactor: Hashable, Sendable {
  /// Row by row, each up to and including the diagonal: row i begins at i (i + 1) / 2.
  public let rows: [Double]

  /// - Parameters:
  ///   - size: how many rows and columns the matrix has.
  ///   - matrix: the element in a row and a column not right of the diagonal.
  public init(size: Int, matrix: (_ row: Int, _ column: Int) -> Double) {
    rows =
      CholeskyFactor.rows(size: size, matrix: matrix) { rest, _ in rest > 1e-12 ? rest.squareRoot() : 0 }
      ?? []
  }

  /// - Parameter diagonal: makes a diagonal element of what is left of the matrix's own; nil when there is no factor.
  static func rows(
    size: Int, matrix: (_ row: Int, _ column: Int) -> Double,
    diagonal: (_ rest: Double, _ element: Double) -> Double?
  ) -> [Double]? {
    var rows: [Double] = []
    rows.reserveCapacity(size * (size + 1) / 2)
    for row in 0..<size {
      let start = rows.count
      for column in 0...row {
        let element = matrix(row, column)
        let other = column * (column + 1) / 2
        var rest = element
        for inner in 0..<column { rest -= rows[start + inner] * rows[other + inner] }
        if column == row {
          guard let root = diagonal(rest, element) else { return nil }
          rows.append(root)
        } else {
          rows.append(rows[other + column] > 0 ? rest / rows[other + column] : 0)
        }
      }
    }
    return rows
  }

  /// The element in a row and a column not right of the diagonal.
  public subscript(row: Int, column: Int) -> Double { rows[row * (row + 1) / 2 + column] }
}
