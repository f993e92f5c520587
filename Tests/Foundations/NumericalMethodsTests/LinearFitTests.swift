import NumericalMethods
import Testing

@Suite struct LinearFitTests {
  // NumPy 2.4.6: polyfit(x, y, 1, full=True).
  static let x = [0, 1, 2.5, 4, 7]
  static let y = [1.1, 2.9, 6.2, 8.7, 15.3]

  @Test func `agrees with NumPy`() throws {
    let fit = try LinearFit(x: Self.x, y: Self.y)
    #expect(abs(fit.intercept - 0.9708609271523175) < 1e-13)
    #expect(abs(fit.slope - 2.023841059602649) < 1e-13)
    #expect(abs(fit.sumOfSquares - 0.2148344370860936) < 1e-13)
    #expect(abs(try #require(fit.residualDeviation) - (0.2148344370860936 / 3).squareRoot()) < 1e-13)
  }

  @Test func `goes through two points and claims no deviation`() throws {
    let fit = try LinearFit(x: [1, 3], y: [2, 8])
    #expect(fit.intercept == -1 && fit.slope == 3)
    #expect(fit.residualDeviation == nil)
  }

  @Test func `refuses what leaves the line open`() {
    #expect(throws: FitError.tooFewPoints(given: 1, needed: 2)) { try LinearFit(x: [1], y: [1]) }
    #expect(throws: FitError.undetermined) { try LinearFit(x: [2, 2, 2], y: [1, 2, 3]) }
    #expect(throws: FitError.notFinite) { try LinearFit(x: [1, 2], y: [1, .nan]) }
    #expect(throws: FitError.notFinite) { try LinearFit(x: [1, .infinity], y: [1, 2]) }
  }
}
