package import Evaluation
package import Rendering
import Results
package import Scenarios

/// The effect on each pipeline of one wrongly set number.
package struct SensitivityResult: StudyOutcome, Sendable {
  /// One pipeline with one number wrong.
  package struct Row: Sendable {
    package let pipeline: String
    /// The scenario as it stands is A, the one with the wrong number B; nil when no error was measured on both sides.
    package let comparison: PairedComparison?
  }

  /// The rows of one condition beside the scenario as it stands.
  ///
  /// - Parameters:
  ///   - laps: the errors by lap and walker, condition and pipeline; the first condition is the scenario as it stands.
  ///   - condition: an index.
  static func rows(of laps: [[[[[PositionError]]]]], under condition: Int, _ pipelines: [String]) -> [Row] {
    pipelines.enumerated().map { pipeline, name in
      func errors(_ condition: Int) -> [PositionError] { laps.joined().flatMap { $0[condition][pipeline] } }
      return Row(
        pipeline: name, comparison: PairedComparison(PairedErrors(errors(0), errors(condition))))
    }
  }

  /// All pipelines with one number wrong.
  package struct Group: Sendable {
    /// Which number, and by how much.
    package let setting: MisSetting
    /// In the order of the scenario.
    package let rows: [Row]
  }

  package let scenario: String
  package let seed: UInt64
  /// The same for all settings.
  package let laps: Int
  /// One for each setting.
  package let groups: [Group]
}

// docs/faults.md lists the keys.

extension SensitivityResult: Described {
  /// What `sensitivity --json` prints.
  package static let figures: [Figure<SensitivityResult>] = [
    .init("scenario", \.scenario),
    .init("seed", \.seed),
    .init("laps", \.laps),
    .init("settings", about: "One element for each, below.", \.groups),
  ]
}

extension SensitivityResult.Group: Described {
  /// One setting with all pipelines.
  package static let figures: [Figure<SensitivityResult.Group>] = [
    .init("parameter", about: "`n`, `c` or `receiver`.", \.setting.parameter.rawValue),
    .init("shift", \.setting.shift),
    .init(
      "pipelines",
      about: """
        pipeline, n (pairs), meanMetres, wrongMeanMetres, differenceMetres (positive when the wrong number \
        is worse), interval95, missed, wrongMissed.
        """, \.rows),
  ]
}

extension SensitivityResult.Row: Described {
  /// What every pipeline has.
  package static let figures: [Figure<SensitivityResult.Row>] = [
    .init("pipeline", \.pipeline), .init("n") { $0.comparison?.errors.pairs.count ?? 0 },
  ]

  /// With the comparison where there is one.
  package var figureValue: FigureValue {
    let own = Self.figures.value(of: self)
    return comparison.map { own.with(Self.measured.value(of: $0)) } ?? own
  }

  private static let measured: [Figure<PairedComparison>] = [
    .init("meanMetres", \.a), .init("wrongMeanMetres", \.b),
    .init("differenceMetres", \.difference, interval: \.interval), .init("missed", \.errors.missedA),
    .init("wrongMissed", \.errors.missedB),
  ]
}
