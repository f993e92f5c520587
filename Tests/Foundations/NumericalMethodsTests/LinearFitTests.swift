import NumericalMethods
import Testing

@Suite struct LinearFitTests {
  // NumPy 2.4.6: polyfit(x, y, 1, w=sqrt(weights), cov=True).
  static let x = [0, 1, 2.5, 4, 7]
  static let y = [1.1, 2.9, 6.2, 8.7, 15.3]

  @Test func `agrees with NumPy`() throws {
    let fit = try LinearFit(x: Self.x, y: Self.y)
    #expect(abs(fit.intercept - 0.9708609271523175) < 1e-13)
    #expect(abs(fit.slope - 2.023841059602649) < 1e-13)
    #expect(abs(try #require(fit.interceptError) - 0.185106544580446) < 1e-13)
    #expect(abs(try #require(fit.slopeError) - 0.0486953902072909) < 1e-13)
    #expect(abs(try #require(fit.covariance) + 0.0068765989795769355) < 1e-14)
    #expect(abs(fit.sumOfSquares - 0.2148344370860936) < 1e-13)
    #expect(abs(try #require(fit.residualDeviation) - (0.2148344370860936 / 3).squareRoot()) < 1e-13)
  }

  @Test(arguments: [1.0, 1000])
  func `agrees with NumPy by weights, whatever their scale`(scale: Double) throws {
    let fit = try LinearFit(x: Self.x, y: Self.y, weights: [1, 4, 2, 0.5, 3].map { $0 * scale })
    #expect(abs(fit.intercept - 0.9281300289668496) < 1e-13)
    #expect(abs(fit.slope - 2.0501448342452524) < 1e-13)
    #expect(abs(try #require(fit.interceptError) - 0.11830683127525525) < 1e-13)
    #expect(abs(try #require(fit.slopeError) - 0.029273348950174402) < 1e-13)
    #expect(abs(try #require(fit.covariance) + 0.0026115930171692996) < 1e-14)
    #expect(abs(fit.sumOfSquares / scale - 0.19017701963308728) < 1e-13)
  }

  @Test func `goes through two points and claims no errors`() throws {
    let fit = try LinearFit(x: [1, 3], y: [2, 8])
    #expect(fit.intercept == -1 && fit.slope == 3)
    #expect(fit.interceptError == nil && fit.slopeError == nil && fit.residualDeviation == nil)
    let weighted = try LinearFit(x: [1, 3], y: [2, 8], weights: [1, 9])
    #expect(abs(weighted.slope - 3) < 1e-14 && weighted.slopeError == nil)
  }

  @Test func `refuses what leaves the line open`() {
    #expect(throws: FitError.tooFewPoints(given: 1, needed: 2)) { try LinearFit(x: [1], y: [1]) }
    #expect(throws: FitError.undetermined) { try LinearFit(x: [2, 2, 2], y: [1, 2, 3]) }
    #expect(throws: FitError.notFinite) { try LinearFit(x: [1, 2], y: [1, .nan]) }
    #expect(throws: FitError.notFinite) { try LinearFit(x: [1, .infinity], y: [1, 2]) }
  }
}
