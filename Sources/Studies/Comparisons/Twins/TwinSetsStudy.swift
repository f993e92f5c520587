import Calibrating
import Evaluation
import Laps
import Positioning
package import Results
package import Scenarios
import Sites

/// How well simulation predicts every recorded data set of a comparison: each one beside its simulated replicas.
package struct TwinSetsStudy: SteppedStudy, Sendable {
  private let path: String
  private let methods: MethodsScenario
  private let replicas: Int
  /// Each data set with its study, which is nil where there can be no replicas.
  private let sets: [(found: TwinSetsResult.Part, study: TwinStudy?)]

  /// - Parameters:
  ///   - path: of the comparison's file, for the report.
  ///   - root: the folder in which data sets lie.
  ///   - replicas: how many are simulated of each data set, at least 2.
  ///   - stretch: as of a ``TwinStudy``.
  /// - Throws: `FileProblem` for the first data set whose files are not as declared.
  package init(
    _ methods: MethodsScenario, path: String, root: String, replicas: Int,
    stretch: Double = MethodsStudy.stretch
  ) throws {
    (self.path, self.methods, self.replicas) = (path, methods, replicas)
    sets = try methods.parts.map { part in
      let part = try MethodsPart(part, root: root)
      let (scenario, lacks) = try part.supported {
        $0.given.contains(.survey) ? "a survey of the real building does not hold in a simulated one" : nil
      }
      var found = TwinSetsResult.Part(
        name: part.column.name, walks: part.column.walks, lacks: lacks, reason: part.hasNoTwin)
      guard found.reason == nil else { return (found, nil) }
      do {
        let study = try TwinStudy(
          scenario, part.folds.map { try RecordedStudy(scenario, $0) }, of: part.dataset, path: path,
          replicas: replicas, stretch: stretch)
        return (found, study)
      } catch let problem as CalibrationProblem {
        found.reason = "no channel fits: \(problem)"
        return (found, nil)
      }
    }
  }

  /// The replicas of all data sets.
  package var steps: StudySteps { StudySteps(sets.count { $0.study != nil } * replicas, "replicas") }

  /// - Parameters:
  ///   - width: how many replicas at a time; results do not depend on it.
  ///   - progress: called with how many are done.
  package func run(width: Int, progress: (Int) -> Void) async throws -> TwinSetsResult {
    var (done, parts) = (0, [TwinSetsResult.Part]())
    for (found, study) in sets {
      var found = found
      if let study {
        found.twin = try await study.run(width: width) { [done] in progress(done + $0) }
        done += replicas
      }
      parts.append(found)
    }
    return TwinSetsResult(
      path: path, name: methods.name, seed: methods.seed, replicas: replicas, parts: parts)
  }
}

extension MethodsPart {
  /// Why there can be no replicas whatever the channel; nil where there can.
  fileprivate var hasNoTwin: String? {
    if column.measure.unit != .metres {
      return "only the rooms are known, and errors in metres would mean nothing"
    }
    return dataset.hasPlaces
      ? nil : "the positions of the beacons are unknown, so no channel can be fitted"
  }
}
