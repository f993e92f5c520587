import Evaluation
import Phone
import Positioning
import Scenarios
import World

/// The metrics of one lap beyond its errors: track and ranging metrics of its pipelines.
struct LapMetrics: Sendable {
  /// By pipeline.
  let tracks: [TrackScore]
  /// By pipeline: only the first of those with the same filtered readings has one.
  let ranging: [RangingTally?]
}

extension PipelineSet {
  /// Sends the readings of one stream through every pipeline, and gathers metrics where the walk is known.
  ///
  /// - Parameter beaconWalks: where beacons that walk were, by anchor.
  func run(
    on readings: Readings, directory: StreamDirectory, truth: LapTruth, beaconWalks: [Int: Walk] = [:],
    settings: MetricSettings
  ) -> StreamOutcome {
    guard let walk = truth.walk else { return run(on: readings, directory: directory, truth: truth) }
    let track = TrackTruth(
      of: walk, at: readings.times, interval: readings.interval, site: site, settings: settings)
    let distances = RangingTruth(
      of: walk, at: readings.times, interval: readings.interval, anchors: site.anchors,
      beaconWalks: beaconWalks, zones: phone.zones)
    var ranging = [RangingTally?](repeating: nil, count: definitions.count)
    var outcome = run(on: readings, directory: directory, truth: truth) { pipeline, levels, model in
      guard definitions[pipeline].hasSignal else { return }
      ranging[pipeline] = RangingTally(
        of: levels.cells, laws: site.anchors.indices.map { model.law(of: $0) }, truth: distances)
    }
    outcome.metrics = LapMetrics(
      tracks: outcome.fixes.map { TrackScore(of: $0, truth: track) }, ranging: ranging)
    return outcome
  }
}
