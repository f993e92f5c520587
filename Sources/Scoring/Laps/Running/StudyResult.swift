public import Evaluation
import Phone
public import Positioning
public import Scenarios
public import World

/// A finished study: the results of every pipeline, and counts of what was received and dropped.
public struct StudyResult: Sendable {
  /// The scenario's name.
  public let name: String
  /// The site on which fixes were scored.
  public let site: Site
  /// The number of laps.
  public let laps: Int
  /// When and how fixes were compared with the ground truth.
  public let rule: ScoringRule
  /// What the directions of the route are called.
  public let directionNames: DirectionNames
  /// In the order of the scenario.
  public let pipelines: [PipelineResult]
  /// Each pipeline after the first against the first; empty with fewer than two laps.
  public let differences: [PipelineDifference]
  /// The ranging errors of the levels that the pipelines use; empty where no walk is known.
  public let ranging: [RangingResult]
  /// The published figures of the pipelines, in their order.
  public let published: [PublishedFigure]
  /// What happened to the advertisements of all laps.
  public let tally: LapTally
  /// Rows from elsewhere that stand beside the table.
  public let references: [Scenario.Reference]
  /// Sentences about what a reader should know, such as faults of recorded data.
  public let notes: [String]
  /// The fit to the data set's calibration part; nil without one.
  public let calibration: Calibration?
  /// Nil where the noise is as measured.
  public let whiteNoise: WhiteNoiseSummary?
  /// Lower bounds of the position error; nil unless requested.
  public var bounds: StudyBounds?

  /// Whether errors were due and every one of every pipeline is missing.
  public var isEmpty: Bool {
    pipelines.contains { $0.score.whole.missed > 0 } && pipelines.allSatisfy { $0.score.whole.count == 0 }
  }

  /// Scores the outcomes of the laps.
  ///
  /// - Parameter laps: how many there are; each walker of a lap has an outcome.
  init(
    _ study: StudyDescription, totals: consuming StudyTotals, laps: Int, notes: [String] = [],
    calibration: Calibration? = nil
  ) {
    // Before the errors, so that the fixes of the tracks are released first.
    let tracks = totals.takeTracks()
    name = study.name
    site = study.pipelines.site
    self.laps = laps
    rule = study.rule
    directionNames = study.directionNames
    references = study.references
    self.calibration = calibration
    whiteNoise = totals.noise?.summary
    tally = totals.tally
    ranging = RangingResult.all(of: totals.pipelines.map(\.ranging), pipelines: study.pipelines)
    let all = totals
    let pipelines = tracks.indices.map { study.result(ofPipeline: $0, all, track: tracks[$0]) }
    self.pipelines = pipelines
    differences = PipelineDifference.all(of: pipelines)
    published = pipelines.flatMap { $0.publishedFigures(spread: study.spread) }
    self.notes = notes + RowCautions.sentences(about: pipelines)
  }
}

/// What is common to all laps of a study, and how their errors are scored.
struct StudyDescription: Sendable {
  let name: String
  let pipelines: PipelineSet
  let rule: ScoringRule
  let spread: ErrorStatistics.Spread
  let directionNames: DirectionNames
  let references: [Scenario.Reference]
  let metrics: MetricSettings

  fileprivate func result(
    ofPipeline index: Int, _ totals: StudyTotals, track: TrackMetrics?
  ) -> PipelineResult {
    let (definition, pipeline) = (pipelines.definitions[index], pipelines.pipelines[index])
    let (own, kept) = (totals.pipelines[index], PipelineErrors(totals.errors, of: index))
    let byLast = PipelineErrors(totals.byLast, of: index).byLap
    return PipelineResult(
      definition: definition, lookAhead: pipeline.method.lookAhead, filters: pipeline.settings.filters,
      delay: pipeline.delay(every: totals.interval ?? 1), kept: kept,
      score: GroupedScore(ofLaps: kept.byLap, by: [.direction, .hand, .walker], spread: spread),
      byLast: totals.byLast.isEmpty ? nil : GroupedScore(ofLaps: byLast, by: [], spread: spread).whole,
      fixes: own.fixes,
      directions: definition.direction == nil || pipelines.site.path?.singleLine == nil
        ? nil : own.directions,
      outsideTruth: own.outsideTruth, unheardTruth: own.unheardTruth,
      metrics: ErrorMetrics(ofLaps: kept.byLap, site: pipelines.site, settings: metrics), track: track)
  }
}

