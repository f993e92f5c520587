public import Evaluation
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
