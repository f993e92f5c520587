import Evaluation
import Laps
package import Results
package import Scenarios
import World

/// Every pipeline of a comparison on every one of its data sets.
package struct MethodsStudy: SteppedStudy, Sendable {
  /// The length in seconds of a stretch whose errors count as one observation where there are fewer walks than
  /// ``leastWalks``: errors a few seconds apart are correlated.
  package static let stretch = 20.0
  package static let leastWalks = 3

  private let methods: MethodsScenario
  private let parts: [MethodsPart]

  /// - Parameter root: the folder in which data sets lie.
  /// - Throws: `FileProblem` for the first data set whose files are not as declared.
  package init(_ methods: MethodsScenario, root: String) throws {
    self.methods = methods
    parts = try methods.parts.map { try MethodsPart($0, root: root) }
  }

  /// The cells, each a pipeline on a data set.
  package var steps: StudySteps { StudySteps(parts.count * methods.pipelines.count, "cells") }

  /// - Parameters:
  ///   - width: how many cells at a time; results do not depend on it.
  ///   - progress: called with how many are done.
  package func run(width: Int, progress: (Int) -> Void) async throws -> MethodsResult {
    let count = methods.pipelines.count
    let cells = try await inParallel(steps.count, width: width, progress: progress) { index in
      try cell(of: index % count, on: parts[index / count])
    }
    return MethodsResult(
      name: methods.name, seed: methods.seed, pipelines: methods.pipelines, columns: parts.map(\.column),
      cells: parts.indices.map { part in Array(cells[part * count..<(part + 1) * count]) })
  }

  private func cell(of pipeline: Int, on part: MethodsPart) throws -> MethodsResult.Cell {
    var scenario = part.scenario
    scenario.pipelines = [scenario.pipelines[pipeline]]
    var tally = MethodsTally(part.column.measure, walks: part.column.walks)
    for (index, fold) in part.folds.enumerated() {
      let study: RecordedStudy
      do throws(StudyProblem) {
        study = try RecordedStudy(scenario, fold)
      } catch {
        guard let lack = error.lack else { throw error }
        return .unsupported(lack.brief, because: lack.sentence)
      }
      try MemoryNeed(of: study, width: 1).check()
      for lap in 0..<study.laps {
        for heard in try study.heard(lap: lap) { tally.add(study.errors(of: heard)[0], fold: index) }
      }
    }
    return tally.cell
  }
}

/// The errors of one pipeline on one data set, by observation.
private struct MethodsTally {
  private let measure: Metric
  private let stretches: Bool
  private var observations: [[Int]: [PositionError]] = [:]

  init(_ measure: Metric, walks: Int) {
    (self.measure, stretches) = (measure, walks < MethodsStudy.leastWalks)
  }

  mutating func add(_ errors: [PositionError], fold: Int) {
    for error in errors {
      let stretch = stretches ? (error.time / MethodsStudy.stretch).rounded(.down) : 0
      observations[[fold, error.lap, Int(exactly: stretch) ?? 0], default: []].append(error)
    }
  }

  var cell: MethodsResult.Cell {
    let laps = observations.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    let due = laps.reduce(0) { $0 + $1.count }
    let missed = laps.joined().compactMap { $0.missed?.reason }
    let errors = ErrorsByLap(byLap: laps.map { $0.compactMap(\.metres) })
    let estimate = MetricEstimate(measure, ofLaps: laps, errors)
    guard let value = estimate.value else {
      let reasons = Dictionary(missed.map { ($0, 1) }, uniquingKeysWith: +)
      let most = NoFix.Reason.allCases.max { reasons[$0, default: 0] < reasons[$1, default: 0] }
      if measure.isOnRequest, missed.count < due {
        return .unsupported("none stated", because: "the method states nothing of this kind about its errors")
      }
      return .noFix(of: due, most: due == missed.count ? most : nil)
    }
    return .measured(
      MethodsResult.Measured(
        due: due, missed: missed.count, value: value, interval: estimate.interval,
        observations: estimate.laps))
  }
}
