import Documents
import Evaluation
import NumericalMethods
package import Rendering

// The figures of a sweep. `docs/sweeps.md` lists the keys.

extension SweepResult: Described {
  /// The document of `--json`.
  package static let figures: [Figure<SweepResult>] = [
    .init("sweep", \.sweep.name), .init("design", \.sweep.design.rawValue), .init("seeds", \.sweep.seeds),
    .init("laps", about: "Of a cell.", \.laps),
    .init("points", \.points.count),
    .init("cells", \.scores.count),
    .init("metric", \.sweep.metric.rawValue),
    .init("parameters") { $0.sweep.parameters.map { FigureValue.text($0.name) } },
    .init(
      "best",
      about: "The point and pipeline with the best value: point, values, pipeline, value and interval95."
    ) { result in result.best.map { result.figures(of: $0) } },
    .init(
      "averages",
      about: "The same of every point and pipeline; `values` has that of each parameter."
    ) { result in
      result.pointRows.filter { $0.metric == result.sweep.metric }.map { result.figures(of: $0) }
    },
    .init(
      "ranking", isOptional: true,
      about: "points, leftOut (points without a value of every pipeline), concordance, and pipelines, below.",
      \.ranking),
    .init(
      "targets", isOptional: true,
      about: """
        With `targets`: `cells` inside, undecided and outside; the `nearest` cell with its `figures`; and by figure the `levels` and, of each \
        parameter, the `distances` between the cells within its tolerance and the others.
        """
    ) { result in result.targets.map { result.value(of: $0) } },
    .init("effects", isOptional: true, about: "With `oneAtATime`, below.") {
      $0.effects.isEmpty ? nil : $0.effects
    },
    .init("indices", isOptional: true, about: "With `sobolIndices`, below.") {
      $0.indices.isEmpty ? nil : $0.indices
    },
  ]

  private func figures(of row: PointRow) -> FigureValue {
    .object([
      ("point", .count(row.point.index)),
      (
        "values",
        .object(
          zip(sweep.parameters, row.point.values).map { ($0.name, $1?.figureValue ?? .empty) })
      ), ("pipeline", .text(row.pipeline)), ("value", .number(row.average.value)),
      ("interval95", row.average.interval.figureValue),
    ])
  }
}

extension SweepEffect: Described {
  /// In JSON, effects.csv and a table.
  package static let figures: [Figure<SweepEffect>] =
    [
      .init(
        key: "parameter", field: "parameter", column: .init("parameter"), value: { .text($0.parameter) }),
      .init(key: "value", field: "value", column: .init("value"), value: { $0.value.cell }),
      .init(key: "pipeline", field: "pipeline", column: .init("pipeline"), value: { .text($0.pipeline) }),
      .init(
        key: "changeMetres", intervalKey: "interval95", field: "change",
        column: .init("change of the mean", unit: "m [95 %]"), value: { .interval($0.change, $0.interval) }),
      .init(field: "low") { $0.interval?.lower }, .init(field: "high") { $0.interval?.upper },
    ]
}

extension SweepIndex: Described {
  /// In JSON, indices.csv and a table.
  package static let figures: [Figure<SweepIndex>] =
    [
      .init(key: "pipeline", field: "pipeline", column: .init("pipeline"), value: { .text($0.pipeline) }),
      .init(
        key: "parameter", field: "parameter", column: .init("parameter"), value: { .text($0.parameter) }),
    ] + bounds("first", "first order", \.first) + bounds("total", "total", \.total)

  private static func bounds(
    _ name: String, _ title: String, _ index: any KeyPath<SweepIndex, SobolIndices.Index> & Sendable
  ) -> [Figure<SweepIndex>] {
    [
      .init(
        key: name, intervalKey: "\(name)Interval95", field: name, column: .init(title, unit: "[95 %]"),
        value: {
          .interval($0[keyPath: index].value, from: $0[keyPath: index].lower, to: $0[keyPath: index].upper)
        }),
      .init(field: "\(name)_low") { $0[keyPath: index].lower },
      .init(field: "\(name)_high") { $0[keyPath: index].upper },
    ]
  }
}

extension RankingStability: Described {
  /// In JSON.
  package static let figures: [Figure<RankingStability>] = [
    .init("points", \.points), .init("leftOut", \.leftOut), .init("concordance", \.concordance),
    .init("pipelines", \.rows),
  ]
}

extension RankingStability.Row: Described {
  /// In JSON, ranking.csv and a table.
  package static let figures: [Figure<RankingStability.Row>] = [
    .init(key: "pipeline", field: "pipeline", column: .init("pipeline"), value: { .text($0.pipeline) }),
    .init(
      key: "meanRank", field: "mean_rank", column: .init("mean rank", better: .smaller),
      value: { .number($0.meanRank) }),
    .init(
      key: "bestRank", field: "best_rank", column: .init("best", decimals: 1), value: { .number($0.bestRank) }
    ),
    .init(
      key: "worstRank", field: "worst_rank", column: .init("worst", decimals: 1),
      value: { .number($0.worstRank) }),
    .init(
      key: "shareFirst", field: "share_first", column: .init("first at", form: .percent, better: .larger),
      value: { .number($0.shareFirst) }),
  ]
}

extension Document {
  /// As a cell of a table: what is no plain value, as its text.
  var cell: FigureValue {
    switch content {
    case .null: .empty
    case .boolean(let flag): .flag(flag)
    case .integer(let integer): .count(integer)
    case .number(let number): .number(number)
    case .text, .array, .object: .text(plain)
    }
  }
}
