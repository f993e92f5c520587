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
      guard let given = posterior(points, length, noise) else { return nil }
      squares += zip(points, given.weights).reduce(0) { $0 + $1.0.residual * $1.1 }
      determinant += given.logDeterminant
      count += Double(points.count)
    }
    guard count > 0 else { return nil }
    let variance = max(squares / count, 1e-6)
    return (-0.5 * (count * Elementary.log(variance) + determinant), variance)
  }

  /// Of unit variance; nil without points.
  private static func posterior(
    _ points: [(place: Point, residual: Double)], _ length: Double, _ noise: Double
  ) -> GaussianPosterior? {
    GaussianPosterior(
      points, noise: { _ in noise }, covariance: { Elementary.exp(-$0.horizontalDistance(to: $1) / length) })
  }

  /// The process of one beacon, given its points; nil without points.
  func posterior(_ points: [(place: Point, residual: Double)]) -> GaussianPosterior? {
    Self.posterior(points, length, noise)
  }

  /// The variance of a level in dB² where points explain a share of it.
  func variance(explaining share: Double) -> Double { variance * (max(1 - share, 0) + noise) }

  /// Of a beacon without points, or on another floor.
  var unknown: Double { variance * (1 + noise) }
}

extension SurveyInterpolation {
  /// By place, then by anchor: the residual about the law in decibels and the variance of the level about both in dB²; of 0 and the
  /// variance of the process on other floors than the anchor's, and for anchors that are absent from the survey.
  func map(at places: [(position: Point, floor: Int)]) throws(PipelineError) -> (
    means: [Double], variances: [Double]
  ) {
    let series = try residuals()
    let process = ExponentialProcess(series)
    let posteriors = series.map { process.posterior($0) }
    var (means, variances): ([Double], [Double]) = ([], [])
    for place in places {
      for (anchor, posterior) in posteriors.enumerated() {
        let isHere = site.site.anchors[anchor].floor == place.floor
        let predicted = isHere ? posterior?.predicted(at: place.position) : nil
        means.append(predicted?.mean ?? 0)
        variances.append(predicted.map { process.variance(explaining: $0.explained) } ?? process.unknown)
      }
    }
    return (means, variances)
  }
}
