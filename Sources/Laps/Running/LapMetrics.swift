import Evaluation
import Filtering
import Positioning
import Scenarios
import World

/// What one lap tells beyond its errors: the tracks of its pipelines, and how well their levels tell distances.
struct LapMetrics: Sendable {
  private let truth: TrackTruth
  private let distances: RangingTruth
  private let site: Site
  /// By pipeline.
  private(set) var tracks: [TrackScore] = []
  /// By pipeline: only the first of those that hear alike has one.
  private(set) var ranging: [RangingTally?]

  /// Before any pipeline has heard the lap.
  ///
  /// - Parameters:
  ///   - walk: where the walker was while the truth is known.
  ///   - beaconWalks: where beacons that walk were, by anchor.
  init(
    of walk: Walk, beaconWalks: [Int: Walk] = [:], readings: Readings, pipelines: PipelineSet,
    settings: MetricSettings
  ) {
    site = pipelines.site
    truth = TrackTruth(
      of: walk, at: readings.times, interval: readings.interval, site: site, settings: settings)
    distances = RangingTruth(
      of: walk, at: readings.times, interval: readings.interval, anchors: site.anchors,
      beaconWalks: beaconWalks, zones: pipelines.phone.zones)
    ranging = [RangingTally?](repeating: nil, count: pipelines.definitions.count)
  }

  /// Takes what one pipeline hears.
  mutating func hear(_ levels: FilteredLevels, of pipeline: Int, _ model: RangingModel) {
    ranging[pipeline] = RangingTally(
      of: levels.cells, laws: site.anchors.indices.map { model.law(of: $0) }, truth: distances)
  }

  /// Takes what all pipelines answered.
  mutating func follow(_ callbacks: [[Callback]]) {
    tracks = callbacks.map { TrackScore(of: $0.map(\.fix), truth: truth) }
  }
}

extension PipelineSet {
  /// Sends the readings of one stream through every pipeline, and gathers metrics where the walk is known.
  func run(
    on readings: Readings, directory: StreamDirectory, walk: Walk?, beaconWalks: [Int: Walk] = [:],
    settings: MetricSettings, presses: [Press] = []
  ) throws(StudyProblem) -> StreamOutcome {
    guard let walk else { return try run(on: readings, directory: directory, presses: presses) }
    var metrics = LapMetrics(
      of: walk, beaconWalks: beaconWalks, readings: readings, pipelines: self, settings: settings)
    var outcome = try run(on: readings, directory: directory, presses: presses) { pipeline, levels, model in
      if definitions[pipeline].hasSignal { metrics.hear(levels, of: pipeline, model) }
    }
    metrics.follow(outcome.callbacks)
    outcome.metrics = KeptMetrics(metrics)
    return outcome
  }
}

/// What is kept of a lap's metrics until all laps are over.
struct KeptMetrics: Sendable {
  let tracks: [TrackScore]
  let ranging: [RangingTally?]

  init(_ metrics: LapMetrics) { (tracks, ranging) = (metrics.tracks, metrics.ranging) }
}
