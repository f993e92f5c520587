package import Calibrating
package import Evaluation
import NumericalMethods
package import Rendering
import Results
import Scenarios
import World

/// How a recording and its simulated replicas compare.
package struct TwinResult: StudyOutcome, Sendable {
  /// One pipeline on the recording and on its replicas.
  package struct Row: Sendable {
    package let pipeline: String
    /// By mean error, from 1 for the smallest; equal means share the mean of their ranks.
    package let recordedRank: Double
    package let replicaRank: Double
    /// Mean and quantiles on both.
    package let figures: QuantileAgreement
    /// The RMSE on the recording over the bound that the fitted channel allows.
    package let ratio: BoundRatio
  }

  package let scenario: String
  package let seed: UInt64
  /// Recorded ones.
  package let walks: Int
  /// The number of simulated replicas.
  package let replicas: Int
  /// The length in seconds of the stretches that were resampled.
  package let stretch: Double
  /// The channel of the replicas.
  package let fit: ChannelFit
  /// How equally both rank the pipelines.
  package let ranks: RankAgreement
  /// In the order of the scenario.
  package let rows: [Row]
  /// Lower bounds of the RMSE on the recorded walks.
  package let bounds: TwinBounds
  /// Figures of what was received.
  package let signals: [SignalAgreement]
  /// Pipelines without a single fix on one side, which are not ranked.
  package let leftOut: [String]

  init(
    scenario: Scenario, walks: Int, recorded: TwinStudy.Heard, replicas: [TwinStudy.Heard],
    fit: ChannelFit, stretch: Double, seed: Seed, bounds: TwinBounds, ratios: [BoundRatio]
  ) throws(FileProblem) {
    let figures = recorded.errors.indices.map { index in
      QuantileAgreement(recorded: recorded.errors[index], replicas: replicas.map { $0.errors[index] })
    }
    let kept = figures.indices.filter { figures[$0] != nil }
    let ranks = RankAgreement(
      recorded: kept.map { recorded.errors[$0] },
      replicas: replicas.map { replica in kept.map { replica.errors[$0] } },
      seconds: stretch, seed: seed)
    guard let ranks, kept.count >= 3 else {
      throw FileProblem(
        file: scenario.name,
        expected: "fixes of at least three pipelines, on the recording and on its replicas",
        found: "those of \(kept.count)")
    }
    self.ranks = ranks
    rows = kept.enumerated().compactMap { order, index in
      figures[index].map {
        Row(
          pipeline: scenario.pipelines[index].name, recordedRank: ranks.recordedRanks[order],
          replicaRank: ranks.replicaRanks[order], figures: $0, ratio: ratios[index])
      }
    }
    leftOut = figures.indices.filter { figures[$0] == nil }.map { scenario.pipelines[$0].name }
    (self.scenario, self.seed, self.walks) = (scenario.name, scenario.seed, walks)
    (self.replicas, self.stretch, self.fit) = (replicas.count, stretch, fit)
    self.bounds = bounds
    signals = SignalAgreement.all(recorded.signals, replicas.map(\.signals))
  }

  /// Figures of the recording that lie outside the central 95 % of the replicas.
  var differing: [(pipeline: String, figure: QuantileAgreement.Row)] {
    rows.flatMap { row in row.figures.rows.filter(\.differs).map { (row.pipeline, $0) } }
  }

  /// How many figures vary from replica to replica or differ; those of a constant baseline do not.
  package var figureCount: Int { rows.reduce(0) { $0 + $1.figures.rows.count(where: \.canDiffer) } }
}

// docs/columns.md lists the keys.

