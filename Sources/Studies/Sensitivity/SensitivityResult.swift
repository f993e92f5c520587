public import Documents
public import Evaluation

/// What each method loses when a number is set wrong.
public struct SensitivityResult: Sendable {
  public struct Row: Sendable {
    public let pipeline: String
    /// The scenario as it stands is A, with the wrong number B; nil when no error was measured on both sides.
    public let comparison: PairedComparison?
  }

  /// All pipelines with one number wrong.
  public struct Group: Sendable {
    public let setting: MisSetting
    /// In the order of the scenario.
    public let rows: [Row]
  }

  public let scenario: String
  public let seed: UInt64
  public let laps: Int
  public let groups: [Group]

  /// `docs/sensitivity.md` lists the keys.
  public var document: Document {
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
