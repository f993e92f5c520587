import NumericalMethods
import Testing

@Suite struct SymmetricEigenvectorsTests {
  /// [[2, 1], [1, 2]] has 1 along (1, -1) and 3 along (1, 1).
  @Test func `two axes`() {
    let found = SymmetricEigenvectors(size: 2) { $0 == $1 ? 2 : 1 }
    #expect(zip(found.values.sorted(), [1, 3]).allSatisfy { abs($0 - $1) < 1e-14 })
  }

  @Test func `a diagonal stays`() {
    let found = SymmetricEigenvectors(size: 3) { $0 == $1 ? Double($0) : 0 }
    #expect(found.values == [0, 1, 2] && found.vectors == [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
  }

  /// The covariance of places on a line, and of a few at one place, which has eigenvalues of 0.
  @Test(arguments: [1, 5, 30]) func `vectors and values make the matrix again`(size: Int) {
    func element(_ row: Int, _ column: Int) -> Double {
      Elementary.exp(-abs(Double(row / 2) - Double(column / 2)) / 3)
    }
    let found = SymmetricEigenvectors(size: size, matrix: element)
    for row in 0..<size {
      for column in 0...row {
        let sum = (0..<size).reduce(0) {
          $0 + found.values[$1] * found.vectors[$1][row] * found.vectors[$1][column]
        }
        #expect(abs(sum - element(row, column)) < 1e-13)
        let product = (0..<size).reduce(0) { $0 + found.vectors[row][$1] * found.vectors[column][$1] }
        #expect(abs(product - (row == column ? 1 : 0)) < 1e-13)
      }
    }
  }
}
