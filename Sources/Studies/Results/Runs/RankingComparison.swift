import Evaluation
package import Laps
import Scenarios

/// The ranking of a study's pipelines beside that of its white-noise twin.
///
/// Two pipelines are ranked only when their difference is sure in the study at hand: ``PipelineDifference`` says
/// when, corrected for all pairs of pipelines.
package struct RankingComparison: Sendable {
  /// One pipeline in both studies, at the moments both measured it.
  package struct Row: Hashable, Sendable {
    package let pipeline: String
    /// From 1 for the smallest mean error; equal ones share a rank.
    package let rank: Int
    package let whiteRank: Int
    /// Mean errors in metres.
    package let mean: Double?
    package let whiteMean: Double?
    /// By how many metres the white noise makes the error larger; nil where no moment was measured in both studies.
    package let change: Double?
    /// The 95 % interval of the change over laps.
    let changeInterval: ConfidenceInterval?
  }

  /// Two pipelines in both studies.
  package struct Pair: Hashable, Sendable {
    /// How the two orders of a pair agree.
    package enum Order: String, Hashable, Sendable, CaseIterable {
      /// Certain in both, and the same.
      case same
      /// Certain in both, and reversed.
      case turned
      /// Certain with the structured noise only.
      case lost
      /// Certain with white noise only.
      case gained
      /// Certain in neither.
      case unclear
    }

    /// With the noise of the scenario.
    package let structured: PipelineDifference
    /// With white noise.
    package let white: PipelineDifference

    /// By both verdicts.
    package var order: Order {
      switch (structured.verdict, white.verdict) {
      case (.unclear, .unclear): .unclear
      case (_, .unclear): .lost
      case (.unclear, _): .gained
      case (let a, let b): a == b ? .same : .turned
      }
    }
  }

  /// In the order of the scenario.
  package let rows: [Row]
  /// Each pipeline with each one before it; empty with fewer than two laps.
  package let pairs: [Pair]
  /// The study with its own noise.
  package let structured: StudyResult
  /// Its white-noise twin.
  package let white: StudyResult

  /// - Parameters:
  ///   - structured: the study with the noise it has.
  ///   - white: its twin.
  package init(structured: StudyResult, white: StudyResult) {
    self.structured = structured
    self.white = white
    let (ranks, whiteRanks) = (Self.ranks(of: structured), Self.ranks(of: white))
    var rows: [Row] = []
    for (index, (before, after)) in zip(structured.pipelines, white.pipelines).enumerated() {
      let comparison = PairedComparison(before.kept.paired(with: after.kept))
      rows.append(
        Row(
          pipeline: before.definition.name, rank: ranks[index], whiteRank: whiteRanks[index],
          mean: before.score.whole.statistics?.mean, whiteMean: after.score.whole.statistics?.mean,
          change: comparison?.difference, changeInterval: comparison?.interval))
    }
    self.rows = rows
    let differences = PipelineDifference.everyTwo(of: structured.pipelines)
    let twins = PipelineDifference.everyTwo(of: white.pipelines)
    // A pair that one study could not compare is missing there, and has no order.
    pairs = differences.compactMap { difference in
      twins.first { $0.pipeline == difference.pipeline && $0.reference == difference.reference }.map {
        Pair(structured: difference, white: $0)
      }
    }
  }

  /// Whether any two pipelines have certain, opposite orders with the structured noise and with white noise.
  package var isTurned: Bool { pairs.contains { $0.order == .turned } }

  /// By mean error; equal ones share the smallest of their ranks, and those without an error come last.
  private static func ranks(of study: StudyResult) -> [Int] {
    let means = study.pipelines.map { $0.score.whole.statistics?.mean ?? .infinity }
    return means.map { mean in 1 + means.count { $0 < mean } }
  }
}
