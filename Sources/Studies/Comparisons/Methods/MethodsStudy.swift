package import ArgumentParser
import Documents
package import Evaluation
import Laps
import Positioning
package import Rendering
package import Results
package import Scenarios
package import Sites
import World

/// Every pipeline of a comparison on every one of its data sets.
package struct MethodsStudy: PreparedStudy, Sendable {
  /// The length in seconds of a stretch whose errors count as one observation where there are fewer walks than
  /// ``leastWalks``: errors a few seconds apart are correlated.
  package static let stretch = 20.0
  package static let leastWalks = 3

  private let methods: MethodsScenario
  private let parts: [MethodsPart]
  private let absent: [String]

  /// - Parameter root: the folder in which data sets lie.
  /// - Throws: `FileProblem` for the first data set whose files are not as declared.
  package init(_ methods: MethodsScenario, root: String) throws {
    let (parts, absent) = try MethodsPart.present(in: methods, root: root)
    self.init(methods, parts, absent: absent)
  }

  /// The same on data sets that were read before.
  ///
  /// - Parameter absent: sentences about those that are not there.
  package init(_ methods: MethodsScenario, _ parts: [MethodsPart], absent: [String] = []) {
    (self.methods, self.parts, self.absent) = (methods, parts, absent)
  }

  /// The result before anything is done.
  package var empty: MethodsResult { MethodsResult(methods, parts.map(\.column), absent: absent) }

  /// The cells, each a pipeline on a data set.
  package var steps: StudySteps { StudySteps(parts.count * methods.pipelines.count, "cells") }

  /// Shows each row as soon as it is done. After Ctrl-C the result has the rows that are done by then.
  package func run(_ runner: StudyRunner) async throws -> MethodsResult {
    let ending = EarlyEnd()
    var progress = runner.begin(steps)
    defer {
      progress.finish()
      ending.end()
    }
    var (result, done) = (empty, 0)
    var found: [[MethodsTally.Outcome?]] = parts.map { _ in methods.pipelines.map { _ in nil } }
    do {
      try await cells(width: runner.width, \.outcome) { pipeline, part, outcome in
        found[part][pipeline] = outcome
        done += 1
        progress.show(done: done)
        while let line = result.next(found) {
          progress.say(line)
        }
        if ending.isAsked { throw CancellationError() }
      }
    } catch is CancellationError where ending.isAsked {}
    return result
  }

  /// What is taken from the errors of each cell, one pipeline after another; it is handed over as soon as it is known.
  package func cells<Value: Sendable>(
    width: Int, _ value: @escaping @Sendable (MethodsTally) -> Value,
    finished: (_ pipeline: Int, _ part: Int, Value) throws -> Void
  ) async throws {
    let count = parts.count
    try await inParallel(
      steps.count, width: width, finished: { try finished($0 / count, $0 % count, $1) },
      { index in value(try tally(of: index / count, on: parts[index % count])) })
  }

  private func tally(of pipeline: Int, on part: MethodsPart) throws -> MethodsTally {
    var scenario = part.scenario
    scenario.pipelines = [scenario.pipelines[pipeline]]
    var tally = MethodsTally(part.column.measure, walks: part.column.walks)
    if part.seenBy.contains(scenario.pipelines[0].name) {
      tally.unsupported = .unsupported(
        "chosen on it",
        because:
          "settings of the method were chosen on this site, so that its error is not that on one it has not seen"
      )
      return tally
    }
    for (index, fold) in part.folds.enumerated() {
      let study: RecordedStudy
      do throws(StudyProblem) {
        study = try RecordedStudy(scenario, fold)
      } catch {
        guard let lack = error.lack else { throw error }
        tally.unsupported = .unsupported(lack.brief, because: lack.sentence)
        return tally
      }
      try MemoryNeed(of: study, width: 1).check()
      tally.looksAhead = study.pipelines.pipelines[0].method.lookAhead != .none
      for lap in 0..<study.laps {
        try Task.checkCancellation()
        for heard in try study.heard(lap: lap) { tally.add(study.outcome(of: heard), fold: index) }
      }
    }
    return tally
  }
}

