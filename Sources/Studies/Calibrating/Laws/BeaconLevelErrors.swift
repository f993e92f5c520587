import NumericalMethods
import World

/// The standard error of each beacon's level: that of the mean of its correlated residuals, and the contribution of n's
/// error.
///
/// The variance of a mean of correlated readings is the mean of their covariances (Cressie 1993, "Statistics for
/// spatial data", section 1.3), here those of the fitted variogram between readings of one recording.
struct BeaconLevelErrors {
  /// By beacon: the variance of the mean residual, nil with fewer than three readings, and the mean of x.
  private let variances: [Double?]
  private let centres: [Double]
  /// The quantile of Student's t with the degrees of freedom of n.
  private let quantile: Double
  /// The most readings of a link of which every pair is used; longer links are thinned.
  private static let most = 600

  /// - Parameters:
  ///   - deviation: of residuals, used where their correlation is unknown.
  ///   - parts: how many were left out in turn for the standard error of n.
  init(_ readings: ChannelReadings, correlation: ResidualCorrelation, deviation: Double, parts: Int) {
    quantile = StudentQuantile.twoSided(0.95, degrees: Double(max(parts - 1, 1)))
    var byLink = [[Int]](repeating: [], count: readings.links.count)
    for (index, reading) in readings.heard.enumerated() { byLink[reading.link].append(index) }
    var sums = [Double](repeating: 0, count: readings.beacons.count)
    var (counts, x) = (sums, sums)
    for (link, members) in byLink.enumerated() where !members.isEmpty {
      let beacon = readings.links[link].beacon
      counts[beacon] += Double(members.count)
      for index in members { x[beacon] -= 10 * Elementary.log10(readings.heard[index].distance) }
      sums[beacon] += Self.covariance(of: members, readings, correlation, deviation)
    }
    centres = zip(x, counts).map { $0 / max($1, 1) }
    variances = zip(sums, counts).map { $1 >= 3 ? $0 / ($1 * $1) : nil }
  }

  /// The sum of the covariances of all pairs of some readings, each with itself included.
  private static func covariance(
    of members: [Int], _ readings: ChannelReadings, _ correlation: ResidualCorrelation, _ deviation: Double
  ) -> Double {
    guard let variogram = correlation.variogram else { return deviation * deviation * Double(members.count) }
    let step = max(members.count / most, 1)
    let some = stride(from: 0, to: members.count, by: step).map { members[$0] }
    var shared = 0.0
    for (order, a) in some.enumerated() {
      shared += variogram.sill
      guard let place = readings.heard[a].place else { continue }
      for b in some[(order + 1)...] {
        let distance = readings.heard[b].place?.distance(to: place) ?? 0
        shared += 2 * variogram.sill * Elementary.exp(-distance / variogram.range)
      }
    }
    let scale = Double(members.count) / Double(some.count)
    return shared * scale * scale + variogram.nugget * Double(members.count)
  }

  func estimates(_ solution: LevelRegression.Solution, slope: ChannelEstimate?) -> [ChannelEstimate?] {
    solution.levels.indices.map { group in
      guard let level = solution.levels[group], let variance = variances[group] else { return nil }
      let fromSlope = centres[group] * (slope?.standardError ?? 0)
      return ChannelEstimate(
        level, error: (variance + fromSlope * fromSlope).squareRoot(), quantile: quantile)
    }
  }
}
