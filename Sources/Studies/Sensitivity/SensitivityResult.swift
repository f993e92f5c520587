package import Documents
package import Evaluation
import Results
package import Scenarios

/// What each method loses when a number is set wrong.
package struct SensitivityResult: Sendable {
  package struct Row: Sendable {
    package let pipeline: String
    /// The scenario as it stands is A, with the wrong number B; nil when no error was measured on both sides.
    package let comparison: PairedComparison?
  }

  /// All pipelines with one number wrong.
  package struct Group: Sendable {
    package let setting: MisSetting
    /// In the order of the scenario.
    package let rows: [Row]
  }

  package let scenario: String
  package let seed: UInt64
  package let laps: Int
  package let groups: [Group]

  /// `docs/sensitivity.md` lists the keys.
  package var document: Document {
    [
      "scenario": Document(scenario), "seed": Document(Int(seed)), "laps": Document(laps),
      "settings": Document(
        groups.map { group in
          [
            "parameter": Document(group.setting.parameter.rawValue), "shift": Document(group.setting.shift),
            "pipelines": Document(group.rows.map(\.document)),
          ]
        }),
    ]
  }
}

extension SensitivityResult.Row {
  fileprivate var document: Document {
    guard let comparison else { return ["pipeline": Document(pipeline), "n": 0] }
    return [
      "pipeline": Document(pipeline), "n": Document(comparison.errors.pairs.count),
      "meanMetres": Document(comparison.meanA), "wrongMeanMetres": Document(comparison.meanB),
      "differenceMetres": Document(comparison.difference), "interval95": Document(comparison.interval),
      "missed": Document(comparison.errors.missedA), "wrongMissed": Document(comparison.errors.missedB),
    ]
  }
}
