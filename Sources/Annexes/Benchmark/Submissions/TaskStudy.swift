import Comparisons
import Documents
package import Evaluation
import Laps
package import Positioning
package import Results
package import Scenarios
import Sites
import World

/// A task with the methods that run on it.
package struct TaskStudy: Sendable {
  /// The moments of a task and the truth, which all methods share.
  package struct Ground: Sendable {
    let name: String
    let site: Site
    let rule: ScoringRule
    /// By lap, numbered from 0.
    package let truths: [LapTruth]
    /// Whether errors count by stretch of time rather than by lap, since there are few laps.
    var isByStretch: Bool { truths.count < MethodsStudy.leastWalks }
  }

  /// What a method did.
  package enum Answer: Sendable {
    /// By lap of the ground.
    case fixes([[Callback]], lookAhead: LookAhead)
    /// What the method needs and the task lacks.
    case lack(String)
  }

  package struct Outcome: Sendable {
    package let ground: Ground
    /// In the order of ``TaskStudy/methods``.
    package let answers: [Answer]
  }

  private enum Source: Sendable {
    case recorded([Dataset])
    case simulated(SimulatedStudy)
  }

  package let task: BenchmarkTask
  private var scenario: Scenario
  private let source: Source
  /// Where the walks come from, under which licence, and how they are split.
  package let provenance: [String]
  /// The seed of simulated laps; nil for recorded walks.
  package let seed: UInt64?

  /// - Parameters:
  ///   - root: the folder in which data sets lie.
  ///   - own: methods beside those of the task.
  ///   - isKept: which of all methods run.
  package init(
    _ task: BenchmarkTask, root: String, own: [MethodRow] = [], isKept: (String) -> Bool = { _ in true }
  ) throws {
    self.task = task
    let changes = ScenarioChanges(task.settings, methods: own)
    switch task.origin {
    case .comparison(let path, let dataset):
      let methods = try MethodsScenario(contentsOf: path, datasets: [dataset], changes: changes)
      let part = try MethodsPart(methods.parts[0], root: root)
      (scenario, source) = (part.scenario, .recorded(part.folds))
      provenance = Self.provenance(of: part.dataset, leavesOneOut: part.column.leavesOneOut)
      seed = nil
    case .scenario(let path):
      let seed = task.round.map { $0.seed ?? $0.practice }
      scenario = try Scenario(contentsOf: path, seed: seed, changes: changes)
      self.seed = seed
      switch scenario.origin {
      case .recorded(let path):
        let dataset = try Dataset(contentsOf: path, root: root)
        source = .recorded([dataset])
        provenance = Self.provenance(of: dataset, leavesOneOut: false)
      case .simulated(let simulation):
        let study = try SimulatedStudy(scenario, simulation)
        source = .simulated(study)
        provenance = ["\(study.laps) simulated laps of \(scenario.name)."]
      }
    }
    try check()
    scenario.pipelines = scenario.pipelines.filter { isKept($0.name) }
  }

  private static func provenance(of dataset: Dataset, leavesOneOut: Bool) -> [String] {
    let split =
      leavesOneOut
      ? "each is scored with n, C and the radio map from all others"
      : dataset.calibration.isEmpty
        ? "the data set has no calibration part"
        : "n, C and the radio map come from the calibration part, which is not scored"
    let walks = dataset.walks.map(\.name).joined(separator: ", ")
    return [
      "Source: \(dataset.source). Licence: \(dataset.licence).",
      "\(dataset.walks.count) recorded walks (\(walks)); \(split).",
    ]
  }

  private func check() throws(FileProblem) {
    try scenario.checkHasOwnNoise(in: "a task of a benchmark")
    let isSimulated = if case .simulated = source { true } else { false }
    guard isSimulated == (task.round != nil) else {
      throw FileProblem(
        file: task.path,
        expected: isSimulated
          ? "round, which fixes the seed of simulated walks" : "recorded walks without round",
        found: isSimulated ? "none" : "one")
    }
    if case .simulated(let study) = source, !study.walkers.isEmpty {
      throw FileProblem(
        file: task.path, expected: "a scenario of one walker", found: "\(study.walkers.count)")
    }
    guard scenario.scoring.moment != .presses(.predicted) else {
      throw FileProblem(
        file: task.path, expected: "set: [score.callback=last], since fixes alone are scored",
        found: "positions predicted between fixes")
    }
  }

  /// What runs, in the order of the answers.
  package var methods: [PipelineDefinition] { scenario.pipelines }

  /// Every method on every lap; the result does not depend on the width.
  package func run(_ runner: StudyRunner) async throws -> Outcome {
    switch source {
    case .simulated(let study):
      return try await run(SimulatedStudy(scenario, study.simulation), runner)
    case .recorded(let folds): return try await run(on: folds, runner)
    }
  }

  private func run(_ study: SimulatedStudy, _ runner: StudyRunner) async throws -> Outcome {
    try Study.simulated(study).prepare(width: runner.width)
    let laps = try await runner.stage(StudySteps(study.laps)) { progress in
      try await inParallel(study.laps, width: runner.width, progress: progress) { lap in
        try study.answers(lap: lap)[0]
      }
    }
    return Outcome(
      ground: ground(on: study.pipelines.site, laps.map(\.truth)),
      answers: methods.indices.map { method in
        .fixes(
          laps.map { $0.callbacks[method] }, lookAhead: study.pipelines.pipelines[method].method.lookAhead)
      })
  }

  private func run(on folds: [Dataset], _ runner: StudyRunner) async throws -> Outcome {
    let scenario = scenario
    let jobs = try await runner.stage(StudySteps(methods.count * folds.count, "cells")) { progress in
      try await inParallel(methods.count * folds.count, width: runner.width, progress: progress) { index in
        var alone = scenario
        alone.pipelines = [scenario.pipelines[index / folds.count]]
        return try Self.answers(alone, on: folds[index % folds.count])
      }
    }
    let byMethod = methods.indices.map { jobs[$0 * folds.count..<($0 + 1) * folds.count] }
    let truths = byMethod.lazy.map { $0.compactMap { try? $0.get().laps } }.first { $0.count == folds.count }
    return Outcome(
      ground: ground(on: folds[0].site.site, truths?.joined().map(\.truth) ?? []),
      answers: byMethod.map { folds in
        for case .failure(let lack) in folds { return .lack(lack.sentence) }
        let done = folds.compactMap { try? $0.get() }
        return .fixes(
          done.flatMap(\.laps).map { $0.callbacks[0] }, lookAhead: done.first?.lookAhead ?? .none)
      })
  }

  private typealias Laps = [(truth: LapTruth, callbacks: [[Callback]])]

  private struct Lack: Error {
    let sentence: String
  }

  private static func answers(
    _ scenario: Scenario, on fold: Dataset
  ) throws -> Result<(laps: Laps, lookAhead: LookAhead), Lack> {
    let study: RecordedStudy
    do throws(StudyProblem) {
      study = try RecordedStudy(scenario, fold)
    } catch {
      guard let lack = error.lack else { throw error }
      return .failure(Lack(sentence: lack.sentence))
    }
    try Study.recorded(study).prepare(width: 1)
    let laps = try (0..<study.laps).flatMap { try study.answers(lap: $0) }
    return .success((laps, study.pipelines.pipelines[0].method.lookAhead))
  }

  /// Laps are numbered over all folds.
  private func ground(on site: Site, _ truths: [LapTruth]) -> Ground {
    Ground(
      name: task.name, site: site, rule: scenario.scoring,
      truths: truths.enumerated().map { LapTruth(lap: $0, walk: $1.walk, presses: $1.presses) })
  }
}
