package import Calibrating
package import Evaluation
package import Figures
import Laps
import NumericalMethods
import Results
import Scenarios
import SiteFiles
import World

/// How a recording and its simulated twins compare.
package struct TwinResult: Sendable {
  package struct Row: Sendable {
    package let pipeline: String
    /// By mean error, from 1 for the smallest; equal means share theirs.
    package let recordedRank: Double
    package let twinRank: Double
    package let figures: QuantileAgreement
  }

  package let scenario: String
  package let seed: UInt64
  package let walks: Int
  package let repetitions: Int
  /// Seconds that were drawn as one.
  package let stretch: Double
  package let fit: ChannelFit
  package let ranks: RankAgreement
  /// In the order of the scenario.
  package let rows: [Row]
  /// Pipelines without a single fix on one side, which are not ranked.
  package let leftOut: [String]

  init(
    scenario: Scenario, recorded: StudyResult, twins: [[[PositionError]]], fit: ChannelFit, stretch: Double,
    seed: Seed
  ) throws(FileProblem) {
    let figures = recorded.pipelines.indices.map { index in
      QuantileAgreement(recorded: recorded.pipelines[index].errors, twins: twins.map { $0[index] })
    }
    let kept = figures.indices.filter { figures[$0] != nil }
    let ranks = RankAgreement(
      recorded: kept.map { recorded.pipelines[$0].errors },
      twins: twins.map { twin in kept.map { twin[$0] } },
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
          pipeline: recorded.pipelines[index].definition.name, recordedRank: ranks.recordedRanks[order],
          twinRank: ranks.twinRanks[order], figures: $0)
      }
    }
    leftOut = figures.indices.filter { figures[$0] == nil }.map { recorded.pipelines[$0].definition.name }
    (self.scenario, self.seed, walks) = (scenario.name, scenario.seed, recorded.laps)
    (repetitions, self.stretch, self.fit) = (twins.count, stretch, fit)
  }

  /// Figures of the recording that lie beyond 95 % of the twins.
  package var differing: [(pipeline: String, figure: QuantileAgreement.Row)] {
    rows.flatMap { row in row.figures.rows.filter(\.differs).map { (row.pipeline, $0) } }
  }

  /// How many figures could lie there: those of a method that hears nothing are the same on all twins.
  package var figureCount: Int { rows.reduce(0) { $0 + $1.figures.rows.count(where: \.canDiffer) } }
}

// docs/twin.md lists the keys.

extension TwinResult: Described {
  package static let figures: [Figures.Figure<TwinResult>] = [
    .init("scenario", \.scenario), .init("seed", \.seed), .init("walks", \.walks),
    .init("repetitions", \.repetitions),
    .init("ranking") { result in
      let ranks = result.ranks
      return FigureValue.object([
        ("correlation", .number(ranks.correlation)), ("interval95", ranks.interval.figureValue),
        ("amongTwins95", ranks.amongTwins.figureValue), ("agrees", ranks.agrees.figureValue),
        ("stretches", .count(ranks.stretches)), ("stretchSeconds", .number(result.stretch)),
      ])
    },
    .init("pipelines", \.rows), .init("differing", \.differing.count), .init("figures", \.figureCount),
    .init("leftOut", \.leftOut), .init("channel", \.fit.channelDocument),
  ]
}

extension TwinResult.Row: Described {
  package static let ranks: [Figure<TwinResult.Row>] = [
    .init("pipeline", "pipeline", \.pipeline),
    .init(nil, "rank", decimals: 1, better: .smaller) { shown($0.recordedRank) },
    .init(nil, "replicas' rank", decimals: 1, better: .smaller) { shown($0.twinRank) },
  ]
  package static let figures: [Figure<TwinResult.Row>] =
    ranks + [
      .init("rankRecorded", \.recordedRank), .init("rankTwin", \.twinRank), .init("errors", \.figures.rows),
    ]

  /// Ties have halves; other ranks are counts.
  private static func shown(_ rank: Double) -> FigureValue {
    Int(exactly: rank).map(FigureValue.count) ?? .number(rank)
  }
}

extension QuantileAgreement.Row: Described {
  package static let figures: [Figures.Figure<QuantileAgreement.Row>] = [
    .init("figure", \.figure.rawValue), .init("recordedMetres", \.recorded), .init("twinMetres", \.twin),
    .init("differenceMetres", \.difference, interval: \.interval), .init("differs", \.differs),
  ]
}
