import Evaluation
import Laps
import Scenarios

/// The fixes of one row that were due and missing, which no figure includes.
package struct MissedFixes: Hashable, Sendable {
  /// `circles meet (moving average)`.
  package let row: String
  /// How many of them had no fix.
  package let missed: Int
  /// All fixes that were due, missing or not.
  package let due: Int
}

extension StudyResult {
  /// The missed fixes of the pipelines that are shown; pipelines that missed nothing are left out.
  ///
  /// - Parameter name: of the study among those of a table; nil for the only one.
  func missedFixes(in name: String?, where isShown: (PipelineResult) -> Bool) -> [MissedFixes] {
    pipelines.filter(isShown).compactMap { pipeline in
      let (row, score) = (pipeline.definition.name, pipeline.score.whole)
      guard score.missed > 0 else { return nil }
      return MissedFixes(
        row: name.map { "\($0) (\(row))" } ?? row, missed: score.missed, due: score.missed + score.count)
    }
  }
}
