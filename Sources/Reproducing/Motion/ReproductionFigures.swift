import Evaluation
import Laps
package import Rendering
import Results

// The figures of `reproduce`: docs/reproduce.md lists the keys.

extension ReproductionResult: Described {
  /// The document.
  package static let figures: [Figure<ReproductionResult>] = [
    .init("reproduction", \.name), .init("seed", \.seed), .init("laps", \.laps),
    .init("presets") { result in result.presets.map(Preset.figures(in: result.name).value) },
    .init("buildings", isOptional: true, \.buildings), .init("figure", isOptional: true, \.figure),
    .init("lags", isOptional: true, \.lags), .init("changes", isOptional: true, \.changes),
    .init("undecided", \.undecided), .init("failures", \.failures),
  ]
}

extension ReproductionResult.Preset {
  fileprivate static func figures(in reproduction: String) -> [Figure<ReproductionResult.Preset>] {
    [
      .init("experiment") { _ in reproduction }, .init("name", \.name), .init("matches", \.matches),
      .init("reproduced", \.isReproduced), .init("verdict", \.verdict.rawValue),
      .init("verdicts", \.study.published),
    ] + [StudyResult.scores].of(\.study)
  }
}

extension BuildingsResult: Described {
  /// The object `buildings`.
  package static let figures: [Figure<BuildingsResult>] = [
    .init("preset", \.preset), .init("firstSeed", \.firstSeed), .init("count", \.count),
    .init("inOrder", \.inOrder), .init("rows", \.rows), .init("missed", \.missed),
  ]
}

extension BuildingsResult.Row: Described {
  /// One element of `buildings.rows`.
  package static let figures: [Figure<BuildingsResult.Row>] = [
    .init("pipeline", \.pipeline), .init("means", \.means), .init("meanMetres", \.mean),
    .init("stdOfMeans", \.deviation),
  ]
}

extension FigureResult: Described {
  /// The object `figure`.
  package static let figures: [Figure<FigureResult>] = [
    .init("name", \.name), .init("laps", \.laps), .init("experiments", \.experiments),
    .init("settings", \.settings), .init("missed", \.missed),
  ]
}

extension FigureResult.Setting: Described {
  private static let mean: [Figure<(pipeline: String, mean: Double?, interval: ConfidenceInterval?)>] = [
    .init("pipeline") { $0.pipeline }, .init("meanMetres", { $0.mean }, interval: { $0.interval }),
  ]

  /// One element of `figure.settings`.
  package static let figures: [Figure<FigureResult.Setting>] = [
    .init("name", \.name), .init("means") { $0.means.map(mean.value) }, .init("statements", \.holdings),
  ]
}

extension FigureResult.Holding: Described {
  /// One element of the statements of a setting.
  package static let figures: [Figure<FigureResult.Holding>] = [
    .init("statement", \.statement.text), .init("times", \.times), .init("verdict", \.verdict.rawValue),
  ]
}

extension LagBudget: Described {
  /// The object `lags`.
  package static let figures: [Figure<LagBudget>] = [
    .init("scenario", \.scenario), .init("speed", \.speed), .init("tolerance") { _ in tolerance },
    .init("phone") { [$0.average, $0.waiting] }, .init("rows", \.rows), .init("missed", \.missed),
  ]
}

extension LagBudget.Stage: Described {
  /// One stage of `lags`.
  package static let figures: [Figure<LagBudget.Stage>] = [
    .init("stage", \.name), .init("predictedSeconds", \.predicted), .init("measuredSeconds", \.measured),
  ]
}

extension LagBudget.Row: Described {
  /// One row of `lags`, in JSON and in its table.
  package static let figures: [Figure<LagBudget.Row>] = [
    .init("pipeline", "lags without noise", \.pipeline),
    .init(nil, "filters predicted", unit: "s", \.filterSeconds),
    .init(nil, "measured", unit: "s") { $0.filters.reduce(0) { $0 + $1.measured } },
    .init("predictedMetres", "behind predicted", unit: "m", \.predicted),
    .init("measuredMetres", "measured", unit: "m [95 %]", \.measured, interval: \.interval),
    .init("filters", \.filters),
  ]
}

extension ChangesResult: Described {
  private static let without:
    [Figure<(pipeline: String, mean: Double?, interval: ConfidenceInterval?, elsewhere: Double)>] = [
      .init("pipeline") { $0.pipeline }, .init("meanMetres", { $0.mean }, interval: { $0.interval }),
      .init("elsewhereMetres") { $0.elsewhere },
    ]

  /// The object `changes`.
  package static let figures: [Figure<ChangesResult>] = [
    .init("laps", \.laps), .init("lapsElsewhere", \.lapsElsewhere), .init("source", \.source),
    .init("limit", \.limit), .init("without") { $0.base.map(without.value) }, .init("rows", \.rows),
    .init("missed", \.missed),
  ]
}

extension ChangesResult.Row: Described {
  /// One element of `changes.rows`.
  package static let figures: [Figure<ChangesResult.Row>] = [
    .init("change", \.name), .init("cells", \.cells),
  ]
}

extension ChangesResult.Cell: Described {
  /// One cell of `changes.rows`.
  package static let figures: [Figure<ChangesResult.Cell>] = [
    .init("pipeline", \.pipeline), .init("meanMetres", \.mean),
    .init("changeMetres", \.change, interval: \.interval), .init("changeElsewhere", \.elsewhere),
    .init("atMost", \.bound), .init("errorsApart", \.errorsApart), .init("agrees", \.agrees),
    .init("verdict", \.verdict.rawValue),
  ]
}

extension MissedFixes: Described {
  /// One element of `missed`.
  package static let figures: [Figure<MissedFixes>] = [
    .init("row", \.row), .init("missed", \.missed), .init("due", \.due),
  ]
}