/// The errors of one pipeline on one data set, by observation.
package struct MethodsTally {
  /// What a table shows of it.
  package struct Outcome: Sendable {
    let cell: MethodsResult.Cell
    /// Seconds; nil where it cannot be estimated.
    let lag: Double?
    let looksAhead: Bool
  }

  /// Nil where the pipeline can run.
  fileprivate var unsupported: MethodsResult.Cell?
  fileprivate var looksAhead = false
  private var tracks = TrackTotals()
  private let measure: Metric
  private let stretches: Bool
  private var observations: [[Int]: [PositionError]] = [:]

  fileprivate init(_ measure: Metric, walks: Int) {
    (self.measure, stretches) = (measure, walks < MethodsStudy.leastWalks)
  }

  fileprivate mutating func add(_ lap: LapOutcome, fold: Int) {
    if let track = lap.metrics?.tracks.first { tracks.add(track) }
    for error in lap.scored[0].errors {
      let stretch = stretches ? (error.time / MethodsStudy.stretch).rounded(.down) : 0
      observations[[fold, error.lap, Int(exactly: stretch) ?? 0], default: []].append(error)
    }
  }

  private var sorted: [[PositionError]] {
    observations.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  /// By walk, or by stretch where there are few walks: each is a lap of its own.
  package var laps: [[PositionError]] {
    sorted.enumerated().map { lap, errors in
      errors.map { error in
        var error = error
        error.lap = lap
        return error
      }
    }
  }

  package var outcome: Outcome {
    Outcome(
      cell: cell, lag: TrackMetrics(of: tracks).flatMap { try? $0.lag.get().seconds }, looksAhead: looksAhead)
  }

  /// The figure of all of them.
  package var cell: MethodsResult.Cell {
    if let unsupported { return unsupported }
    let laps = sorted
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

/// The verb `methods`.
package struct MethodsCommand: SavedStudyVerb {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "methods",
    abstract: "Compare pipelines on several recorded data sets in one table.",
    discussion: """
      Runs every pipeline of a comparison on every one of its data sets, with n, C and radio map from other recordings than \
      those that are scored. A cell says why a pipeline cannot run on a data set.

      Example: beaconbench methods scenarios/methods/recorded.yaml --datasets uji-ble
      """)

  @Argument(.input, "The file of the comparison.", as: "comparison")
  var path: String

  @Option(.names, "Use only these data sets, by their names in the file. (default: all)")
  var datasets: [String]?

  /// How it runs and prints.
  @OptionGroup package var options: RunningOptions<DatasetLaps>

  @Option(.pipelines) var pipelines: [String]?

  @OptionGroup var data: DataOption

  /// Where its results are kept.
  @OptionGroup package var saving: SaveOption

  package init() {}

  /// Reads and checks what the options name.
  package func prepared() throws -> any PreparedStudy {
    let methods = try MethodsScenario(
      contentsOf: path, seed: options.seed, walks: options.laps, datasets: datasets,
      changes: ScenarioChanges(pipelines: pipelines))
    return try MethodsStudy(methods, root: data.root)
  }
}

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
  /// As ``MethodsScenario/Part/seenBy``.
  let seenBy: [String]

  /// The data sets that are there, and a sentence about each of the others.
  package static func present(
    in methods: MethodsScenario, root: String
  ) throws -> (parts: [MethodsPart], absent: [String]) {
    var (parts, absent) = ([MethodsPart](), [String]())
    for part in methods.parts {
      // The last one that could be left out is read, so that what it lacks is an error.
      let isNeeded = !part.isLeftOutIfAbsent || parts.isEmpty && absent.count == methods.parts.count - 1
      if !isNeeded, let file = try Dataset.absentFile(of: part.dataset, root: root) {
        absent.append(
          "\(part.scenario.name): left out, since \(file) is not below \(root); `list sets` says where its files are published"
        )
      } else {
        parts.append(try MethodsPart(part, root: root))
      }
    }
    return (parts, absent)
  }

  /// - Parameter root: the folder in which data sets lie.
  package init(_ part: MethodsScenario.Part, root: String) throws {
    try part.scenario.resolved["dataset"].checkFile(at: part.dataset)
    dataset = try Dataset(contentsOf: part.dataset, root: root)
    let walks = min(part.scenario.walks ?? dataset.walks.count, dataset.walks.count)
    if part.leavesOneOut, dataset.walks.count < 2 {
      throw try part.scenario.resolved["dataset"].problem(
        expected: "two walks or more to leave one out", found: "\(dataset.walks.count)")
    }
    (scenario, seenBy) = (part.scenario, part.seenBy)
    folds = part.leavesOneOut ? (0..<walks).map { [dataset] in dataset.leavingOut($0) } : [dataset]
    column = MethodsResult.Column(
      name: part.title, site: part.site, dataset: dataset.name, walks: walks, measure: part.measure,
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
