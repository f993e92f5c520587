package import Documents
import Laps
import Results
import World

extension RankingComparison {
  /// What `run --white-noise-twin --json` prints: both studies and the ranking.
  package var document: Document {
    ["structured": structured.document, "white": white.document, "ranking": ranking]
  }

  /// What the twin's results folder holds as `ranking.json`.
  package var ranking: Document {
    [
      "turned": Document(isTurned), "rows": Document(rows.map(\.document)),
      "pairs": Document(pairs.map(\.document)),
    ]
  }
}

extension RankingComparison.Row {
  fileprivate var document: Document {
    [
      "pipeline": Document(pipeline), "rank": Document(rank), "whiteRank": Document(whiteRank),
      "meanMetres": Document(mean), "whiteMeanMetres": Document(whiteMean),
      "changeMetres": Document(change), "interval95": Document(changeInterval),
    ]
  }
}

extension RankingComparison.Pair {
  fileprivate var document: Document {
    [
      "reference": Document(structured.reference), "pipeline": Document(structured.pipeline),
      "order": Document(order.rawValue), "structured": structured.document, "white": white.document,
    ]
  }
}
