import NumericalMethods
import Testing

@Suite struct CholeskyFactorTests {
  @Test func `gives the factor worked by hand`() {
    // [[4, 12, -16], [12, 37, -43], [-16, -43, 98]] = L Lᵀ with L = [[2], [6, 1], [-8, 5, 3]].
    let matrix: [[Double]] = [[4, 12, -16], [12, 37, -43], [-16, -43, 98]]
    let factor = CholeskyFactor(size: 3) { matrix[$0][$1] }
    #expect(factor.rows == [2, 6, 1, -8, 5, 3])
    #expect(factor[2, 1] == 5)
  }

  @Test func `repeats a row for a place that comes twice`() {
    // Rows 0 and 1 are the same variable, row 2 is correlated with both by 0.5.
    let matrix: [[Double]] = [[1, 1, 0.5], [1, 1, 0.5], [0.5, 0.5, 1]]
    let factor = CholeskyFactor(size: 3) { matrix[$0][$1] }
    #expect(factor.rows == [1, 1, 0, 0.5, 0, 0.75.squareRoot()])
  }
}
