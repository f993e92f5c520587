public import Evaluation
import Filtering
import World

/// How well the levels of some pipelines, which filter and assume alike, tell distances and zones.
public struct RangingResult: Sendable {
  /// Their names, in the order of the table.
  public let pipelines: [String]
  /// What the filters are, and what is assumed.
  public let filter: String
  public let assumed: String
  public let tally: RangingTally
}

extension RangingResult {
  /// One for each group of pipelines that hear alike; empty where no walk is known.
  static func all(of laps: [KeptMetrics], pipelines: PipelineSet) -> [RangingResult] {
    pipelines.definitions.indices.compactMap { index in
      let tallies = laps.compactMap { $0.ranging[index] }
      guard let first = tallies.first else { return nil }
      let definition = pipelines.definitions[index]
      let alike = pipelines.definitions.indices.filter { pipelines.rangingGroups[$0] == index }
      return RangingResult(
        pipelines: alike.map { pipelines.definitions[$0].name }, filter: definition.filterSummary,
        assumed: definition.assumptions.summary,
        tally: tallies.dropFirst().reduce(into: first) { $0.add($1) })
    }
  }
}
