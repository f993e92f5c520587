import Evaluation
import Laps
package import Rendering

extension RankingComparison: Described {
  /// What `run --white-noise-twin --json` prints: both studies and the ranking.
  package static let figures: [Figure<RankingComparison>] = [
    .init("structured", \.structured), .init("white", \.white), .init("ranking", \.ranking),
  ]

  /// What the twin's results folder holds as `ranking.json`.
  package var ranking: FigureValue {
    let figures: [Figure<RankingComparison>] = [
      .init("turned", \.isTurned), .init("rows", \.rows), .init("pairs", \.pairs),
    ]
    return figures.value(of: self)
  }
}

extension RankingComparison.Row: Described {
  package static let figures: [Figure<RankingComparison.Row>] = [
    .init("pipeline", "pipeline", \.pipeline), .init("rank", "rank", better: .smaller, \.rank),
    .init("whiteRank", "white rank", better: .smaller, \.whiteRank),
    .init("meanMetres", "mean", unit: "m", better: .smaller, \.mean),
    .init("whiteMeanMetres", "white mean", unit: "m", better: .smaller, \.whiteMean),
    .init("changeMetres", "change", unit: "m [95 %]", decimals: 3, \.change, interval: \.changeInterval),
  ]
}

extension RankingComparison.Pair: Described {
  package static let shown: [Figure<RankingComparison.Pair>] =
    [.init(nil, "pair") { "\($0.structured.pipeline) - \($0.structured.reference)" }]
    + [PipelineDifference.metres("structured")].of(\.structured)
    + [PipelineDifference.metres("white")].of(\.white) + [.init("order", "order", \.order.rawValue)]

  package static let figures: [Figure<RankingComparison.Pair>] = [
    .init("reference", \.structured.reference), .init("pipeline", \.structured.pipeline),
    .init(
      "order",
      about: """
        `same` or `turned`: significant in both studies, with the same sign or with opposite ones; `lost`: \
        with the structured noise only; `gained`: with white noise only; `unclear`: in neither.
        """, \.order.rawValue),
    .init("structured", about: "The difference with the noise of the scenario.", \.structured),
    .init("white", about: "That with white noise.", \.white),
  ]
}
