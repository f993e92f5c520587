import Documents
import Laps
import Positioning
package import Rendering
package import Scenarios
package import Sites

/// One data set of a comparison, read once.
package struct MethodsPart: Sendable {
  /// What a pipeline lacks on a data set.
  package struct Lack: Hashable, Sendable {
    package let pipeline: String
    /// In a sentence without its first capital and full stop.
    package let reason: String
  }

  package let scenario: Scenario
  /// With all walks.
  package let dataset: Dataset
  /// All walks together, or each with the others as its calibration part.
  package let folds: [Dataset]
  package let column: MethodsResult.Column

  /// - Parameter root: the folder in which data sets lie.
  package init(_ part: MethodsScenario.Part, root: String) throws {
    try part.scenario.resolved["dataset"].checkFile(at: part.dataset)
    dataset = try Dataset(contentsOf: part.dataset, root: root)
    let walks = min(part.scenario.walks ?? dataset.walks.count, dataset.walks.count)
    if part.leavesOneOut, dataset.walks.count < 2 {
      throw try part.scenario.resolved["dataset"].problem(
        expected: "two walks or more to leave one out", found: "\(dataset.walks.count)")
    }
    scenario = part.scenario
    folds = part.leavesOneOut ? (0..<walks).map { [dataset] in dataset.leavingOut($0) } : [dataset]
    column = MethodsResult.Column(
      name: scenario.name, dataset: dataset.name, walks: walks, measure: part.measure,
      leavesOneOut: part.leavesOneOut, at: scenario.scoring)
  }
}

extension MethodsPart {
  /// The scenario with the pipelines that can run, and what the others lack.
  ///
  /// - Parameter refusal: why a pipeline is left out that could run; nil for one that stays.
  func supported(refusal: (PipelineDefinition) -> String? = { _ in nil }) throws -> (Scenario, [Lack]) {
    var (kept, lacks) = (scenario, [Lack]())
    kept.pipelines = try scenario.pipelines.filter { pipeline in
      guard let reason = try refusal(pipeline) ?? lack(of: pipeline) else { return true }
      lacks.append(Lack(pipeline: pipeline.name, reason: reason))
      return false
    }
    return (kept, lacks)
  }

  private func lack(of pipeline: PipelineDefinition) throws -> String? {
    var alone = scenario
    alone.pipelines = [pipeline]
    do throws(StudyProblem) {
      _ = try RecordedStudy(alone, folds[0])
      return nil
    } catch {
      guard let lack = error.lack else { throw error }
      return lack.sentence
    }
  }
}

extension MethodsPart.Lack: Described {
  /// An element of `lacking`.
  package static let figures: [Figure<MethodsPart.Lack>] = [
    .init("pipeline", \.pipeline), .init("reason", \.reason),
  ]
}

extension StudyProblem {
  /// What a pipeline needs and the data set lacks; nil for other kinds of problem.
  package var lack: (brief: String, sentence: String)? {
    switch self {
    case .pipeline(_, let problem): (problem.brief, problem.description)
    case .noCalibration:
      ("no calibration", "n and C are fitted to a calibration part, which the data set does not have")
    default: nil
    }
  }
}
