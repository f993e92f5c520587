package import Evaluation
package import Phone
package import Positioning
package import Propagation
package import Scenarios
package import World

/// The source of a study's laps and the pipelines that they are sent through, for simulated and recorded laps alike.
package protocol LapSource: Sendable {
  var scenario: Scenario { get }
  /// The number of laps.
  var laps: Int { get }
  var pipelines: PipelineSet { get }
  var scorer: Scorer { get }
  var directionNames: DirectionNames { get }
  /// What a reader should know about the laps.
  var notes: [String] { get }
  var calibration: Calibration? { get }
  /// The files from which the study can be run again.
  var saved: SavedScenario { get throws(FileProblem) }

  /// The greatest duration of a lap for the phone in seconds, possibly approximate, and the greatest number of presses on a lap.
  var extent: (seconds: Double, presses: Int) { get }

  /// What the shadowing of simulated laps takes.
  var shadowMemory: ShadowMemory { get }

  /// One lap, counted from 0, as the phone of each walker hears it.
  func heard(lap: Int) throws -> [HeardLap]
}

/// One lap as the phone heard it, before any pipeline.
package struct HeardLap: Sendable {
  /// The phone's readings of the whole lap.
  package let readings: Readings
  /// The meaning of the indices in the readings.
  package let directory: StreamDirectory
  /// The walk and the presses, which no pipeline sees.
  package let truth: LapTruth
  /// The outcomes of advertisements.
  let tally: LapTally
  /// Where beacons that walk were, by anchor of the site.
  package var beaconWalks: [Int: Walk] = [:]
  /// Whether the walker stands still before the beginning and after the end of the ground truth; otherwise the position
  /// is unknown there.
  var standsBeyondTruth = false
  /// How white noise changed the levels; nil where levels are as measured.
  var noise: NoiseTally?

  /// Where the walker was; nil where that is unknown.
  func position(at time: Double) -> Point? {
    guard let walk = truth.walk, standsBeyondTruth || walk.isKnown(at: time) else { return nil }
    return walk.position(at: time)
  }
}

extension LapSource {
  package var shadowMemory: ShadowMemory { ShadowMemory() }

  /// Sends every lap through every pipeline, and scores the answers.
  ///
  /// - Parameters:
  ///   - width: how many laps at a time; results do not depend on it.
  ///   - hear: gives the laps in place of ``heard(lap:)``.
  ///   - fixes: receives the fixes of each lap and walker, in their order; nil if fixes are not kept.
  ///   - recording: receives each lap with all intermediate results, on the threads that run them, in any order of laps.
  ///   - progress: called with the number of finished laps.
  package func run(
    width: Int, hearing hear: (@Sendable (Int) throws -> [HeardLap])? = nil,
    fixes: ((LapFixes) throws -> Void)? = nil, recording: (@Sendable (LapRecord) -> Void)? = nil,
    progress: (Int) -> Void
  ) async throws -> StudyResult {
    try MemoryNeed(of: self, width: width).check()
    var totals = StudyTotals(pipelines: pipelines.definitions.count)
    let keepsFixes = fixes != nil
    try await inParallel(
      laps, width: width, progress: progress,
      inOrder: { (walkers: [LapOutcome]) in
        for lap in walkers {
          totals.add(lap)
          if let answers = lap.answers { try fixes?(answers) }
        }
      },
      { lap in
        try (hear?(lap) ?? heard(lap: lap)).map { heard in
          guard let recording else { return outcome(of: heard, keepsFixes: keepsFixes) }
          let (record, outcome) = recorded(heard, keepsFixes: keepsFixes)
          recording(record)
          return outcome
        }
      })
    return result(of: totals)
  }

  /// Sends one lap through every pipeline, and scores the answers.
  package func outcome(of heard: HeardLap, keepsFixes: Bool = false) -> LapOutcome {
    outcome(
      of: pipelines.run(
        on: heard.readings, directory: heard.directory, truth: heard.truth, beaconWalks: heard.beaconWalks,
        settings: scenario.metrics), heard, keepsFixes)
  }

  func outcome(of stream: StreamOutcome, _ heard: HeardLap, _ keepsFixes: Bool) -> LapOutcome {
    var outcome = LapOutcome(stream, scorer: scorer, truth: heard.truth, tally: heard.tally)
    outcome.noise = heard.noise
    if keepsFixes {
      outcome.answers = LapFixes(
        lap: heard.truth.lap, walker: heard.truth.walker, callbacks: stream.callbacks)
    }
    return outcome
  }

  /// The answers to one lap alone, for each walker the truth and by pipeline the callbacks.
  package func answers(lap: Int) throws -> [(truth: LapTruth, callbacks: [[Callback]])] {
    try heard(lap: lap).map { ($0.truth, outcome(of: $0, keepsFixes: true).answers?.callbacks ?? []) }
  }

  /// The errors of one lap alone, by pipeline.
  ///
  /// - Parameters:
  ///   - pipelines: in place of the study's own.
  ///   - readings: in place of those that were heard.
  package func errors(
    of heard: HeardLap, through pipelines: PipelineSet? = nil, on readings: Readings? = nil
  ) -> [[PositionError]] {
    let outcome = (pipelines ?? self.pipelines).run(
      on: readings ?? heard.readings, directory: heard.directory, truth: heard.truth)
    return LapOutcome(outcome, scorer: scorer, truth: heard.truth, tally: LapTally()).scored.map(\.errors)
  }

  private func result(of totals: consuming StudyTotals) -> StudyResult {
    StudyResult(
      StudyDescription(
        name: scenario.name, pipelines: pipelines, rule: scenario.scoring,
        spread: scenario.spread, directionNames: directionNames, references: scenario.references,
        metrics: scenario.metrics),
      totals: totals, laps: laps, notes: notes + pipelines.methodNotes, calibration: calibration)
  }
}

extension MemoryNeed {
  /// - Parameters:
  ///   - source: of the laps, with its pipelines.
  ///   - width: how many laps run at a time.
  ///   - conditions: under how many the errors of each lap are kept.
  package init(of source: some LapSource, width: Int, conditions: Int = 1) {
    let (seconds, presses) = source.extent
    let callbacks = seconds / source.pipelines.phone.averageSeconds
    self.init(
      callbacks: callbacks, due: source.scorer.rule.needsTestPoints ? Double(presses) : callbacks,
      laps: source.laps * conditions, anchors: source.pipelines.site.anchors.count,
      pipelines: source.pipelines.definitions.count,
      stating: source.pipelines.definitions.count { $0.settings.method.settings.statesUncertainty },
      width: width, shadows: source.shadowMemory)
  }
}
