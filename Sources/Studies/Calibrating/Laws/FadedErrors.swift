import NumericalMethods
import Radio
import World

/// Rician fades of one K on top of normal errors: shadows, channels, noise and rounding.
///
/// How much of the variance is fading depends on the standard deviation of the whole, which is itself fitted. The law is
/// therefore fitted repeatedly, with the shape for the last standard deviation, until that no longer changes. Each fit's
/// equations are unbiased where the shape is the true one (Godambe 1960, doi:10.1214/aoms/1177705693), and so is the point
/// where they agree.
///
/// Source: ours. A level with normal shadowing and fading is Suzuki's model, doi:10.1109/TCOM.1977.1093926, with Rician
/// in place of Rayleigh fades.
struct FadedErrors {
  let fitter: ChannelLawFitter

  /// The normal part has at least this variance in dB², as rounding and an unsteady transmitter have.
  private static let leastVariance = 0.25

  /// The law with one C, and its intervals.
  ///
  /// To the squared width on each side of an interval with K known, that by which the ends of K's interval move the number is
  /// added (Zou and Donner 2008, "Construction of confidence limits about effect measures", doi:10.1002/sim.3095).
  ///
  /// - Parameter start: the normal law.
  func law(k: ChannelEstimate, from start: LevelRegression.Solution) throws(FitError) -> ChannelLaw {
    let solution = try solve(k: k.value, from: start)
    let regression = regression(k: k.value, deviation: solution.deviation)
    guard let lower = k.lower, let upper = k.upper else {
      return ChannelLaw(regression, solution: solution, left: nil)
    }
    let left = try leftOut(at: solution, of: regression, k: k.value)
    let ends = [try solve(k: lower, from: solution), try solve(k: upper, from: solution)]
    return ChannelLaw(regression, solution: solution, left: left).widened(to: ends)
  }

  private func regression(k: Double, deviation: Double) -> LevelRegression {
    let fading = RicianFading(k: k)
    let variance = fading.variance
    let rest = max(deviation * deviation - variance, Self.leastVariance)
    let whole = (variance + rest).squareRoot()
    let points = fading.levels(step: rest > 4 ? 0.5 : 0.25).map {
      (place: $0.level.value / whole, weight: $0.weight)
    }
    return fitter.regression(
      .tabled(TabledErrors(points: points, width: rest.squareRoot() / whole)), .common)
  }

  /// The fit whose standard deviation is that of its shape, by the secant method on the logarithm.
  private func solve(
    k: Double, from start: LevelRegression.Solution
  ) throws(FitError) -> LevelRegression.Solution {
    var solution = start
    var shape = Elementary.log(start.deviation)
    var last: (shape: Double, excess: Double)?
    for _ in 0..<40 {
      solution = try regression(k: k, deviation: Elementary.exp(shape)).solve(from: solution)
      let excess = Elementary.log(solution.deviation) - shape
      if excess.magnitude < 1e-6 { return solution }
      var step = excess
      if let last, last.excess != excess { step = excess * (last.shape - shape) / (excess - last.excess) }
      last = (shape, excess)
      shape += min(max(step, -0.2), 0.2)
    }
    throw .didNotConverge(iterations: 40)
  }

  /// One Newton step without each part, of a law whose shape follows the standard deviation.
  private func leftOut(
    at solution: LevelRegression.Solution, of regression: LevelRegression, k: Double
  ) throws(FitError) -> LevelRegression.LeftOut {
    let held = try regression.leavingOut(at: solution)
    let step = 0.02
    let slopes = Slopes(
      from: solution,
      to: try self.regression(k: k, deviation: solution.deviation * Elementary.exp(step))
        .solve(from: solution), over: step)
    let scales = held.logScale.map { $0 / (1 - slopes.logScale) }
    func moved(_ held: [Double], _ slope: Double) -> [Double] { zip(held, scales).map { $0 + slope * $1 } }
    return LevelRegression.LeftOut(
      logScale: scales, logitLoss: moved(held.logitLoss, slopes.logitLoss),
      slope: moved(held.slope, slopes.slope), level: moved(held.level, slopes.level),
      logLikelihood: held.logLikelihood)
  }

  /// The derivative of a fit with respect to its shape.
  private struct Slopes {
    let logScale: Double
    let logitLoss: Double
    let slope: Double
    let level: Double

    init(from: LevelRegression.Solution, to: LevelRegression.Solution, over step: Double) {
      func logit(_ loss: Double?) -> Double { loss.map { Elementary.log($0 / (1 - $0)) } ?? 0 }
      logScale = Elementary.log(to.scale / from.scale) / step
      logitLoss = (logit(to.loss) - logit(from.loss)) / step
      slope = (to.slope - from.slope) / step
      level = ((to.levels[0] ?? 0) - (from.levels[0] ?? 0)) / step
    }
  }
}

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
