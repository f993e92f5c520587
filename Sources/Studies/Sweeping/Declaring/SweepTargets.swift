package import Documents
package import Laps
import Scenarios
import World

/// Makes a sweep a search for points that reproduce published figures.
package struct SweepTargets: DeclaredSettings {
  /// The laps after which a point is looked at, ascending. After the last ones it has its verdict.
  package var stages = [8, 20, 60, 150, 300]
  /// The chance that a point is stopped before the last stage although all its figures are inside.
  package var falseStops = 0.05
  /// The seed of the laps with which points that are inside are run again; not the sweep's own.
  package var again: UInt64 = 0

  /// The stages of the motion paper's search.
  package static let defaults = SweepTargets()
  /// All keys.
  package static let keys: [SettingKey<SweepTargets>] =
    stopping + [
      .required(
        "again", \.again, .seed,
        "The seed with which the points found are repeated, different from the sweep's.")
    ]
  /// The keys that say when a point is stopped.
  package static let stopping: [SettingKey<SweepTargets>] = [
    .defaulted(
      "stages", \.stages,
      .list(of: .integer(.between(2, 1_000_000)), count: .atLeast(1)).checked {
        document, stages throws(FileProblem) in
        for (index, stage) in stages.enumerated().dropFirst() where stage <= stages[index - 1] {
          throw try document[index].problem(expected: "more laps than in the stage before it")
        }
      },
      "The numbers of laps after which a point is tested, ascending; it continues while no figure is significantly outside, and after the "
        + "last one gets its verdict."),
    .defaulted(
      "falseStops", \.falseStops, .number(.between(0.001, 0.5)),
      "The probability of stopping a point before the last stage although all its figures are inside."),
  ]
}

extension PublishedFigure {
  /// The figures that a search of these pipelines tries to reproduce, in their order, before anything is simulated.
  static func targets(of pipelines: [PipelineDefinition]) -> [PublishedFigure] {
    pipelines.flatMap { pipeline in
      let published: [(Statistic, Double?)] = [
        (.mean, pipeline.published?.mean), (.std, pipeline.published?.deviation),
      ]
      return published.compactMap { statistic, value in
        value.map {
          PublishedFigure(
            pipeline: pipeline.name, statistic: statistic, published: $0, simulated: nil, interval: nil)
        }
      }
    }
  }

  /// `feedback mean`.
  package var name: String { "\(pipeline) \(statistic.rawValue)" }

  /// `moving_average_mean`.
  var field: String { name.replacing(" ", with: "_") }
}
