import Evaluation
package import Scenarios
import World

/// About how much memory a study takes, estimated before it begins.
///
/// The bytes of each part are those of the types that hold it, rounded up: the columns of readings and filtered levels
/// and a pipeline's callbacks of the laps at work, the errors and the fixes that are kept of each lap, and the errors of one
/// pipeline as they are laid out for its statistics. Of studies of `floor35`, `visitor` and `standing-still` with 200 to 20,000
/// laps the peak that was measured is up to a fifth smaller, and never larger.
package struct MemoryNeed: Hashable, Sendable {
  /// Callbacks of the phone, and errors due of one pipeline, on one lap.
  let callbacks: Double
  let due: Double
  let laps: Int
  let anchors: Int
  let pipelines: Int
  /// Those of the pipelines that state an uncertainty.
  let stating: Int
  let width: Int

  private static let perReading = 150.0
  private static let perCallback = 450.0
  private static let perKeptError = 40.0
  private static let perClaim = 32.0
  private static let perMoment = 64.0
  private static let perScoredError = 250.0
  private static let perLagFix = 32.0
  private static let program = 4e7

  init(
    callbacks: Double, due: Double, laps: Int, anchors: Int, pipelines: Int, stating: Int = 0, width: Int
  ) {
    (self.callbacks, self.due, self.laps) = (callbacks, due, laps)
    (self.anchors, self.pipelines, self.stating) = (anchors, pipelines, stating)
    self.width = min(width, laps)
  }

  var bytes: Double {
    let atWork = callbacks * (Double(anchors) * Self.perReading + Double(pipelines) * Self.perCallback)
    let kept =
      due
      * (Double(pipelines) * Self.perKeptError + Double(stating) * Self.perClaim + Self.perMoment)
    let fixes =
      min(callbacks * Double(laps), Double(TrackTotals.lagFixes)) * Double(pipelines) * Self.perLagFix
    return Self.program + Double(width) * atWork + Double(laps) * (kept + due * Self.perScoredError) + fixes
  }

  /// Refuses what needs more than the task may take.
  package func check() throws(StudyProblem) {
    let limit = MemoryLimit.current
    guard bytes > limit.gigabytes * 1e9 else { return }
    throw .memory(limit: limit, need: summary)
  }

  /// `1000000 laps of 114 callbacks with 6 pipelines, about 6.4 GB`.
  var summary: String {
    let tenths = Int((bytes / 1e8).rounded(.up))
    let number = tenths < 1000 ? "\(Double(tenths) / 10)" : "\(tenths / 10)"
    return
      "\(laps) \(laps == 1 ? "lap" : "laps") of \(Int(callbacks.rounded(.up))) callbacks with \(pipelines) "
      + "\(pipelines == 1 ? "pipeline" : "pipelines"), which take about \(number) GB"
  }
}
