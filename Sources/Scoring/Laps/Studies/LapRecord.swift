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

extension Study {
  /// Runs one lap again: the same draws, readings and fixes as in a run of the whole study. An element for each walker.
  ///
  /// - Throws: for a lap that the study does not have, and for a white-noise study, whose laps cannot be run separately.
  package func records(ofLap lap: Int) throws -> [LapRecord] {
    guard lap < laps else {
      throw FileProblem(
        file: "--lap", expected: "a lap from 0 to \(laps - 1)", found: "\(lap)")
    }
    try source.scenario.checkHasOwnNoise(in: "a study whose laps are run again one by one")
    return try source.heard(lap: lap).map { source.record(of: $0) }
  }
}

extension LapSource {
  fileprivate func record(of heard: HeardLap) -> LapRecord {
    var heardBy = [(levels: FilteredLevels, ranging: RangingModel)?](
      repeating: nil, count: pipelines.definitions.count)
    let stream = pipelines.run(on: heard.readings, directory: heard.directory, truth: heard.truth) {
      first, filtered, ranging in
      for index in pipelines.groups.first(where: { $0[0] == first }) ?? [] {
        heardBy[index] = (filtered, ranging)
      }
    }
    let outcome = LapOutcome(stream, scorer: scorer, truth: heard.truth, tally: heard.tally)
    return LapRecord(
      truth: heard.truth, directory: heard.directory, readings: heard.readings,
      levels: heardBy.compactMap { $0?.levels }, ranging: heardBy.compactMap { $0?.ranging },
      callbacks: stream.callbacks, errors: outcome.scored.map(\.errors))
  }
}
