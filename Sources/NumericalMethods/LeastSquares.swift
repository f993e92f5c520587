import CGSL

/// The parameters that leave the least sum of weighted squared residuals of a model that is not linear in them.
///
/// Source: Marquardt 1963, "An algorithm for least-squares estimation of nonlinear parameters",
/// doi:10.1137/0111030; solved by GSL's `gsl_multifit_nlinear_trust` with `gsl_multifit_nlinear_trs_lm` and its
/// QR solver, from derivatives that the model itself gives. It finds the minimum into whose valley it starts.
public struct LeastSquares: Hashable, Sendable {
  public struct Solution: Hashable, Sendable {
    public let parameters: [Double]
    /// Row by row: the inverse of the weighted normal matrix times the residual variance. Nil when the residuals
    /// are no more than the parameters, or the solution leaves a direction open to first order.
    public let covariance: [Double]?
    /// The weighted sum of squared residuals at the solution.
    public let sumOfSquares: Double
    public let iterations: Int
    /// False when the search was given up at the limit, for a caller who asked for the place reached so far.
    public let hasConverged: Bool
  }

  /// Fills the residuals and their derivatives, the residual's index first and the parameter's second.
  public typealias Model = (
    _ parameters: [Double], _ residuals: inout [Double], _ derivatives: inout [Double]
  ) -> Void

  /// How a step is held back in one parameter against another.
  public enum Scaling: Hashable, Sendable {
    /// By how much the residuals change with each, whatever their units: Moré's way.
    case byInfluence
    /// Alike, for parameters of one unit: Levenberg's way. Where one hardly moves the residuals, but holds back
    /// through their curvature, it converges in a dozen steps and Moré's creeps.
    case alike
  }

  public let maximumIterations: Int
  /// A step below this fraction of every parameter ends the search, and so does a gradient below it. So does a
  /// sum of squares that no step lowers any more, however short.
  public let tolerance: Double
  /// A direction in which the residuals change by less than this fraction of the steepest one counts as open.
  public let rankTolerance: Double
  /// Whether reaching the limit of iterations is an error; if not, the place reached so far is the answer.
  public let failsAtLimit: Bool
  public let scaling: Scaling

  /// - Precondition: all numbers are above 0.
  public init(
    maximumIterations: Int = 100, tolerance: Double = 1e-10, rankTolerance: Double = 1e-8,
    failsAtLimit: Bool = true, scaling: Scaling = .byInfluence
  ) {
    precondition(maximumIterations > 0, "maximumIterations must be above 0, was \(maximumIterations)")
    precondition(tolerance > 0, "tolerance must be above 0, was \(tolerance)")
    self.maximumIterations = maximumIterations
    precondition(rankTolerance > 0, "rankTolerance must be above 0, was \(rankTolerance)")
    self.tolerance = tolerance
    self.rankTolerance = rankTolerance
    self.failsAtLimit = failsAtLimit
    self.scaling = scaling
  }

  /// Searches from a first guess.
  ///
  /// - Parameters:
  ///   - start: the first guess, one element or more.
  ///   - residuals: how many the model gives, at least as many as there are parameters.
  ///   - weights: how much each residual counts, all above 0; nil for alike.
  ///   - model: called with parameters; it must give the same for the same.
  /// - Throws: ``FitError/tooFewPoints(given:needed:)``, ``FitError/didNotConverge(iterations:)``, and
  ///   ``FitError/notFinite`` when the model or the start is not finite.
  public func minimise(
    from start: [Double], residuals: Int, weights: [Double]? = nil, model: Model
  ) throws(FitError) -> Solution {
    precondition(!start.isEmpty, "there must be a parameter")
    precondition(weights.map { $0.count == residuals } ?? true, "there must be one weight a residual")
    precondition(weights?.allSatisfy { $0 > 0 } ?? true, "weights must be above 0")
    guard residuals >= start.count else { throw .tooFewPoints(given: residuals, needed: start.count) }
    guard start.allSatisfy(\.isFinite) else { throw .notFinite }
    let answer = withoutActuallyEscaping(model) { model -> Result<Solution, FitError> in
      var problem = LeastSquaresProblem(model: model, parameters: start, residuals: residuals)
      do throws(FitError) {
        return .success(try search(&problem, from: start, weights: weights))
      } catch {
        return .failure(error)
      }
    }
    return try answer.get()
  }

  private func search(
    _ problem: inout LeastSquaresProblem, from start: [Double], weights: [Double]?
  ) throws(FitError) -> Solution {
    let count = problem.residuals.count
    var settings = gsl_multifit_nlinear_default_parameters()
    settings.trs = beaconbench_gsl_trs_lm()
    settings.solver = beaconbench_gsl_solver_qr()
    if scaling == .alike { settings.scale = beaconbench_gsl_scale_levenberg() }
    let workspace = try GSL.allocated {
      gsl_multifit_nlinear_alloc(beaconbench_gsl_nlinear_trust(), &settings, count, start.count)
    }
    defer { gsl_multifit_nlinear_free(workspace) }
    return try withUnsafeMutablePointer(to: &problem) { problem throws(FitError) in
      var functions = LeastSquaresProblem.functions(of: problem)
      return try withUnsafeMutablePointer(to: &functions) { functions throws(FitError) in
        try begin(workspace, functions, from: start, weights: weights)
        let iterations = try iterate(workspace)
        return try solution(
          workspace, iterations: iterations ?? maximumIterations, hasConverged: iterations != nil)
      }
    }
  }

