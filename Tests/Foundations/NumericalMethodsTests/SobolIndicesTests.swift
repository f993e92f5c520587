import NumericalMethods
import Testing

@Suite struct SobolIndicesTests {
  /// The function of Ishigami and Homma 1990 with a = 7 and b = 0.1, whose indices are known in closed form: of the variance
  /// a²/8 + bπ⁴/5 + b²π⁸/18 + 1/2 = 13.8446 the first input has (1 + bπ⁴/5)²/2 alone, the second a²/8, the third nothing alone and
  /// 8b²π⁸/225 together with the first.
  @Test func `gives the known indices of the Ishigami function`() throws {
    let rows = try SobolPoints.first(4095, dimensions: 6).map { row in
      SobolIndices.points(ofRow: row).map { point -> Double in
        let x = point.map { (2 * $0 - 1) * Double.pi }
        let (first, second) = (Elementary.sin(x[0]), Elementary.sin(x[1]))
        let third = x[2] * x[2] * x[2] * x[2]
        return first + 7 * second * second + 0.1 * third * first
      }
    }
    let indices = try #require(SobolIndices(rows, resamples: 200, seed: Seed(1)))
    for (index, expected) in zip(indices.first, [0.3139, 0.4424, 0]) {
      #expect(abs(index.value - expected) < 0.01 && index.lower < expected && expected < index.upper)
    }
    for (index, expected) in zip(indices.total, [0.5576, 0.4424, 0.2437]) {
      #expect(abs(index.value - expected) < 0.01 && index.lower < expected && expected < index.upper)
    }
  }

  /// f = 3 x + y with variances 9/12 and 1/12 of 10/12: nothing is due to both together.
  @Test func `a sum has total indices equal to its first-order indices`() throws {
    let rows = try SobolPoints.first(1023, dimensions: 4).map { row in
      SobolIndices.points(ofRow: row).map { 3 * $0[0] + $0[1] }
    }
    let indices = try #require(SobolIndices(rows, resamples: 10, seed: Seed(1)))
    for (index, expected) in zip(indices.first + indices.total, [0.9, 0.1, 0.9, 0.1]) {
      #expect(abs(index.value - expected) < 0.005)
    }
  }

  @Test func `a constant function and a single row have none`() {
    #expect(SobolIndices([[2, 2, 2], [2, 2, 2]], seed: Seed(1)) == nil)
    #expect(SobolIndices([[1, 2, 3]], seed: Seed(1)) == nil)
  }

  @Test func `the points of a row are A, B and A with one input of B at a time`() {
    #expect(
      SobolIndices.points(ofRow: [0.1, 0.2, 0.7, 0.8]) == [
        [0.1, 0.2], [0.7, 0.8], [0.7, 0.2], [0.1, 0.8],
      ])
  }
}

@Suite struct LatinHypercubeTests {
  @Test(arguments: [1, 2, 7, 100])
  func `each dimension has one value in each part`(count: Int) {
    let points = LatinHypercube.points(count, dimensions: 3, seed: Seed(5))
    #expect(points.count == count)
    for dimension in 0..<3 {
      let parts = points.map { Int($0[dimension] * Double(count)) }
      #expect(parts.sorted() == Array(0..<count))
    }
  }

  @Test func `the same seed gives the same points, another one others, and dimensions differ`() {
    let points = LatinHypercube.points(20, dimensions: 2, seed: Seed(5))
    #expect(points == LatinHypercube.points(20, dimensions: 2, seed: Seed(5)))
    #expect(points != LatinHypercube.points(20, dimensions: 2, seed: Seed(6)))
    #expect(points.map { $0[0] } != points.map { $0[1] })
  }
}
