public import Evaluation

/// Whether what was said of an experiment holds when it is made many times.
public struct FigureResult: Sendable {
  /// In how many of the experiments a statement holds.
  public struct Holding: Hashable, Sendable {
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
      /// In at least nineteen of twenty.
      case reproduced
      /// In some.
      case sometimes
      /// In at most one of twenty.
      case notReproduced
    }

    public let statement: Reproduction.Statement
    public let times: Int
    public let experiments: Int

    public var verdict: Verdict {
      if times * 20 >= experiments * 19 { return .reproduced }
      return times * 20 <= experiments ? .notReproduced : .sometimes
    }
  }

  public struct Setting: Sendable {
    public let name: String
    /// Over all experiments; nil without a fix.
    public let means: [(pipeline: String, mean: Double?, interval: ConfidenceInterval?)]
    public let holdings: [Holding]
  }

  public let name: String
  public let laps: Int
  public let experiments: Int
  public let settings: [Setting]
  public let missed: [MissedFixes]

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