  private func begin(
    _ workspace: UnsafeMutablePointer<gsl_multifit_nlinear_workspace>,
    _ functions: UnsafeMutablePointer<gsl_multifit_nlinear_fdf>, from start: [Double], weights: [Double]?
  ) throws(FitError) {
    let status = start.withUnsafeBufferPointer { start in
      var first = gsl_vector_const_view_array(start.baseAddress, start.count)
      guard let weights else {
        return GSL.status { gsl_multifit_nlinear_init(&first.vector, functions, workspace) }
      }
      return weights.withUnsafeBufferPointer { weights in
        var second = gsl_vector_const_view_array(weights.baseAddress, weights.count)
        return GSL.status { gsl_multifit_nlinear_winit(&first.vector, &second.vector, functions, workspace) }
      }
    }
    guard status == GSL_SUCCESS else { throw status == GSL_EDOM ? .notFinite : GSL.error(status) }
  }

  /// Steps until the tests are met, and gives the number of steps; nil when the limit was reached first.
  private func iterate(
    _ workspace: UnsafeMutablePointer<gsl_multifit_nlinear_workspace>
  ) throws(FitError) -> Int? {
    // GSL looks at the gradient only after a step, and no step is better than a start at the solution.
    if gradientIsSmall(workspace, tolerance) { return 0 }
    for iteration in 1...maximumIterations {
      let status = GSL.status { gsl_multifit_nlinear_iterate(workspace) }
      switch status {
      case GSL_SUCCESS: break
      case GSL_EDOM: throw .notFinite
      // However short the step, it does not lower the sum: this is the minimum, to rounding or with a kink in it.
      case GSL_ENOPROG: return iteration
      default: throw GSL.error(status)
      }
      var reason: Int32 = 0
      let test = GSL.status {
        gsl_multifit_nlinear_test(tolerance, tolerance, 0, &reason, workspace)
      }
      if test == GSL_SUCCESS { return iteration }
    }
    if failsAtLimit { throw .didNotConverge(iterations: maximumIterations) }
    return nil
  }

  private func gradientIsSmall(
    _ workspace: UnsafeMutablePointer<gsl_multifit_nlinear_workspace>, _ tolerance: Double
  ) -> Bool {
    let state = workspace.pointee
    let squares = gsl_blas_dnrm2(state.f) * gsl_blas_dnrm2(state.f)
    for index in 0..<state.x.pointee.size {
      let scaled = gsl_vector_get(state.g, index) * max(abs(gsl_vector_get(state.x, index)), 1)
      if abs(scaled) > tolerance * max(0.5 * squares, 1) { return false }
    }
    return true
  }

  private func solution(
    _ workspace: UnsafeMutablePointer<gsl_multifit_nlinear_workspace>, iterations: Int, hasConverged: Bool
  ) throws(FitError) -> Solution {
    let state = workspace.pointee
    let (count, unknowns) = (state.f.pointee.size, state.x.pointee.size)
    let parameters = (0..<unknowns).map { gsl_vector_get(state.x, $0) }
    let squares = (0..<count).reduce(0.0) { $0 + gsl_vector_get(state.f, $1) * gsl_vector_get(state.f, $1) }
    guard parameters.allSatisfy(\.isFinite), squares.isFinite else { throw .notFinite }
    let covariance =
      try count > unknowns ? covariance(workspace, variance: squares / Double(count - unknowns)) : nil
    return Solution(
      parameters: parameters, covariance: covariance, sumOfSquares: squares, iterations: iterations,
      hasConverged: hasConverged)
  }

  private func covariance(
    _ workspace: UnsafeMutablePointer<gsl_multifit_nlinear_workspace>, variance: Double
  ) throws(FitError) -> [Double]? {
    let unknowns = workspace.pointee.x.pointee.size
    let matrix = try GSL.allocated { gsl_matrix_alloc(unknowns, unknowns) }
    defer { gsl_matrix_free(matrix) }
    // An open direction comes out as zeroes.
    try GSL.check { gsl_multifit_nlinear_covar(workspace.pointee.J, rankTolerance, matrix) }
    var elements: [Double] = []
    for row in 0..<unknowns {
      guard gsl_matrix_get(matrix, row, row) > 0 else { return nil }
      for column in 0..<unknowns { elements.append(gsl_matrix_get(matrix, row, column) * variance) }
    }
    return elements.allSatisfy(\.isFinite) ? elements : nil
  }
}
