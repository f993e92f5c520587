import NumericalMethods
import Phone
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
    let residuals = try process.map { process throws(PipelineError) in try fitted(process) }
    let points = floors.flatMap { floor in
      cells.cells(ofFloor: floor).map { cell in
        let place = cells.places[cell]
        return RadioMap.SurveyPoint(
          position: site.place(x: place.x, y: place.y, floor: floor), floor: floor,
          levels: anchors.indices.map { anchor in
            guard levelsAtOneMetre[anchor] != nil, site.site.anchors[anchor].floor == floor else {
              return nil
            }
            let level = law(of: anchor)(Self.decades(from: place, to: anchor, in: site))
            let (more, deviation) = residuals?[anchor]?.predicted(at: place) ?? (0, residual)
            return SurveyedLevel(
              level: DBm(level + more), deviation: Decibels(deviation), count: samples[anchor].count)
          })
      }
    }
    return RadioMap(anchors: anchors, points: points)
  }

  /// By anchor; nil for one that is absent from the survey.
  private func fitted(_ process: RadioMapForm.GaussianProcess) throws(PipelineError) -> [Residuals?] {
    if let most = samples.map(\.count).max(), most > Self.mostPoints {
      throw .surveyTooLarge(points: most, most: Self.mostPoints)
    }
    return samples.indices.map { Residuals(samples[$0], law(of: $0), process) }
  }

  func law(of anchor: Int) -> (_ decades: Double) -> Double {
    let level = levelsAtOneMetre[anchor] ?? 0
    return { level - n * $0 }
  }

  /// A Gaussian process fitted to the residuals of one beacon.
  private struct Residuals {
    private let process: RadioMapForm.GaussianProcess
    private let places: [Point]
    private let covariance: PositiveDefinite
    /// K⁻¹ r.
    private let weights: [Double]

    /// Nil without samples.
    init?(_ samples: [Sample], _ law: (Double) -> Double, _ process: RadioMapForm.GaussianProcess) {
      let places = samples.map(\.place)
      // Noise on the diagonal keeps the matrix positive definite, two points at one place included.
      let covariance = PositiveDefinite(size: samples.count) { row, column in
        let signal = Self.covariance(places[row], places[column], process)
        return row == column ? signal + process.noise * process.noise / Double(samples[row].count) : signal
      }
      guard let covariance, !samples.isEmpty else { return nil }
      (self.process, self.places, self.covariance) = (process, places, covariance)
      weights = covariance.solving(samples.map { $0.level - law($0.decades) })
    }

    private static func covariance(
      _ a: Point, _ b: Point, _ process: RadioMapForm.GaussianProcess
    ) -> Double {
      let distance = a.horizontalDistance(to: b) / process.length
      return process.deviation * process.deviation * Elementary.exp(-distance * distance / 2)
    }

    private func covariances(with place: Point) -> [Double] {
      places.map { Self.covariance($0, place, process) }
    }

    func mean(at place: Point) -> Double {
      zip(covariances(with: place), weights).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// The mean, and the standard deviation of one reading about it.
    func predicted(at place: Point) -> (mean: Double, deviation: Double) {
      let covariances = covariances(with: place)
      let mean = zip(covariances, weights).reduce(0) { $0 + $1.0 * $1.1 }
      let explained = zip(covariances, covariance.solving(covariances)).reduce(0) { $0 + $1.0 * $1.1 }
      let variance = max(process.deviation * process.deviation - explained, 0) + process.noise * process.noise
      return (mean, variance.squareRoot())
    }
  }
}
