import NumericalMethods
import Testing

@Suite struct LeastSquaresTests {
  static let x = [0, 0.5, 1, 2, 3]
  static let y = [2.05, 1.52, 1.21, 0.74, 0.42]

  /// `a / (1 + b x)`.
  static func model(_ parameters: [Double], _ residuals: inout [Double], _ derivatives: inout [Double]) {
    for (index, x) in x.enumerated() {
      let below = 1 + parameters[1] * x
      residuals[index] = parameters[0] / below - y[index]
      derivatives[2 * index] = 1 / below
      derivatives[2 * index + 1] = -parameters[0] * x / (below * below)
    }
  }

  // SciPy 1.17.1: least_squares(method="lm") with tolerances of 1e-15, and the covariance from its Jacobian.
  @Test(arguments: [LeastSquares.Scaling.byInfluence, .alike])
  func `agrees with SciPy`(scaling: LeastSquares.Scaling) throws {
    let search = LeastSquares(scaling: scaling)
    let solution = try search.minimise(from: [1, 1], residuals: 5, model: Self.model)
    #expect(abs(solution.parameters[0] - 2.0924005482664754) < 1e-8)
    #expect(abs(solution.parameters[1] - 0.8733922136162736) < 1e-8)
    #expect(abs(solution.sumOfSquares - 0.03994211196891498) < 1e-13)
    let expected = [0.012114239368157793, 0.010595113574370152, 0.010595113574370152, 0.020849883953593093]
    for (element, other) in zip(try #require(solution.covariance), expected) {
      #expect(abs(element - other) < 1e-8)
    }
  }

  @Test func `weights count like repeated residuals`() throws {
    let twice = try LeastSquares().minimise(from: [0], residuals: 3) { parameters, residuals, derivatives in
      for (index, y) in [1.0, 1, 4].enumerated() {
        residuals[index] = parameters[0] - y
        derivatives[index] = 1
      }
    }
    let weighted = try LeastSquares().minimise(from: [0], residuals: 2, weights: [2, 1]) {
      parameters, residuals, derivatives in
      for (index, y) in [1.0, 4].enumerated() {
        residuals[index] = parameters[0] - y
        derivatives[index] = 1
      }
    }
    #expect(abs(twice.parameters[0] - 2) < 1e-9)
    #expect(abs(weighted.parameters[0] - 2) < 1e-9)
    #expect(abs(weighted.sumOfSquares - twice.sumOfSquares) < 1e-12)
  }

  @Test func `stays where it starts when that is the solution`() throws {
    let solution = try LeastSquares().minimise(from: [3], residuals: 1) {
      parameters, residuals, derivatives in
      residuals[0] = parameters[0] - 3
      derivatives[0] = 1
    }
    #expect(solution.parameters == [3] && solution.iterations == 0)
    #expect(solution.covariance == nil)
  }

  @Test func `ends at a minimum with a kink in it`() throws {
    // The sum (1 + |x|)² + (1 + 2 |x|)² falls towards 0 from either side at a slope of 6.
    let solution = try LeastSquares().minimise(from: [0.7], residuals: 2) {
      parameters, residuals, derivatives in
      residuals = [1 + abs(parameters[0]), 1 + 2 * abs(parameters[0])]
      let side: Double = parameters[0] < 0 ? -1 : 1
      derivatives = [side, 2 * side]
    }
    #expect(abs(solution.parameters[0]) < 1e-6)
  }

  @Test func `claims no covariance for a direction that is left open`() throws {
    let solution = try LeastSquares().minimise(from: [1, 1], residuals: 3) {
      parameters, residuals, derivatives in
      for index in 0..<3 {
        residuals[index] = parameters[0] + parameters[1] - Double(index)
        (derivatives[2 * index], derivatives[2 * index + 1]) = (1, 1)
      }
    }
    #expect(abs(solution.parameters[0] + solution.parameters[1] - 1) < 1e-9)
    #expect(solution.covariance == nil)
  }

  @Test func `says when it cannot`() {
    #expect(throws: FitError.tooFewPoints(given: 1, needed: 2)) {
      try LeastSquares().minimise(from: [1, 1], residuals: 1) { _, _, _ in }
    }
    #expect(throws: FitError.notFinite) {
      try LeastSquares().minimise(from: [.nan], residuals: 1) { _, _, _ in }
    }
    #expect(throws: FitError.notFinite) {
      try LeastSquares().minimise(from: [1], residuals: 1) { _, residuals, _ in residuals[0] = .nan }
    }
    #expect(throws: FitError.didNotConverge(iterations: 2)) {
      try LeastSquares(maximumIterations: 2).minimise(from: [40, 40], residuals: 5, model: Self.model)
    }
  }
}
