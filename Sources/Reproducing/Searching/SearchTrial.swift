import Evaluation
import Laps
import Scenarios
import World

/// One point of a search while its laps are run.
struct SearchTrial {
  private let study: any LapSource
  private let targets: [SearchTarget]
  private let rule: StoppingRule
  /// The laps after which there is a verdict.
  private let last: Int
  /// The pipelines whose figures were published, as places among all.
  private let rows: [Int]
  /// By row.
  private var errors: [[PositionError]]
  private var laps = 0

  /// - Parameters:
  ///   - rule: with looks before the last lap.
  ///   - last: the laps after which there is a verdict in any case.
  init(_ study: any LapSource, targets: [SearchTarget], rule: StoppingRule, last: Int) {
    (self.study, self.targets, self.rule, self.last) = (study, targets, rule, last)
    let definitions = study.pipelines.definitions
    rows = definitions.indices.filter { definitions[$0].published != nil }
    errors = rows.map { _ in [] }
  }

  /// Runs laps stage by stage, until one look or the last stage gives a verdict.
  mutating func outcome() throws -> SearchOutcome {
    var first: [Double?]?
    for (look, stage) in rule.looks.enumerated() {
      try run(to: stage)
      let byLap = errors.map { ErrorsByLap($0) }
      let figures = figures(of: byLap)
      let atFirst = first ?? figures
      first = atFirst
      let excluded = excluded(by: byLap, at: look)
      guard excluded.contains(true) else { continue }
      let cells = targets.indices.map { target in
        SearchOutcome.Cell(
          first: atFirst[target], simulated: figures[target], interval: nil,
          verdict: excluded[target] ? .outside : .undecided)
      }
      return SearchOutcome(laps: laps, missed: missed, isStopped: true, cells: cells)
    }
    try run(to: last)
    let byLap = errors.map { ErrorsByLap($0) }
    let figures = figures(of: byLap)
    return outcome(of: byLap, figures, first: first ?? figures)
  }

  private mutating func run(to stage: Int) throws {
    while laps < stage {
      for heard in try study.heard(lap: laps) {
        let scored = study.errors(of: heard)
        for (row, pipeline) in rows.enumerated() { errors[row] += scored[pipeline] }
      }
      laps += 1
    }
  }

  private var missed: Int { errors.reduce(0) { $0 + $1.count { $0.metres == nil } } }

  /// By target; nil where nothing was measured.
  private func figures(of byLap: [ErrorsByLap]) -> [Double?] {
    let statistics = byLap.map { ErrorStatistics(of: $0.values, spread: study.scenario.spread) }
    return targets.map { target in
      let figures = row(of: target).flatMap { statistics[$0] }
      return target.statistic == .mean ? figures?.mean : figures?.standardDeviation
    }
  }

  private func excluded(by byLap: [ErrorsByLap], at look: Int) -> [Bool] {
    let spread = study.scenario.spread
    let jackknives = byLap.map { LapJackknife($0, spread: spread) }
    return targets.map { target in
      guard let row = row(of: target) else { return false }
      return rule.excludes(
        target.statistic == .mean ? .mean : .deviation, within: target.limits, by: jackknives[row], at: look)
    }
  }

  /// The verdicts of ``PublishedFigure``.
  private func outcome(
    of byLap: [ErrorsByLap], _ figures: [Double?], first: [Double?]
  ) -> SearchOutcome {
    let cells = targets.enumerated().map { index, target in
      let figure = PublishedFigure(
        pipeline: target.pipeline, statistic: target.statistic, published: target.published,
        simulated: figures[index],
        interval: row(of: target).flatMap { row in
          target.statistic == .mean
            ? LapMean(of: byLap[row])?.interval
            : byLap[row].deviationInterval(spread: study.scenario.spread)
        })
      return SearchOutcome.Cell(
        first: first[index], simulated: figure.simulated, interval: figure.interval, verdict: figure.verdict)
    }
    return SearchOutcome(laps: laps, missed: missed, isStopped: false, cells: cells)
  }

  private func row(of target: SearchTarget) -> Int? {
    rows.firstIndex { study.pipelines.definitions[$0].name == target.pipeline }
  }
}
