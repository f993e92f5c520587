import Evaluation
import Laps
package import Rendering
import Results

// The figures of `reproduce`: docs/columns.md lists the keys.

extension ReproductionResult: Described {
  /// The document.
  package static let figures: [Figure<ReproductionResult>] = [
    .init("reproduction", about: "Its name.", \.name),
    .init("seed", \.seed),
    .init("laps", \.laps),
    .init(
      "presets",
      about: """
        experiment (the reproduction's name), name, matches (tuned to match), reproduced, verdict \
        (`reproduced`, `undecided`, `notReproduced`), and scores and verdicts as of `run`.
        """
    ) { result in
      result.presets.map(Preset.figures(in: result.name).value)
    },
    .init("buildings", isOptional: true, \.buildings), .init("figure", isOptional: true, \.figure),
    .init("lags", isOptional: true, \.lags), .init("changes", isOptional: true, \.changes),
    .init(
      "undecided",
      about: """
        A sentence for each preset tuned to match, and one for the changes, that so few laps cannot decide.
        """, \.undecided),
    .init("failures", about: "A sentence for each reason for status 1.", \.failures),
  ]
}

extension ReproductionResult.Preset {
  fileprivate static func figures(in reproduction: String) -> [Figure<ReproductionResult.Preset>] {
    [
      .init("experiment") { _ in reproduction },
      .init("name", \.name),
      .init("matches", \.matches),
      .init("reproduced", \.isReproduced),
      .init("verdict", \.verdict.rawValue),
      .init("verdicts", \.study.published),
    ] + [StudyResult.scores].of(\.study)
  }
}

extension BuildingsResult: Described {
  /// The object `buildings`.
  package static let figures: [Figure<BuildingsResult>] = [
    .init("preset", \.preset), .init("firstSeed", \.firstSeed), .init("count", \.count),
    .init(
      "inOrder",
      about: """
        In how many the published order held; null if all were published with one mean.
        """, \.inOrder),
    .init(
      "rows",
      about: """
        pipeline, means of each building (null without a fix), meanMetres and stdOfMeans (n - 1) over \
        them.
        """, \.rows),
    .init("missed", \.missed),
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
    .init(
      "settings",
      about: """
        name, means (pipeline, meanMetres, interval95) and statements (statement, times that it held, and a \
        verdict: `reproduced`, `sometimes`, `notReproduced`).
        """, \.settings),
    .init("missed", \.missed),
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
    .init("scenario", \.scenario),
    .init("speed", about: "In m/s.", \.speed),
    .init("tolerance", about: "In metres.") { _ in tolerance },
    .init("phone", about: "Its stages: stage, predictedSeconds, measuredSeconds.") {
      [$0.average, $0.waiting]
    },
    .init("rows", \.rows),
    .init("missed", \.missed),
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
    .init(
      "measuredMetres", "measured", unit: "m [95 %]", about: "Null without a fix.", \.measured,
      interval: \.interval),
    .init("filters", about: "Their stages, as of the phone.", \.filters),
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
    .init("laps", \.laps),
    .init("lapsElsewhere", about: "Those of the other simulation.", \.lapsElsewhere),
    .init("source", \.source),
    .init("limit", about: "Standard errors beyond which a cell disagrees.", \.limit),
    .init("without", about: "Without a change: pipeline, meanMetres, interval95, elsewhereMetres.") {
      $0.base.map(without.value)
    },
    .init("rows", about: "change, and cells, below.", \.rows),
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
    .init("changeMetres", \.change, interval: \.interval),
    .init("changeElsewhere", about: "The change in the other simulation.", \.elsewhere),
    .init("atMost", about: "Where that one gives only a limit.", \.bound),
    .init(
      "errorsApart", about: "The difference in standard errors; null without an interval.", \.errorsApart),
    .init("agrees", \.agrees),
    .init("verdict", about: "`agrees`, `undecided` or `disagrees`.", \.verdict.rawValue),
  ]
}

extension MissedFixes: Described {
  /// One element of `missed`.
  package static let figures: [Figure<MissedFixes>] = [
    .init("row", \.row),
    .init("missed", \.missed),
    .init("due", about: "Missed or made.", \.due),
  ]
}
