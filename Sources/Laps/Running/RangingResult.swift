public import Evaluation
import Scenarios
import World

/// The ranging and zone errors of pipelines with the same filters and assumptions.
public struct RangingResult: Sendable {
  /// Their names, in the order of the table.
  public let pipelines: [String]
  /// What the filters are, and what is assumed.
  public let filter: String
  public let assumed: String
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
