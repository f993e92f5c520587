import CGSL
import World

/// GSL's search for the point on the plan that fits measured distances best, from one start: what the project's own search
/// is compared with.
///
/// `gsl_multifit_nlinear_trust` with Levenberg's scaling, the same in both coordinates.
struct GSLSearch {
  let places: [Point]
  let distances: [Double]
  let weights: [Double]
  /// Metres above the floor.
  let height: Double

  private static let handlerIsOff: Bool = {
    _ = gsl_set_error_handler_off()
    return true
  }()

  /// Where the search ends; nil where GSL finds no numbers.
  func end(from start: Point) -> Point? {
    precondition(Self.handlerIsOff)
    var settings = gsl_multifit_nlinear_default_parameters()
    settings.scale = beaconbench_gsl_scale_levenberg()
    guard
      let workspace = gsl_multifit_nlinear_alloc(beaconbench_gsl_nlinear_trust(), &settings, places.count, 2)
    else { return nil }
    defer { gsl_multifit_nlinear_free(workspace) }
    var problem = self
    withUnsafeMutablePointer(to: &problem) { problem in
      var functions = Self.functions(of: problem)
      [start.x, start.y].withUnsafeBufferPointer { start in
        weights.withUnsafeBufferPointer { weights in
          var first = gsl_vector_const_view_array(start.baseAddress, start.count)
          var second = gsl_vector_const_view_array(weights.baseAddress, weights.count)
          _ = gsl_multifit_nlinear_winit(&first.vector, &second.vector, &functions, workspace)
        }
      }
      // Whatever ends the search, the point reached so far is the answer.
      var reason: Int32 = 0
      _ = gsl_multifit_nlinear_driver(200, 1e-10, 1e-10, 0, nil, nil, &reason, workspace)
    }
    let end = Point(
      x: gsl_vector_get(workspace.pointee.x, 0), y: gsl_vector_get(workspace.pointee.x, 1), z: height)
    return end.x.isFinite && end.y.isFinite ? end : nil
  }

  /// GSL's callbacks cannot capture, and get the problem through a pointer.
  private static func functions(of problem: UnsafeMutablePointer<GSLSearch>) -> gsl_multifit_nlinear_fdf {
    var functions = gsl_multifit_nlinear_fdf()
    functions.f = { x, problem, residuals in
      guard let x, let problem = problem?.assumingMemoryBound(to: GSLSearch.self).pointee else { return -1 }
      for index in problem.places.indices {
        gsl_vector_set(residuals, index, problem.arrow(index, to: x).length - problem.distances[index])
      }
      return Int32(GSL_SUCCESS)
    }
    functions.df = { x, problem, derivatives in
      guard let x, let problem = problem?.assumingMemoryBound(to: GSLSearch.self).pointee else { return -1 }
      for index in problem.places.indices {
        let arrow = problem.arrow(index, to: x)
        gsl_matrix_set(derivatives, index, 0, arrow.x / arrow.length)
        gsl_matrix_set(derivatives, index, 1, arrow.y / arrow.length)
      }
      return Int32(GSL_SUCCESS)
    }
    (functions.n, functions.p) = (problem.pointee.places.count, 2)
    functions.params = UnsafeMutableRawPointer(problem)
    return functions
  }

  private func arrow(_ index: Int, to x: UnsafePointer<gsl_vector>) -> (x: Double, y: Double, length: Double)
  {
    let end = Point(x: gsl_vector_get(x, 0), y: gsl_vector_get(x, 1), z: height)
    return (end.x - places[index].x, end.y - places[index].y, end.distance(to: places[index]))
  }
}
