import CGSL

/// Points that fill a cube of side 1 evenly: each further one goes where the others have left a gap.
///
/// Source: Sobol 1967, "On the distribution of points in a cube and the approximate evaluation of integrals",
/// doi:10.1016/0041-5553(67)90144-9, in the order of Antonov and Saleev 1979; the numbers that steer each
/// dimension are those of Bratley and Fox 1988, "Algorithm 659", doi:10.1145/42288.214372. Computed by GSL's
/// `gsl_qrng_sobol`, which leaves out the point of zeros that others put first: its first point is the middle.
/// All values are multiples of 2^-30, so that they are the same on every machine.
public enum SobolPoints {
  /// So many dimensions has the table of Bratley and Fox.
  public static let mostDimensions = 40
  /// So many points are different.
  public static let mostPoints = 1 << 30 - 1

  /// The first points of the sequence: more of them begin with the same ones.
  ///
  /// With a count of 2^k - 1 each dimension has every multiple of 2^-k between 0 and 1 once.
  ///
  /// - Parameters:
  ///   - count: 0 to ``mostPoints``.
  ///   - dimensions: 1 to ``mostDimensions``.
  /// - Returns: for each point its coordinates, above 0 and below 1.
  public static func first(_ count: Int, dimensions: Int) throws(FitError) -> [[Double]] {
    precondition(0...mostPoints ~= count, "count must be from 0 to \(mostPoints), was \(count)")
    precondition(
      1...mostDimensions ~= dimensions, "dimensions must be from 1 to \(mostDimensions), were \(dimensions)")
    let sequence = try GSL.allocated { gsl_qrng_alloc(beaconbench_gsl_qrng_sobol(), UInt32(dimensions)) }
    defer { gsl_qrng_free(sequence) }
    var points: [[Double]] = []
    points.reserveCapacity(count)
    for _ in 0..<count {
      var point = [Double](repeating: 0, count: dimensions)
      try GSL.check { gsl_qrng_get(sequence, &point) }
      points.append(point)
    }
    return points
  }
}
