import NumericalMethods
import Radio
import World

/// Interpolates a survey: a log-distance law fitted to it, and Gaussian processes fitted to the residuals.
///
/// The law is that of ordinary least squares with one n for all beacons and a C for each. A beacon is fitted to the points of
/// its own floor, and is interpolated there only.
///
/// Source: Ferris, Hähnel and Fox 2006, "Gaussian processes for signal strength-based location estimation",
/// doi:10.15607/RSS.2006.II.039; Rasmussen & Williams 2006, "Gaussian Processes for Machine Learning", equations 2.23 and 2.24.
/// Using a path-loss law as the mean, in place of zero, is ours.
struct SurveyInterpolation {
  /// The largest number of points on one floor to which a Gaussian process is fitted; the computing time grows with its
  /// cube.
  static let mostPoints = 2000

  struct Sample {
    let place: Point
    /// 10 log10 of the distance in metres.
    let decades: Double
    let level: Double
    let count: Int
  }

  let site: RangedSite
  private let anchors: [String]
  /// By anchor.
  let samples: [[Sample]]
  let n: Double
  /// By anchor: the RSSI at 1 m in dBm; nil where the anchor is absent from the survey.
  let levelsAtOneMetre: [Double?]
  /// The residuals' standard deviation in decibels.
  private let residual: Double

  init(_ survey: RadioMap, _ site: RangedSite) throws(PipelineError) {
    self.site = site
    anchors = survey.anchors
    samples = site.site.anchors.indices.map { anchor in
      survey.points.compactMap { point in
        guard point.floor == site.site.anchors[anchor].floor, let level = point.levels[anchor] else {
          return nil
        }
        return Sample(
          place: point.position, decades: Self.decades(from: point.position, to: anchor, in: site),
          level: level.level.value, count: level.count)
      }
    }
    let means = samples.map { samples in
      let count = Double(samples.count)
      return (
        x: samples.reduce(0) { $0 + $1.decades } / count, y: samples.reduce(0) { $0 + $1.level } / count
      )
    }
    var (products, squares) = (0.0, 0.0)
    for (samples, mean) in zip(samples, means) {
      for sample in samples {
        products += (sample.decades - mean.x) * (sample.level - mean.y)
        squares += (sample.decades - mean.x) * (sample.decades - mean.x)
      }
    }
    guard squares > 0 else { throw .unfitSurvey }
    n = -products / squares
    let slope = products / squares
    levelsAtOneMetre = zip(samples, means).map { $0.isEmpty ? nil : $1.y - slope * $1.x }
    var sum = 0.0
    for (samples, mean) in zip(samples, means) {
      for sample in samples {
        let residual = sample.level - mean.y - slope * (sample.decades - mean.x)
        sum += residual * residual
      }
    }
    let (count, fitted) = (samples.joined().count, samples.count { !$0.isEmpty })
    residual = (sum / Double(max(count - fitted - 1, 1))).squareRoot()
  }

  private static func decades(from place: Point, to anchor: Int, in site: RangedSite) -> Double {
    let across = place.horizontalDistance(to: site.site.anchors[anchor].position)
    let distance = (across * across + site.rises[anchor] * site.rises[anchor]).squareRoot()
    return 10 * Elementary.log10(max(distance, LogDistance.nearest))
  }

  /// The map on a grid.
  ///
  /// - Parameter process: nil for the path-loss law alone.
  func map(_ settings: RadioMapForm.Cells, process: RadioMapForm.GaussianProcess?) throws(PipelineError)
    -> RadioMap
  {
    let cells = SearchCells(site.site, cell: settings.cell, on: settings.ground)
    let floors = Set(site.site.anchors.lazy.filter { !$0.isMobile }.map(\.floor)).sorted()
    let posteriors = try process.map { process throws(PipelineError) in try fitted(process) }
    let points = floors.flatMap { floor in
      cells.cells(ofFloor: floor).map { cell in
        let place = cells.places[cell]
        return RadioMap.SurveyPoint(
          position: site.place(x: place.x, y: place.y, floor: floor), floor: floor,
          levels: anchors.indices.map { anchor in
            guard levelsAtOneMetre[anchor] != nil, site.site.anchors[anchor].floor == floor else {
              return nil
            }
            let level = level(of: anchor, at: Self.decades(from: place, to: anchor, in: site))
            let more = posteriors?[anchor]?.predicted(at: place)
            let deviation = more.flatMap { process?.deviation(explaining: $0.explained) } ?? residual
            return SurveyedLevel(
              level: DBm(level + (more?.mean ?? 0)), deviation: Decibels(deviation),
              count: samples[anchor].count)
          })
      }
    }
    return RadioMap(anchors: anchors, points: points)
  }

  /// By anchor; nil for one that is absent from the survey.
  private func fitted(_ process: RadioMapForm.GaussianProcess) throws(PipelineError) -> [GaussianPosterior?] {
    let (variance, noise) = (process.deviation * process.deviation, process.noise * process.noise)
    return try residuals().enumerated().map { anchor, points in
      // Noise on the diagonal keeps the matrix positive definite, two points at one place included.
      GaussianPosterior(
        points, noise: { noise / Double(samples[anchor][$0].count) },
        covariance: { a, b in
          let distance = a.horizontalDistance(to: b) / process.length
          return variance * Elementary.exp(-distance * distance / 2)
        })
    }
  }

  /// By anchor: what the survey has beyond the law.
  func residuals() throws(PipelineError) -> [[(place: Point, residual: Double)]] {
    if let most = samples.map(\.count).max(), most > Self.mostPoints {
      throw .surveyTooLarge(points: most, most: Self.mostPoints)
    }
    return samples.indices.map { anchor in
      samples[anchor].map { ($0.place, $0.level - level(of: anchor, at: $0.decades)) }
    }
  }

  private func level(of anchor: Int, at decades: Double) -> Double {
    (levelsAtOneMetre[anchor] ?? 0) - n * decades
  }
}

/// A Gaussian process given points with residuals.
struct GaussianPosterior {
  private let places: [Point]
  private let covariance: (Point, Point) -> Double
  private let matrix: PositiveDefinite
  /// K⁻¹ r.
  let weights: [Double]
  var logDeterminant: Double { matrix.logDeterminant }

  /// Nil without points, and where the matrix has no factor.
  ///
  /// - Parameters:
  ///   - noise: the variance of a point, by its index, beside that of the process.
  ///   - covariance: of the process at two places.
  init?(
    _ points: [(place: Point, residual: Double)], noise: (Int) -> Double,
    covariance: @escaping (Point, Point) -> Double
  ) {
    let matrix = PositiveDefinite(size: points.count) { row, column in
      covariance(points[row].place, points[column].place) + (row == column ? noise(row) : 0)
    }
    guard let matrix, !points.isEmpty else { return nil }
    (self.matrix, self.covariance, places) = (matrix, covariance, points.map(\.place))
    weights = matrix.solving(points.map(\.residual))
  }

  /// The mean, and the part of the variance that the points explain.
  func predicted(at place: Point) -> (mean: Double, explained: Double) {
    let own = places.map { covariance($0, place) }
    let mean = zip(own, weights).reduce(0) { $0 + $1.0 * $1.1 }
    return (mean, zip(own, matrix.solving(own)).reduce(0) { $0 + $1.0 * $1.1 })
  }
}
