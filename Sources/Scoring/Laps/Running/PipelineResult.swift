public import Evaluation
package import Phone
public import Positioning
public import Scenarios
public import World

/// The results of one pipeline over all laps of a study.
public struct PipelineResult: Sendable {
  /// The pipeline, with its assumptions and what was published for it.
  public let definition: PipelineDefinition
  /// By how much its fixes use later readings.
  public let lookAhead: LookAhead
  /// Applied one after another to each anchor's readings, with the phone's own where the method takes those.
  package let filters: [FilterChoice]
  /// Seconds by which the filters trail a slow ramp.
  public let delay: Double
  /// The errors by lap.
  package let kept: PipelineErrors
  /// The errors scored together, by direction and by hand.
  public let score: GroupedScore
  /// The score by the last fix before each press, in addition to the predicted position's; nil by any other rule.
  public let byLast: Score?
  /// How all callbacks ended, scored or not.
  public let fixes: FixTally
  /// Nil when the pipeline does not estimate directions, the true ones are unknown, or the path branches.
  public let directions: DirectionTally?
  /// Callbacks before the ground truth begins or after it ends, which are neither scored nor missed.
  public let outsideTruth: Int
  /// Seconds of known walks before the phone began to listen or after its last callback.
  public let unheardTruth: Double
  /// Metrics of the errors beyond the score.
  public let metrics: ErrorMetrics
  /// Metrics of the tracks; nil where no walk is known.
  public let track: TrackMetrics?

  /// In the order of laps, then of time.
  public var errors: [PositionError] { kept.all }

  /// How a table names the method and what follows it.
  package var methodSummary: String {
    definition.methodSummary + (lookAhead.summary.map { ", \($0)" } ?? "")
  }

  /// Whether the method hears anything that a filter could delay.
  public var hasSignal: Bool { definition.hasSignal }
}

/// How the callbacks of a pipeline ended, whether or not they were scored.
public struct FixTally: Hashable, Sendable {
  /// All callbacks of the phone, over all laps.
  public var callbacks = 0
  /// Fixes by the method's own equations.
  public var byMethod = 0
  /// Fixes by the method's fallback.
  public var byFallback = 0
  /// Fixes by the method's own equations that contradict their readings, by its own test; ``byMethod`` counts them too.
  public var contradicted = 0
  /// Callbacks without a fix.
  public var missing = ReasonCounts()

  public init() {}

  static func + (a: FixTally, b: FixTally) -> FixTally {
    var sum = a
    sum.callbacks += b.callbacks
    sum.byMethod += b.byMethod
    sum.byFallback += b.byFallback
    sum.contradicted += b.contradicted
    sum.missing = sum.missing + b.missing
    return sum
  }
}

/// How often the estimated direction of travel was right.
public struct DirectionTally: Hashable, Sendable {
  /// Callbacks at which the estimated direction was the walk's.
  public var right = 0
  /// Callbacks at which it was the opposite.
  public var wrong = 0
  /// Callbacks without an estimate.
  public var unknown = 0

  public init() {}

  /// Counts the estimates on a lap in a single direction, on a path that does not branch.
  init(_ estimated: [WayAhead?], truth: TravelDirection) {
    for direction in estimated {
      switch direction {
      case nil: unknown += 1
      case .along(truth): right += 1
      default: wrong += 1
      }
    }
  }

  static func + (a: DirectionTally, b: DirectionTally) -> DirectionTally {
    var sum = a
    sum.right += b.right
    sum.wrong += b.wrong
    sum.unknown += b.unknown
    return sum
  }
}

/// A metric that a scenario does not have, and why: it is omitted with this reason, never reported as zero.
public struct AbsentMetric: Hashable, Sendable {
  /// The key in JSON.
  public let metric: String
  /// A clause that says what the scenario lacks.
  public let reason: String
}

