package import Evaluation
import Laps
import Scenarios

/// Whether published statements about one experiment hold when the experiment is repeated many times.
package struct FigureResult: Sendable {
  /// In how many of the experiments a statement holds.
  package struct Holding: Hashable, Sendable {
    /// How often the statement holds.
    package enum Verdict: String, Hashable, Sendable, CaseIterable {
      /// In at least 95 % of them.
      case reproduced
      /// In fewer, but in more than 5 %.
      case sometimes
      /// In at most 5 %.
      case notReproduced
    }

    /// As it was published.
    package let statement: Reproduction.Statement
    /// The number of experiments in which it holds.
    package let times: Int
    /// The number of all experiments.
    package let experiments: Int

    /// By the share of experiments in which it holds.
    package var verdict: Verdict {
      if times * 20 >= experiments * 19 { return .reproduced }
      return times * 20 <= experiments ? .notReproduced : .sometimes
    }
  }

  /// The experiment with one of the settings of the file.
  package struct Setting: Sendable {
    /// The name of the setting.
    package let name: String
    /// The mean errors over all experiments, in metres; nil without a fix.
    package let means: [(pipeline: String, mean: Double?, interval: ConfidenceInterval?)]
    /// By statement.
    package let holdings: [Holding]
  }

  /// The name of the experiment.
  package let name: String
  /// The number of laps of one experiment.
  package let laps: Int
  /// The number of all experiments.
  package let experiments: Int
  /// In the order of the file.
  package let settings: [Setting]
  /// Of all settings.
  package let missed: [MissedFixes]

  init(_ figure: Reproduction.Figure, _ studies: [StudyResult]) {
    name = figure.name
    laps = figure.laps
    experiments = figure.experiments
    missed = zip(figure.settings, studies).flatMap { $1.missedFixes(in: $0.name, where: \.hasSignal) }
    settings = zip(figure.settings, studies).map { setting, study in
      let pipelines = study.pipelines.filter(\.hasSignal)
      let means = pipelines.map { result in
        (result.definition.name, result.score.whole.statistics?.mean, result.score.whole.meanInterval)
      }
      let each = (0..<figure.experiments).map { experiment in
        Self.means(of: pipelines, laps: experiment * figure.laps..<(experiment + 1) * figure.laps)
      }
      let holdings = figure.statements.map { statement in
        Holding(
          statement: statement, times: each.count { statement.holds(of: $0) ?? false },
          experiments: figure.experiments)
      }
      return Setting(name: setting.name, means: means, holdings: holdings)
    }
  }

  /// The mean errors of some laps by pipeline.
  private static func means(of pipelines: [PipelineResult], laps: Range<Int>) -> [String: Double] {
    var means: [String: Double] = [:]
    for pipeline in pipelines {
      let errors = ErrorsByLap(pipeline.errors.filter { laps.contains($0.lap) })
      means[pipeline.definition.name] = ErrorStatistics(of: errors.values)?.mean
    }
    return means
  }
}

/// The fixes of one row that were due and missing, which no figure includes.
package struct MissedFixes: Hashable, Sendable {
  /// `circles meet (moving average)`.
  package let row: String
  /// How many of them had no fix.
  package let missed: Int
  /// All fixes that were due, missing or not.
  package let due: Int
}

extension StudyResult {
  /// The missed fixes of the pipelines that are shown; pipelines that missed nothing are left out.
  ///
  /// - Parameter name: of the study among those of a table; nil for the only one.
  func missedFixes(in name: String?, where isShown: (PipelineResult) -> Bool) -> [MissedFixes] {
    pipelines.filter(isShown).compactMap { pipeline in
      let (row, score) = (pipeline.definition.name, pipeline.score.whole)
      guard score.missed > 0 else { return nil }
      return MissedFixes(
        row: name.map { "\($0) (\(row))" } ?? row, missed: score.missed, due: score.missed + score.count)
    }
  }
}
