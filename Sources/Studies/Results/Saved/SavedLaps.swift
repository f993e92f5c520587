package import Evaluation
package import Laps
import Scenarios
package import World

/// The errors of one pipeline in a results folder, by lap and walker, which running the laps again must reproduce.
package struct SavedLaps: Sendable {
  private struct Key: Hashable {
    let lap: Int
    let walker: String?
  }

  private let path: String
  private let pipeline: String
  private let errors: [Key: [PositionError]]

  package init(_ pipeline: SavedResults.Pipeline, path: String) {
    (self.path, self.pipeline) = (path, pipeline.name)
    errors = Dictionary(grouping: pipeline.errors) { Key(lap: $0.lap, walker: $0.walker?.name) }
  }

  /// - Throws: `FileProblem` where the errors computed now differ from those of the folder in any bit.
  package func check(_ made: [PositionError], lap: Int, walker: String?) throws(FileProblem) {
    let kept = errors[Key(lap: lap, walker: walker)] ?? []
    guard kept.elementsEqual(made, by: { $0.time == $1.time && $0.metres == $1.metres }) else {
      throw FileProblem(
        file: "\(path)/errors.csv",
        expected:
          "the errors of \(pipeline) that \(SavedScenario.scenarioName) beside it gives with this version",
        found: "others on lap \(lap); run the scenario again with this version")
    }
  }

  /// The same for all laps of the pipeline, in their order.
  package func check(allOf made: [PositionError]) throws(FileProblem) {
    let laps = Dictionary(grouping: made) { Key(lap: $0.lap, walker: $0.walker?.name) }
    for key in (Array(laps.keys) + Array(errors.keys)).sorted(by: {
      ($0.lap, $0.walker ?? "") < ($1.lap, $1.walker ?? "")
    }) {
      try check(laps[key] ?? [], lap: key.lap, walker: key.walker)
    }
  }
}

extension SavedResults {
  /// Refuses a study whose errors, when it is run again, differ from those of the folder in any bit.
  package func check(reproducedBy result: StudyResult) throws(FileProblem) {
    for pipeline in pipelines {
      try SavedLaps(pipeline, path: path).check(
        allOf: result.pipelines.first { $0.definition.name == pipeline.name }?.errors ?? [])
    }
  }
}
