import NumericalMethods
import Testing

@Suite struct SobolPointsTests {
  /// The recurrence of Bratley and Fox 1988, computed by hand from their table (primitive polynomials 1, x + 1, x^2 + x + 1,
  /// x^3 + x + 1, x^3 + x^2 + 1, x^4 + x + 1; first numbers 1; 1; 1 1; 1 3 7; 1 1 5; 1 3 1 1) in the order of Antonov and
  /// Saleev. The first two dimensions are those of scipy.stats.qmc.Sobol(scramble=False) after its point of zeros.
  private static let sixteenths: [[Double]] = [
    [8, 8, 8, 8, 8, 8], [12, 4, 12, 4, 12, 4], [4, 12, 4, 12, 4, 12], [6, 6, 10, 2, 14, 14],
    [14, 14, 2, 10, 6, 6], [10, 2, 6, 6, 2, 10], [2, 10, 14, 14, 10, 2], [3, 5, 5, 11, 9, 3],
  ]

  @Test func `begins with the published points, after the one of zeros`() throws {
    let points = try SobolPoints.first(8, dimensions: 6)
    #expect(points == Self.sixteenths.map { $0.map { $0 / 16 } })
    // The 16th and the 32nd point by the same recurrence.
    let more = try SobolPoints.first(32, dimensions: 6)
    #expect(more[15] == [0.09375, 0.46875, 0.84375, 0.40625, 0.28125, 0.34375])
    #expect(more[31] == [0.046875, 0.265625, 0.609375, 0.578125, 0.703125, 0.640625])
  }

  /// What Sobol's construction is for: each dimension by itself is a (0, 1)-sequence in base 2.
  @Test func `each of 40 dimensions has every multiple of 1 / 256 once in 255 points`() throws {
    let points = try SobolPoints.first(255, dimensions: SobolPoints.mostDimensions)
    for dimension in 0..<SobolPoints.mostDimensions {
      #expect(points.map { $0[dimension] * 256 }.sorted() == (1...255).map(Double.init), "\(dimension)")
    }
  }

  @Test func `more points begin with the same ones`() throws {
    let few = try SobolPoints.first(5, dimensions: 3)
    #expect(Array(try SobolPoints.first(9, dimensions: 3).prefix(5)) == few)
    #expect(try SobolPoints.first(0, dimensions: 1).isEmpty)
  }
}