extension PipelineResult {
  /// In the order of docs/metrics.md.
  public var absentMetrics: [AbsentMetric] {
    var absent: [AbsentMetric] = []
    func miss(_ metric: String, _ reason: String) {
      absent.append(AbsentMetric(metric: metric, reason: reason))
    }
    if metrics.distribution == nil { miss("distribution", "there are no errors") }
    if metrics.distribution != nil, metrics.along == nil {
      miss("along", "the direction of travel is unknown")
    }
    if metrics.floors == nil { miss("floors", "the site has one floor") }
    if metrics.rooms == nil { miss("rooms", "the site has no rooms") }
    if hasSignal, metrics.uncertainty == nil { miss("uncertainty", "the method states none") }
    guard let track else {
      miss("track", "the walk is unknown")
      return absent
    }
    if case .failure(let absence) = track.lag { miss("lag", "\(absence)") }
    if track.stops.stops == 0 { miss("stops", "no walker stops") }
    return absent
  }
}

/// The metrics of one lap beyond its errors: track and ranging metrics of its pipelines.
package struct LapMetrics: Sendable {
  /// By pipeline.
  package let tracks: [TrackScore]
  /// By pipeline: only the first of those with the same filtered readings has one.
  let ranging: [RangingTally?]
}

extension PipelineSet {
  /// Sends the readings of one stream through every pipeline, and gathers metrics where the walk is known.
  ///
  /// - Parameters:
  ///   - beaconWalks: where beacons that walk were, by anchor.
  ///   - hearing: as in ``run(on:directory:truth:hearing:)``.
  func run(
    on readings: Readings, directory: StreamDirectory, truth: LapTruth, beaconWalks: [Int: Walk] = [:],
    settings: MetricSettings,
    hearing: (_ pipeline: Int, _ levels: FilteredLevels, _ model: RangingModel) -> Void = { _, _, _ in }
  ) -> StreamOutcome {
    guard let walk = truth.walk else {
      return run(on: readings, directory: directory, truth: truth, hearing: hearing)
    }
    let track = TrackTruth(
      of: walk, at: readings.times, interval: readings.interval, site: site, settings: settings)
    let distances = RangingTruth(
      of: walk, at: readings.times, interval: readings.interval, anchors: site.anchors,
      beaconWalks: beaconWalks, zones: phone.zones)
    var ranging = [RangingTally?](repeating: nil, count: definitions.count)
    var outcome = run(on: readings, directory: directory, truth: truth) { pipeline, levels, model in
      hearing(pipeline, levels, model)
      guard definitions[pipeline].hasSignal else { return }
      ranging[pipeline] = RangingTally(
        of: levels.cells, laws: site.anchors.indices.map { model.law(of: $0) }, truth: distances)
    }
    outcome.metrics = LapMetrics(
      tracks: outcome.fixes.map { TrackScore(of: $0, truth: track) }, ranging: ranging)
    return outcome
  }
}

/// The ranging and zone errors of pipelines with the same filters and assumptions.
public struct RangingResult: Sendable {
  /// Their names, in the order of the table.
  public let pipelines: [String]
  /// The filters, in words.
  public let filter: String
  /// The assumed path-loss law, in words.
  public let assumed: String
  /// The errors of distances and zones over all laps.
  public let tally: RangingTally
}

extension RangingResult {
  /// One for each group of pipelines with the same filtered readings; empty where no walk is known.
  ///
  /// - Parameter tallies: by pipeline, over all laps.
  static func all(of tallies: [RangingTally?], pipelines: PipelineSet) -> [RangingResult] {
    pipelines.groups.compactMap { alike in
      guard let tally = tallies[alike[0]] else { return nil }
      let definition = pipelines.definitions[alike[0]]
      return RangingResult(
        pipelines: alike.map { pipelines.definitions[$0].name }, filter: definition.filterSummary,
        assumed: definition.assumptions.summary, tally: tally)
    }
  }
}
