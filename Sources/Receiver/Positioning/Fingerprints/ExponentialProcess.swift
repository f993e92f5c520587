import NumericalMethods
import World

/// Gaussian processes of a survey's residuals whose covariance falls exponentially with the distance, like that of shadowing.
///
/// All beacons share one variance, one length and one ratio of noise to variance: those of greatest marginal likelihood among a few.
///
/// Source: Rasmussen & Williams 2006, "Gaussian Processes for Machine Learning", equations 2.23, 2.24 and 2.30, and 4.14 with ν = 1/2;
/// the covariance is that of Gudmundson 1991, doi:10.1049/el:19911328. The variance has a maximum in closed form.
struct ExponentialProcess {
  private static let lengths = [0.5, 1, 2, 3, 4.5, 7, 10, 15]
  private static let noises = [0.03, 0.1, 0.2, 0.4, 0.7, 1.2, 2, 4]
  /// The largest number of points of one beacon from which the likelihood is computed: of more every second, third … is used.
  private static let most = 150

  /// dB², for the smooth part.
  private(set) var variance = 0.0
  /// Metres over which the correlation falls to 1/e.
  private(set) var length = lengths[0]
  /// The variance of single points about the smooth part, as a multiple of ``variance``.
  private(set) var noise = noises[0]

  /// - Parameter series: by beacon, places and residuals in decibels.
  init(_ series: [[(place: Point, residual: Double)]]) {
    let thinned = series.map { points in
      let step = max(1, (points.count + Self.most - 1) / Self.most)
      return stride(from: 0, to: points.count, by: step).map { points[$0] }
    }
    var best = -Double.infinity
    for length in Self.lengths {
      for noise in Self.noises {
        guard let (likelihood, variance) = Self.likelihood(of: thinned, length, noise), likelihood > best
        else { continue }
        (best, self.variance, self.length, self.noise) = (likelihood, variance, length, noise)
      }
    }
  }

  /// The greatest log-likelihood up to a constant, and the variance that has it.
  private static func likelihood(
    of series: [[(place: Point, residual: Double)]], _ length: Double, _ noise: Double
  ) -> (likelihood: Double, variance: Double)? {
    var (count, squares, determinant) = (0.0, 0.0, 0.0)
    for points in series where !points.isEmpty {
      guard let matrix = matrix(points.map(\.place), length, noise) else { return nil }
      let residuals = points.map(\.residual)
      squares += zip(residuals, matrix.solving(residuals)).reduce(0) { $0 + $1.0 * $1.1 }
      determinant += matrix.logDeterminant
      count += Double(points.count)
    }
    guard count > 0 else { return nil }
    let variance = max(squares / count, 1e-6)
    return (-0.5 * (count * Elementary.log(variance) + determinant), variance)
  }

  private static func matrix(_ places: [Point], _ length: Double, _ noise: Double) -> PositiveDefinite? {
    PositiveDefinite(size: places.count) { row, column in
      correlation(places[row], places[column], length) + (row == column ? noise : 0)
    }
  }

  private static func correlation(_ a: Point, _ b: Point, _ length: Double) -> Double {
    Elementary.exp(-a.horizontalDistance(to: b) / length)
  }

  /// The process of one beacon, given its points.
  struct Posterior {
    fileprivate let process: ExponentialProcess
    fileprivate let places: [Point]
    fileprivate let matrix: PositiveDefinite
    fileprivate let weights: [Double]

    /// The mean in decibels, and the variance in dB² of the level about it.
    func predicted(at place: Point) -> (mean: Double, variance: Double) {
      let correlations = places.map { ExponentialProcess.correlation($0, place, process.length) }
      let mean = zip(correlations, weights).reduce(0) { $0 + $1.0 * $1.1 }
      let explained = zip(correlations, matrix.solving(correlations)).reduce(0) { $0 + $1.0 * $1.1 }
      return (mean, process.variance * (max(1 - explained, 0) + process.noise))
    }
  }

  /// Nil without points.
  func posterior(_ points: [(place: Point, residual: Double)]) -> Posterior? {
    let places = points.map(\.place)
    guard !points.isEmpty, let matrix = Self.matrix(places, length, noise) else { return nil }
    return Posterior(
      process: self, places: places, matrix: matrix, weights: matrix.solving(points.map(\.residual)))
  }

  /// Of a beacon without points, or on another floor.
  var unknown: Double { variance * (1 + noise) }
}

extension SurveyInterpolation {
  /// By place, then by anchor: the residual about the law in decibels and the variance of the level about both in dB²; of 0 and the
  /// variance of the process on other floors than the anchor's, and for anchors that are absent from the survey.
  func map(at places: [(position: Point, floor: Int)]) throws(PipelineError) -> (
    means: [Double], variances: [Double]
  ) {
    if let most = samples.map(\.count).max(), most > Self.mostPoints {
      throw .surveyTooLarge(points: most, most: Self.mostPoints)
    }
    let series = samples.indices.map { anchor in
      let law = law(of: anchor)
      return samples[anchor].map { (place: $0.place, residual: $0.level - law($0.decades)) }
    }
    let process = ExponentialProcess(series)
    let posteriors = series.map { process.posterior($0) }
    var (means, variances): ([Double], [Double]) = ([], [])
    for place in places {
      for (anchor, posterior) in posteriors.enumerated() {
        let isHere = site.site.anchors[anchor].floor == place.floor
        let predicted = isHere ? posterior?.predicted(at: place.position) : nil
        means.append(predicted?.mean ?? 0)
        variances.append(predicted?.variance ?? process.unknown)
      }
    }
    return (means, variances)
  }
}
