package import Calibrating
import Evaluation
import Laps
import NumericalMethods
package import Results
package import Scenarios
package import Sites
import World

/// A recording and its simulated replicas, to which the same pipelines are applied.
package struct TwinStudy: SteppedStudy, Sendable {
  private let scenario: Scenario
  private let recorded: RecordedStudy
  /// The channel fitted to the recording.
  package let fit: ChannelFit
  private let replicas: RecordingReplicas
  private let count: Int
  private let stretch: Double

  /// About the recording and its site.
  package let warnings: [String]
  /// Replicas.
  package var steps: StudySteps { StudySteps(count, "replicas") }

  /// - Parameters:
  ///   - path: of the scenario's file, for sentences.
  ///   - root: the folder in which data sets lie.
  ///   - replicas: how many are simulated, at least 2.
  ///   - stretch: the length in seconds of the stretches that are resampled for the interval of the rank correlation.
  /// - Throws: ``FileProblem`` for a scenario that is simulated, or whose pipelines are too few to rank, and
  ///   ``CalibrationProblem`` when no channel fits.
  package init(
    _ scenario: Scenario, path: String, root: String, replicas: Int, stretch: Double
  ) throws {
    guard case .recorded(let dataset) = scenario.origin else {
      throw FileProblem(
        file: path, expected: "a scenario of recorded walks",
        found: "the simulated scenario \(scenario.name)")
    }
    try Self.check(scenario, path: path)
    try self.init(
      scenario, RecordedStudy(scenario, dataset: dataset, root: root), path: path, replicas: replicas,
      stretch: stretch)
  }

  /// The same for a recording that no data set declares.
  ///
  /// - Parameter warnings: about the recording.
  package init(
    _ scenario: Scenario, recording: Dataset, path: String, replicas: Int, stretch: Double,
    warnings: [String]
  ) throws {
    try Self.check(scenario, path: path)
    try self.init(
      scenario, RecordedStudy(scenario, recording), path: path, replicas: replicas, stretch: stretch,
      warnings: warnings)
  }

  private static func check(_ scenario: Scenario, path: String) throws(FileProblem) {
    try scenario.checkHasOwnNoise(in: "a recording with its simulated replicas")
    guard scenario.pipelines.count >= 3 else {
      throw FileProblem(
        file: path, expected: "at least three pipelines to rank", found: "\(scenario.pipelines.count)")
    }
  }

  private init(
    _ scenario: Scenario, _ recorded: RecordedStudy, path: String, replicas: Int, stretch: Double,
    warnings: [String] = []
  ) throws {
    (self.recorded, self.warnings) = (recorded, warnings + recorded.dataset.site.warnings)
    var streams: [AdvertisementStream] = []
    for walk in recorded.walks {
      var source = walk.source
      streams.append(try source.stream(kind: source.kind))
    }
    let site = recorded.dataset.site.site
    fit = try ChannelFit(
      ChannelReadings(recorded.dataset, walks: true, limit: recorded.laps),
      source: recorded.dataset.name == path ? path : "data set \(recorded.dataset.name)")
    guard fit.oneDistance == nil else {
      throw FileProblem(
        file: path, expected: "walks whose distances differ",
        found: "a single distance, from which no channel can be estimated")
    }
    var seconds: Double?
    if case .averages(let window)? = streams.first?.kind { seconds = window }
    let channel = try TwinChannel(fit, anchors: site.anchors.count, averageSeconds: seconds)
    do throws(SettingFault) {
      self.replicas = try RecordingReplicas(channel, site: site, walks: recorded.walks, recorded: streams)
    } catch {
      throw StudyProblem.setting(error)
    }
    (self.scenario, count, self.stretch) = (scenario, replicas, stretch)
  }

  /// Runs the recording and the replicas.
  ///
  /// - Parameters:
  ///   - width: how many replicas are computed at a time; results do not depend on it.
  ///   - progress: called with the number of replicas that are done.
  package func run(width: Int, progress: (Int) -> Void) async throws -> TwinResult {
    let real = try await recorded.run(width: width) { _ in }
    let seed = scenario.studySeed.derived("twin")
    let errors = try await inParallel(count, width: width, progress: progress) { replica in
      try self.errors(seed: seed.derived("repetition", replica))
    }
    return try TwinResult(
      scenario: scenario, recorded: real, replicas: errors, fit: fit, stretch: stretch,
      seed: seed.derived("ranks"))
  }

  /// The errors on one replica, by pipeline.
  private func errors(seed: Seed) throws -> [[PositionError]] {
    let (streams, directory) = try replicas.streams(seed: seed)
    var errors = [[PositionError]](repeating: [], count: scenario.pipelines.count)
    for (index, walk) in recorded.walks.enumerated() {
      let outcome = try recorded.pipelines.run(
        on: streams[index], directory: directory, until: walk.source.end ?? streams[index].microseconds.last)
      let scored = LapOutcome(
        outcome, scorer: recorded.scorer, truth: LapTruth(lap: index, walk: walk.truth), tally: LapTally())
      for pipeline in errors.indices { errors[pipeline] += scored.scored[pipeline].errors }
    }
    return errors
  }
}
