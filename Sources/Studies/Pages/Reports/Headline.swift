import Evaluation
import Rendering

extension PlottedResults {
  /// The result in one or two sentences: the pipeline with the smallest mean error, how sure its first rank
  /// is, and what the constant baseline has. Empty without errors.
  var headline: String {
    let varying = withoutConstants
    let means = varying.pipelines.compactMap { pipeline in pipeline.mean.map { (pipeline.name, $0) } }
    guard let best = means.min(by: { $0.1.value < $1.1.value }) else { return "" }
    let mean = "\(FixedPoint.text(best.1.value, decimals: 2)) m"
    let interval = best.1.interval.text(decimals: 2)
    let extent = " over \(Counted.text(laps, "lap"))"
    let sentence =
      means.count == 1
      ? "Mean error of \(best.0): \(mean)\(interval)\(extent)."
      : "Smallest mean error: \(best.0), \(mean)\(interval)\(extent)\(varying.firstRank)."
    let baselines = varying.leftOut.compactMap { pipeline in
      pipeline.mean.map {
        " The constant baseline \(pipeline.name) has \(FixedPoint.text($0.value, decimals: 2)) m."
      }
    }
    return sentence + baselines.joined()
  }

  /// Empty where there are too few laps to say it.
  private var firstRank: String {
    guard let share = (try? rankShares())?.shares.first?.first else { return "" }
    return "; it ranks first in \(FixedPoint.text(100 * share, decimals: 0)) % of resamples of the laps"
  }
}
