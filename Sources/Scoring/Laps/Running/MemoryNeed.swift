import Evaluation
import Propagation
package import Scenarios

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
  let shadows: ShadowMemory

  private static let perReading = 280.0
  private static let perCallback = 450.0
  private static let perKeptError = 88.0
  private static let perClaim = 96.0
  private static let perMoment = 176.0
  private static let perScoredError = 250.0
  private static let perLagFix = 32.0

  init(
    callbacks: Double, due: Double, laps: Int, anchors: Int, pipelines: Int, stating: Int = 0, width: Int,
    shadows: ShadowMemory = ShadowMemory()
  ) {
    self.shadows = shadows
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
    return shadows.building + Double(width) * (atWork + shadows.lap)
      + Double(laps) * (kept + due * Self.perScoredError) + fixes
  }

  /// Refuses what needs more than the task may take.
  package func check() throws(StudyProblem) {
    try MemoryLimit.current.check(bytes) {
      "\(laps) \(laps == 1 ? "lap" : "laps") of \(Int(callbacks.rounded(.up))) callbacks with \(pipelines) "
        + "\(pipelines == 1 ? "pipeline" : "pipelines")\(2 * shadowing > bytes ? ", and shadowing of \(shadows.beacons) beacons" : "")"
    }
  }

  private var shadowing: Double { shadows.building + Double(width) * shadows.lap }
}

extension ShadowMemory {
  /// Refuses shadowing that takes more than the task and those beside it may take.
  package func check() throws(StudyProblem) {
    try MemoryLimit.current.check(lap, shared: building) { "shadowing of \(beacons) beacons" }
  }
}

extension MemoryLimit {
  private static let program = 4e7

  /// Refuses too many bytes.
  ///
  /// - Parameters:
  ///   - bytes: what each of those at work needs.
  ///   - shared: what they need together.
  ///   - what: needs them, for the sentence.
  fileprivate func check(
    _ bytes: Double, shared: Double = 0, _ what: () -> String
  ) throws(StudyProblem) {
    let all = Self.program + shared + Double(sharers) * bytes
    guard all > gigabytes * 1e9 else { return }
    let tenths = Int((all / 1e8).rounded(.up))
    let number = tenths < 1000 ? "\(Double(tenths) / 10)" : "\(tenths / 10)"
    let threads = sharers > 1 ? " on each of \(sharers) threads" : ""
    throw .memory(limit: self, need: what() + threads + ", about \(number) GB")
  }
}
