package import Evaluation
package import Phone
package import Positioning
import Scenarios
package import World

/// One lap of one walker, run again with all intermediate results.
package struct LapRecord: Sendable {
  /// The walk and the presses.
  package let truth: LapTruth
  /// The names of the anchors and transmitters that were heard.
  package let directory: StreamDirectory
  /// Of the whole lap, before any filter.
  package let readings: Readings
  /// By pipeline: the levels that its method sees.
  package let levels: [FilteredLevels]
  /// By pipeline: the ranging model at the end of the lap, which turns these levels into distances.
  package let ranging: [RangingModel]
  /// By pipeline, then by callback.
  package let callbacks: [[Callback]]
  /// By pipeline.
  package let errors: [[PositionError]]
}

extension LapSource {
  /// One lap with all intermediate results, and its outcome.
  func recorded(
    _ heard: HeardLap, keepsFixes: Bool = false
  ) -> (record: LapRecord, outcome: LapOutcome) {
    var heardBy = [(levels: FilteredLevels, ranging: RangingModel)?](
      repeating: nil, count: pipelines.definitions.count)
    let stream = pipelines.run(
      on: heard.readings, directory: heard.directory, truth: heard.truth, beaconWalks: heard.beaconWalks,
      settings: scenario.metrics
    ) { first, filtered, ranging in
      for index in pipelines.groups.first(where: { $0[0] == first }) ?? [] {
        heardBy[index] = (filtered, ranging)
      }
    }
    let outcome = outcome(of: stream, heard, keepsFixes)
    let record = LapRecord(
      truth: heard.truth, directory: heard.directory, readings: heard.readings,
      levels: heardBy.compactMap { $0?.levels }, ranging: heardBy.compactMap { $0?.ranging },
      callbacks: stream.callbacks, errors: outcome.scored.map(\.errors))
    return (record, outcome)
  }
}
