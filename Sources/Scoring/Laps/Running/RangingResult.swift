public import Evaluation
import Scenarios

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
