import Calibrating
import Documents
import Evaluation
import Laps
import Positioning
package import Results
package import Scenarios
import Sites
import World

/// How well simulation predicts every recorded data set of a comparison: each one beside its simulated replicas.
package struct RealityStudy: SteppedStudy, Sendable {
  /// One data set, with what its pipelines lack.
  private struct Part: Sendable {
    let column: MethodsResult.Column
    let twin: Result<TwinStudy, RealityResult.NoTwin>
    let lacks: [MethodsPart.Lack]
  }

  private let path: String
  private let methods: MethodsScenario
  private let replicas: Int
  private let parts: [Part]

  /// - Parameters:
  ///   - path: of the comparison's file, for the report.
  ///   - root: the folder in which data sets lie.
  ///   - replicas: how many are simulated of each data set, at least 2.
  /// - Throws: `FileProblem` for the first data set whose files are not as declared.
  package init(_ methods: MethodsScenario, path: String, root: String, replicas: Int) throws {
    (self.path, self.methods, self.replicas) = (path, methods, replicas)
    parts = try methods.parts.map { part in
      let part = try MethodsPart(part, root: root)
      let (scenario, lacks) = try part.supported {
        $0.given.contains(.survey) ? "a survey of the real building does not hold in a simulated one" : nil
      }
      return Part(
        column: part.column, twin: try part.twin(of: scenario, path: path, replicas: replicas), lacks: lacks)
    }
  }

  /// The replicas of all data sets.
  package var steps: StudySteps {
    StudySteps(parts.count { (try? $0.twin.get()) != nil } * replicas, "replicas")
  }

  /// - Parameters:
  ///   - width: how many replicas at a time; results do not depend on it.
  ///   - progress: called with how many are done.
  package func run(width: Int, progress: (Int) -> Void) async throws -> RealityResult {
    var (done, found) = (0, [RealityResult.Part]())
    for part in parts {
      let outcome: Result<TwinResult, RealityResult.NoTwin>
      switch part.twin {
      case .failure(let reason): outcome = .failure(reason)
      case .success(let study):
        outcome = .success(try await study.run(width: width) { [done] in progress(done + $0) })
        done += replicas
      }
      found.append(
        RealityResult.Part(
          name: part.column.name, walks: part.column.walks, outcome: outcome, lacks: part.lacks))
    }
    return RealityResult(path: path, name: methods.name, seed: methods.seed, replicas: replicas, parts: found)
  }
}

extension MethodsPart {
  /// The recording with its replicas, or why there can be none.
  fileprivate func twin(
    of scenario: Scenario, path: String, replicas: Int
  ) throws -> Result<TwinStudy, RealityResult.NoTwin> {
    if column.measure.unit != .metres {
      return .failure(.init(reason: "only the rooms are known, and errors in metres would mean nothing"))
    }
    if !dataset.hasPlaces {
      return .failure(.init(reason: "the positions of the beacons are unknown, so no channel can be fitted"))
    }
    do {
      return .success(
        try TwinStudy(
          scenario, folds.map { try RecordedStudy(scenario, $0) }, of: dataset, path: path,
          replicas: replicas,
          stretch: MethodsStudy.stretch, warnings: []))
    } catch let problem as CalibrationProblem {
      return .failure(.init(reason: "no channel fits: \(problem)"))
    }
  }
}
