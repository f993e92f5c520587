import NumericalMethods
import Radio
import World

/// Rician fades of one K on top of normal errors: shadows, channels, noise and rounding.
///
/// How much of the variance is fading depends on the standard deviation of the whole, which is itself fitted. So the law is
/// fitted with the shape that the last standard deviation gives until that changes no more. Each fit's equations are unbiased
/// where the shape is the true one (Godambe 1960, doi:10.1214/aoms/1177705693), and so is the point where they agree.
///
/// Source: ours. That a level is a normal shadow on a faded mean is Suzuki's model, doi:10.1109/TCOM.1977.1093926, with
/// Rician in place of Rayleigh fades.
struct FadedErrors {
  let fitter: ChannelLawFitter

  /// The normal part has at least this variance in dB², as rounding and an unsteady transmitter have.
  private static let leastVariance = 0.25

  /// The law with one C, and how sure it is.
  ///
  /// - Parameters:
  ///   - changes: by how much leaving out each part moves log (1 + K); nil where that is not known.
  ///   - start: the normal law.
  func law(
    k: Double, changes: [Double]?, from start: LevelRegression.Solution
  ) throws(FitError) -> ChannelLaw {
    let solution = try solve(k: k, from: start)
    let regression = regression(k: k, deviation: solution.deviation)
    let left = try changes.map { changes throws(FitError) in
      try leftOut(at: solution, of: regression, k: k, changes: changes)
    }
    return ChannelLaw(regression, solution: solution, left: left)
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

  private func solve(
    k: Double, from start: LevelRegression.Solution
  ) throws(FitError) -> LevelRegression.Solution {
    var solution = start
    for _ in 0..<50 {
      let next = try regression(k: k, deviation: solution.deviation).solve(from: solution)
      let change = Elementary.log(next.deviation / solution.deviation)
      solution = next
      if change.magnitude < 1e-6 { return solution }
    }
    throw .didNotConverge(iterations: 50)
  }

  /// One Newton step without each part, of a law whose shape follows K and the standard deviation.
  private func leftOut(
    at solution: LevelRegression.Solution, of regression: LevelRegression, k: Double, changes: [Double]
  ) throws(FitError) -> LevelRegression.LeftOut {
    let held = try regression.leavingOut(at: solution)
    let step = 0.02
    let logarithm = Elementary.log(1 + k) + (k > 1 ? -step : step)
    let byK = Slopes(
      from: solution,
      to: try self.regression(k: Elementary.exp(logarithm) - 1, deviation: solution.deviation)
        .solve(from: solution), over: logarithm - Elementary.log(1 + k))
    let byScale = Slopes(
      from: solution,
      to: try self.regression(k: k, deviation: solution.deviation * Elementary.exp(step))
        .solve(from: solution), over: step)
    let fades = held.logScale.indices.map { $0 < changes.count ? changes[$0] : 0 }
    let scales = zip(held.logScale, fades).map { ($0 + byK.logScale * $1) / (1 - byScale.logScale) }
    func moved(_ held: [Double], _ slope: (Slopes) -> Double) -> [Double] {
      held.indices.map { held[$0] + slope(byK) * fades[$0] + slope(byScale) * scales[$0] }
    }
    return LevelRegression.LeftOut(
      logScale: scales, logitLoss: moved(held.logitLoss, \.logitLoss), slope: moved(held.slope, \.slope),
      level: moved(held.level, \.level))
  }

  /// How fast a fit moves with its shape.
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
