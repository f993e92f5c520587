package import Calibrating
import Evaluation
import Laps
import NumericalMethods
import Positioning
package import Results
package import Scenarios
import Sites
import World

/// A recording and its simulated replicas, to which the same pipelines are applied.
package struct TwinStudy: SteppedStudy, Sendable {
  /// A recorded walk with the study whose pipelines receive it.
  struct Part: Sendable {
    let study: RecordedStudy
    let walk: Dataset.RecordedWalk
  }

  let scenario: Scenario
  /// In the order of the data set.
  let parts: [Part]
  /// The channel fitted to the recording.
  package let fit: ChannelFit
  let replicas: RecordingReplicas
  private let count: Int
  private let stretch: Double
  /// By part: the microseconds of the last that the recording received.
  private let ends: [Int64]

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
    // Before the walks, which may be large, are read.
    try Self.check(scenario, path: path)
    let study = try RecordedStudy(scenario, dataset: dataset, root: root)
    try self.init(
      scenario, [study], of: study.dataset, path: path, replicas: replicas, stretch: stretch)
  }

  private static func check(_ scenario: Scenario, path: String) throws(FileProblem) {
    try scenario.checkHasOwnNoise(in: "a recording with its simulated replicas")
    guard scenario.pipelines.count >= 3 else {
      throw FileProblem(
        file: path, expected: "at least three pipelines to rank", found: "\(scenario.pipelines.count)")
    }
  }

  /// The same for walks that were read before, in one study or in several, such as one for each walk that is fitted to the
  /// others.
  ///
  /// - Parameter dataset: with all walks; the channel of the replicas is fitted to those that the studies have.
  init(
    _ scenario: Scenario, _ studies: [RecordedStudy], of dataset: Dataset, path: String, replicas: Int,
    stretch: Double, warnings: [String] = []
  ) throws {
    try Self.check(scenario, path: path)
    self.warnings = warnings + dataset.site.warnings
    let parts = studies.flatMap { study in study.walks.map { Part(study: study, walk: $0) } }
    let streams = try parts.map { try $0.recorded().stream }
    ends = streams.map { $0.microseconds.max() ?? 0 }
    let site = dataset.site.site
    fit = try ChannelFit(
      ChannelReadings(dataset, walks: true, limit: parts.count),
      source: dataset.name == path ? path : "data set \(dataset.name)")
    guard fit.oneDistance == nil else {
      throw FileProblem(
        file: path, expected: "walks whose distances differ",
        found: "a single distance, from which no channel can be estimated")
    }
    var seconds: Double?
    if case .averages(let window)? = streams.first?.kind { seconds = window }
    let channel = try TwinChannel(fit, anchors: site.anchors.count, averageSeconds: seconds)
    do throws(SettingFault) {
      self.replicas = try RecordingReplicas(
        channel, site: site, walks: parts.map { ($0.walk.truth, $0.walk.source.end) }, recorded: streams)
    } catch {
      throw StudyProblem.setting(error)
    }
    (self.scenario, self.parts, count, self.stretch) = (scenario, parts, replicas, stretch)
  }

  /// Runs the recording and the replicas.
  ///
  /// - Parameters:
  ///   - width: how many replicas are computed at a time; results do not depend on it.
  ///   - progress: called with the number of replicas that are done.
  package func run(width: Int, progress: (Int) -> Void) async throws -> TwinResult {
    let seed = scenario.studySeed.derived("twin")
    let real = try heard { try parts[$0].recorded() }
    let made = try await inParallel(count, width: width, progress: progress) { replica in
      let (streams, directory) = try replicas.streams(seed: seed.derived("repetition", replica))
      return try heard { (streams[$0], directory) }
    }
    let bounds = bounds(at: real.errors[0])
    return try TwinResult(
      scenario: scenario, walks: parts.count, recorded: real, replicas: made, fit: fit, stretch: stretch,
      seed: seed.derived("ranks"), bounds: bounds, ratios: ratios(real.errors, to: bounds))
  }

  /// The errors on all walks, by pipeline, and figures of the signal.
  struct Heard: Sendable {
    var errors: [[PositionError]]
    let signals: SignalFigures
  }

  /// - Parameter heard: what is received on a walk, by its number.
  private func heard(
    _ heard: (Int) throws -> (stream: AdvertisementStream, directory: StreamDirectory)
  ) throws -> Heard {
    let all = try parts.indices.map(heard)
    var errors = [[PositionError]](repeating: [], count: scenario.pipelines.count)
    for (index, part) in parts.enumerated() {
      var (stream, directory) = all[index]
      stream.steps = part.walk.steps
      let truth = LapTruth(lap: index, walk: part.walk.truth, presses: part.walk.presses)
      let outcome = try part.study.pipelines.run(
        on: stream, directory: directory, until: part.walk.source.end ?? stream.microseconds.last,
        truth: truth)
      let scored = LapOutcome(outcome, scorer: part.study.scorer, truth: truth, tally: LapTally())
      for pipeline in errors.indices { errors[pipeline] += scored.scored[pipeline].errors }
    }
    return Heard(errors: errors, signals: signals(of: all.map(\.stream)))
  }

  private func signals(of streams: [AdvertisementStream]) -> SignalFigures {
    let law = fit.robustByBeacon ?? fit.robust
    let site = parts[0].study.dataset.site.site
    return SignalFigures(
      streams, until: ends, walks: parts.map(\.walk.truth), anchors: site.anchors,
      deviation: law.deviation.value
    ) { anchor, place, floor in
      let end = site.anchors[anchor]
      let walls = site.obstacleLoss(from: place, to: end.position, floors: (floor, end.floor)).value
      return law.solution.level(of: anchor).map {
        $0 - 10 * law.solution.slope * Elementary.log10(end.position.distance(to: place)) - walls
      }
    }
  }
}

extension TwinStudy.Part {
  /// What was received on the walk.
  func recorded() throws -> (stream: AdvertisementStream, directory: StreamDirectory) {
    var source = walk.source
    return (try source.stream(kind: source.kind), source.directory)
  }
}

/// How well simulation predicts every recorded data set of a comparison: each one beside its simulated replicas.
package struct TwinSetsStudy: SteppedStudy, Sendable {
  private let path: String
  private let methods: MethodsScenario
  private let replicas: Int
  /// Each data set with its study, which is nil where there can be no replicas.
  private let sets: [(found: TwinSetsResult.Part, study: TwinStudy?)]
  /// Sentences about data sets that are not there.
  private let absent: [String]

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
    let present: [MethodsPart]
    (present, absent) = try MethodsPart.present(in: methods, root: root)
    sets = try present.map { part in
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
      path: path, name: methods.name, seed: methods.seed, replicas: replicas, absent: absent, parts: parts)
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
