import Documents
import Evaluation

/// Fixes of one row that were due and could not be made, so that no figure takes them in.
public struct MissedFixes: Hashable, Sendable {
  /// `circles meet (moving average)`.
  public let row: String
  public let missed: Int
  /// With those that were made.
  public let due: Int
}

extension MissedFixes {
  var document: Document {
    ["row": Document(row), "missed": Document(missed), "due": Document(due)]
  }
}

extension StudyResult {
  /// Those of the pipelines that are shown; pipelines that missed nothing are left out.
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