extension TwinResult: Described {
  /// What `twin --json` prints.
  package static let figures: [Rendering.Figure<TwinResult>] = [
    .init("scenario", \.scenario),
    .init("seed", \.seed),
    .init("walks", about: "The number of recorded walks.", \.walks),
    .init("replicas", about: "The number of replicas.", \.replicas),
    .init(
      "ranking",
      about: """
        Spearman's correlation of the mean errors with interval95, amongReplicas95 (the range of 95 % of the \
        replicas against the others), whether the rankings agrees, and the number and length of the \
        stretches that were resampled (stretches, stretchSeconds).
        """
    ) { result in
      let ranks = result.ranks
      return FigureValue.object([
        ("correlation", .number(ranks.correlation)), ("interval95", ranks.interval.figureValue),
        ("amongReplicas95", ranks.amongReplicas.figureValue), ("agrees", ranks.agrees.figureValue),
        ("stretches", .count(ranks.stretches)), ("stretchSeconds", .number(result.stretch)),
      ])
    },
    .init("pipelines", about: "One element for each, below.", \.rows),
    .init("differing", about: "The number of figures that differ.", \.differing.count),
    .init("figures", about: "The number of figures that vary from replica to replica.", \.figureCount),
    .init("leftOut", about: "Pipelines without a fix on the recording or on the replicas.", \.leftOut),
    .init(
      "bounds",
      about: """
        [Lower bounds](bounds.md) of the RMSE on the recorded walks: windowPlaneMetres of unbiased estimates \
        from one window on the plan, filterMetres, smootherMetres.
        """, \.bounds),
    .init("signals", about: "What is received, before any pipeline, below.", \.signals),
    .init("channel", about: "The fitted channel, as `calibrate --channel` writes it.", \.fit.channelDocument),
  ]
}

extension TwinResult.Row: Described {
  /// The ranks on both, for a table.
  package static let ranks: [Figure<TwinResult.Row>] = [
    .init("pipeline", "pipeline", \.pipeline),
    .init(nil, "rank", decimals: 1, better: .smaller) { shown($0.recordedRank) },
    .init(nil, "replicas' rank", decimals: 1, better: .smaller) { shown($0.replicaRank) },
  ]
  /// The mean errors on both, for a table.
  static let means: [Figure<TwinResult.Row>] = [
    .init(nil, "mean", unit: "m", better: .smaller) { $0.figures.rows[0].recorded },
    .init(
      nil, "replicas' mean", unit: "m [95 %]", better: .smaller, { $0.figures.rows[0].replica },
      interval: { $0.figures.rows[0].replicaInterval }),
  ]
  /// One pipeline.
  package static let figures: [Figure<TwinResult.Row>] =
    ranks + [
      .init("rankRecorded", \.recordedRank), .init("rankReplica", \.replicaRank),
      .init("errors", about: "Mean and quantiles on both, below.", \.figures.rows),
      .init("recordedRmse", about: "In metres.", \.ratio.rootMeanSquare),
      .init(
        "toBound", about: "That RMSE over the bound that holds for the pipeline.", \.ratio.value,
        interval: \.ratio.ratioInterval),
    ]

  /// Ties have halves; other ranks are counts.
  private static func shown(_ rank: Double) -> FigureValue {
    Int(exactly: rank).map(FigureValue.count) ?? .number(rank)
  }
}

extension QuantileAgreement.Row: Described {
  /// One figure of a pipeline on both.
  package static let figures: [Rendering.Figure<QuantileAgreement.Row>] = columns(in: "Metres")

  /// In the unit of the figure.
  package var figureValue: FigureValue {
    Self.columns(in: figure.unit == .metres ? "Metres" : "").value(of: self)
  }

  private static func columns(in unit: String) -> [Rendering.Figure<QuantileAgreement.Row>] {
    [
      .init("figure", about: "The mean or a quantile.", \.figure.rawValue),
      .init("recorded\(unit)", \.recorded),
      .init("replica\(unit)", about: "The median of the replicas.", \.replica),
      .init(
        "difference\(unit)",
        about: """
          The recorded value less that median; the interval is the recorded value less the limits of the \
          central 95 % of the replicas.
          """, \.difference, interval: \.interval),
      .init("differs", about: "Whether the recorded value lies outside these limits.", \.differs),
    ]
  }
}