/// The fixes of the pipelines on one lap of one walker.
public struct LapFixes: Sendable {
  /// The lap's number, counted from 0.
  public let lap: Int
  /// Nil where there is a single walker.
  public let walker: Walker?
  /// By pipeline, then by callback.
  public let callbacks: [[Callback]]
}

/// The outcome of one lap from any source.
package struct LapOutcome: Sendable {
  /// By pipeline.
  package let scored: [ScoredLap]
  /// The same by the last fix before each press, in addition to the predicted positions; empty by any other rule.
  let byLast: [ScoredLap]
  let fixes: [FixTally]
  /// Nil where the true direction is not known.
  let directions: [DirectionTally?]
  let tally: LapTally
  /// Seconds from one reading to the next.
  let interval: Double
  /// How white noise changed the levels; nil where levels are as measured.
  var noise: NoiseTally?
  /// Nil where no walk is known, or it was not requested.
  package let metrics: LapMetrics?
  /// Nil unless they are kept, since they take far more memory than the rest.
  var answers: LapFixes?

  /// Scores fixes that were made by another program.
  ///
  /// - Parameter callbacks: by pipeline, in the order of time.
  init(_ callbacks: [[Callback]], interval: Double, scorer: Scorer, truth: LapTruth, site: Site) {
    self.interval = interval
    let fixes = callbacks.map { $0.map(\.fix) }
    let times = callbacks.map { $0.map(\.time) }
    scored = callbacks.indices.map {
      scorer.errors(of: fixes[$0], at: times[$0], interval: interval, against: truth)
    }
    metrics = truth.walk.map { walk in
      LapMetrics(
        tracks: callbacks.indices.map {
          TrackScore(
            of: fixes[$0],
            truth: TrackTruth(
              of: walk, at: times[$0], interval: interval, site: site, settings: MetricSettings()))
        }, ranging: callbacks.map { _ in nil })
    }
    byLast = []
    self.fixes = callbacks.map { FixTally($0) }
    directions = callbacks.map { _ in nil }
    tally = LapTally()
  }

  /// Scores the answers of the pipelines.
  package init(_ outcome: StreamOutcome, scorer: Scorer, truth: LapTruth, tally: LapTally) {
    interval = outcome.readings.interval
    metrics = outcome.metrics
    func scored(by scorer: Scorer) -> [ScoredLap] {
      scorer.errors(
        of: outcome.fixes, asked: outcome.answers.map(\.asked), at: outcome.readings.times,
        interval: outcome.readings.interval, against: truth)
    }
    self.scored = scored(by: scorer)
    byLast = scorer.byLastFix.map(scored) ?? []
    fixes = outcome.answers.map { FixTally($0.callbacks) }
    directions = outcome.answers.map { answers in
      truth.direction.map { DirectionTally(answers.callbacks.map(\.direction), truth: $0) }
    }
    var tally = tally
    tally.add(outcome.readings)
    self.tally = tally
  }
}

extension FixTally {
  init(_ callbacks: [Callback]) {
    self.callbacks = callbacks.count
    for callback in callbacks {
      switch callback.fix {
      case .success(let fix) where fix.origin == .fallback: byFallback += 1
      case .success(let fix):
        byMethod += 1
        if fix.origin == .contradicted { contradicted += 1 }
      case .failure(let why): missing[why.reason] += 1
      }
    }
  }
}
