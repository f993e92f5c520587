import CGSL

/// What GSL's callbacks, which cannot capture, reach through their pointer.
struct LeastSquaresProblem {
  private let model: LeastSquares.Model
  private var parameters: [Double]
  private(set) var residuals: [Double]
  private var derivatives: [Double]

  init(model: @escaping LeastSquares.Model, parameters: [Double], residuals: Int) {
    self.model = model
    self.parameters = parameters
    self.residuals = [Double](repeating: 0, count: residuals)
    derivatives = [Double](repeating: 0, count: residuals * parameters.count)
  }

  static func functions(of problem: UnsafeMutablePointer<LeastSquaresProblem>) -> gsl_multifit_nlinear_fdf {
    var functions = gsl_multifit_nlinear_fdf()
    functions.f = { x, problem, residuals in
      guard let x, let problem, let residuals else { return Int32(GSL_EFAULT) }
      return problem.assumingMemoryBound(to: LeastSquaresProblem.self).pointee.fill(residuals, at: x)
    }
    functions.df = { x, problem, derivatives in
      guard let x, let problem, let derivatives else { return Int32(GSL_EFAULT) }
      return problem.assumingMemoryBound(to: LeastSquaresProblem.self).pointee.fill(derivatives, at: x)
    }
    functions.n = problem.pointee.residuals.count
    functions.p = problem.pointee.parameters.count
    functions.params = UnsafeMutableRawPointer(problem)
    return functions
  }

  private mutating func fill(
    _ target: UnsafeMutablePointer<gsl_vector>, at x: UnsafePointer<gsl_vector>
  ) -> Int32 {
    evaluate(at: x)
    for index in residuals.indices {
      guard residuals[index].isFinite else { return Int32(GSL_EDOM) }
      gsl_vector_set(target, index, residuals[index])
    }
    return Int32(GSL_SUCCESS)
  }

  private mutating func fill(
    _ target: UnsafeMutablePointer<gsl_matrix>, at x: UnsafePointer<gsl_vector>
  ) -> Int32 {
    evaluate(at: x)
    for row in residuals.indices {
      for column in parameters.indices {
        let derivative = derivatives[row * parameters.count + column]
        guard derivative.isFinite else { return Int32(GSL_EDOM) }
        gsl_matrix_set(target, row, column, derivative)
      }
    }
    return Int32(GSL_SUCCESS)
  }

  private mutating func evaluate(at x: UnsafePointer<gsl_vector>) {
    for index in parameters.indices { parameters[index] = gsl_vector_get(x, index) }
    model(parameters, &residuals, &derivatives)
  }
}
