package import Calibrating
package import Documents
package import Evaluation
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
        file: scenario.name, expected: "fixes of at least three pipelines, of the recording and of its twin",
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

  /// Everything: `docs/twin.md` lists the keys.
  package var document: Document {
    [
      "scenario": Document(scenario), "seed": Document(Int(seed)), "walks": Document(walks),
      "repetitions": Document(repetitions),
      "ranking": [
        "correlation": Document(ranks.correlation), "interval95": Document(ranks.interval),
        "amongTwins95": Document(ranks.amongTwins), "agrees": ranks.agrees.map { Document($0) } ?? nil,
        "stretches": Document(ranks.stretches), "stretchSeconds": Document(stretch),
      ],
      "pipelines": Document(rows.map(\.document)),
      "differing": Document(differing.count), "figures": Document(figureCount),
      "leftOut": Document(leftOut.map { Document($0) }), "channel": fit.channelDocument,
    ]
  }
}

extension TwinResult.Row {
  fileprivate var document: Document {
    [
      "pipeline": Document(pipeline), "rankRecorded": Document(recordedRank), "rankTwin": Document(twinRank),
      "errors": Document(
        figures.rows.map { row in
          [
            "figure": Document(row.figure.rawValue), "recordedMetres": Document(row.recorded),
            "twinMetres": Document(row.twin), "differenceMetres": Document(row.difference),
            "interval95": Document(row.interval), "differs": Document(row.differs),
          ]
        }),
    ]
  }
}
