import NumericalMethods

/// A smooth density of errors: a Gaussian kernel estimate, reflected at 0, below which there are no errors.
///
/// The bandwidth is Silverman's rule 0.9 min(s, IQR / 1.34) n^(-1/5): Silverman 1986, "Density estimation for statistics
/// and data analysis", equation 3.31; the reflection is in its section 2.10.
package struct ErrorDensity: Hashable, Sendable {
  /// In ascending order, from 0.
  package let places: [Double]
  /// Per metre.
  package let densities: [Double]

  /// Nil without spread, where there is no density.
  ///
  /// - Parameter end: the last place, in metres.
  package init?(of errors: [Double], to end: Double, steps: Int = 100) {
    guard let statistics = ErrorStatistics(of: errors, spread: .sample), end > 0,
      let deviation = statistics.standardDeviation,
      let quartiles = Quantiles.of(errors, at: [0.25, 0.75])
    else { return nil }
    let range = (quartiles[1] - quartiles[0]) / 1.34
    let spread = range > 0 ? min(deviation, range) : deviation
    guard spread > 0 else { return nil }
    let bandwidth = 0.9 * spread * Elementary.pow(Double(errors.count), -0.2)
    places = (0...steps).map { end * Double($0) / Double(steps) }
    // Of very many errors the quantiles at equal shares.
    let count = min(errors.count, 2000)
    let sample =
      errors.count == count
      ? errors : Quantiles.of(errors, at: (0..<count).map { (Double($0) + 0.5) / Double(count) }) ?? errors
    let factor = 0.3989422804014327 / (bandwidth * Double(sample.count))
    densities = places.map { place in
      factor
        * sample.reduce(0) { sum, error in
          let (near, mirrored) = ((place - error) / bandwidth, (place + error) / bandwidth)
          return sum + Elementary.exp(-near * near / 2) + Elementary.exp(-mirrored * mirrored / 2)
        }
    }
  }
}
