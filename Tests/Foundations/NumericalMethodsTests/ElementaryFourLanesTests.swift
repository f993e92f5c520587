import NumericalMethods
import Testing

/// Four lanes against the functions of one number, which other tests compare with mpmath.
@Suite struct ElementaryFourLanesTests {
  /// Numbers of all sizes and both signs, and the ends of all ranges.
  private static let values: [Double] = {
    var random = RandomStream(Seed(7))
    let ends: [Double] = [
      0, .leastNonzeroMagnitude, .leastNormalMagnitude, 0.5.squareRoot(), 1, 2.0.squareRoot(), 707.9, 708,
      708.1, 709.8,
      745.1, 745.3, 1e6, 1_000_001, .greatestFiniteMagnitude, .infinity, .nan,
    ]
    let sizes = (0..<20_000).map { _ in random.normal() * Elementary.exp(40 * random.normal()) }
    let ordinary = (0..<20_000).map { _ in 50 * random.normal() }
    return (ends + ends.map { -$0 } + sizes + ordinary)
  }()

  private static func areEqual(
    _ lanes: (SIMD4<Double>) -> SIMD4<Double>, _ function: (Double) -> Double
  ) -> Bool {
    values.indices.allSatisfy { index in
      let four = SIMD4((0..<4).map { values[(index + 7 * $0) % values.count] })
      let results = lanes(four)
      return (0..<4).allSatisfy { lane in
        let expected = function(four[lane])
        return expected.isNaN ? results[lane].isNaN : results[lane].bitPattern == expected.bitPattern
      }
    }
  }

  @Test func `each lane has the bits of the function of one number, also beyond the range of the others`() {
    #expect(Self.areEqual({ Elementary.log($0) }, { Elementary.log($0) }))
    #expect(Self.areEqual({ Elementary.exp($0) }, { Elementary.exp($0) }))
    #expect(Self.areEqual({ Elementary.sinCos($0).sin }, { Elementary.sin($0) }))
    #expect(Self.areEqual({ Elementary.sinCos($0).cos }, { Elementary.cos($0) }))
  }

  @Test func `columns are read and written four at a time, and no further than they go`() {
    var column = (0..<6).map(Double.init)
    #expect(column.span.four(from: 1) == SIMD4(1, 2, 3, 4))
    #expect(column.span.four(from: 4) == SIMD4(4, 5, 5, 5))
    var writable = column.mutableSpan
    writable.replace(from: 4, with: SIMD4(10, 11, 12, 13))
    writable.replace(from: 0, with: SIMD4(20, 21, 22, 23), most: 2)
    #expect(column == [20, 21, 2, 3, 10, 11])
  }
}
