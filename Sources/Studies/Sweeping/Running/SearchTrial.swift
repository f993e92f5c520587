package import Documents
import Evaluation
import Laps
import Results
import Scenarios

extension SearchCell {
  /// Runs the laps of a point stage by stage and, where it is inside, other laps with the seed of the repetition.
  package init(
    computing block: SweepRun.Block, with settings: [Document.Member], in run: SweepRun
  ) throws {
    let sweep = run.sweep
    func outcome(looks: [Int], seed: UInt64) throws -> SearchOutcome {
      try SearchOutcome(
        run.source(settings, seed: seed), run.targets, last: run.laps,
        StoppingRule(looks: looks, figures: run.targets.count, falseStops: sweep.stopping.falseStops))
    }
    self = Self.defaults
    self.outcome = try outcome(looks: sweep.looks, seed: sweep.seed)
    if self.outcome.verdict == .inside { again = try outcome(looks: [], seed: sweep.stopping.again) }
  }
}

extension SearchOutcome {
  /// Runs laps stage by stage, until one look or the last stage gives a verdict.
  ///
  /// - Parameters:
  ///   - last: the laps after which there is a verdict in any case.
  ///   - rule: with looks before the last lap.
  fileprivate init(
    _ source: any LapSource, _ targets: [PublishedFigure], last: Int, _ rule: StoppingRule
  ) throws {
    let definitions = source.pipelines.definitions
    let rows = targets.map { target in definitions.firstIndex { $0.name == target.pipeline } }
    let metrics = PublishedFigure.Statistic.allCases.compactMap { Metric(rawValue: $0.rawValue) }
    let spread = source.scenario.spread
    var errors = [[[PositionError]]](repeating: [], count: definitions.count)
    self = Self.defaults
    for (look, stage) in (rule.looks + [last]).enumerated() {
      for lap in laps..<stage {
        for (row, ofLap) in try source.errors(ofLap: lap).enumerated() { errors[row].append(ofLap) }
      }
      laps = stage
      let scores = errors.map { SweepScore(ofLaps: $0, metrics, spread: spread) }
      missed = Set(rows).compactMap(\.self).reduce(0) { $0 + scores[$1].missed }
      measure(zip(targets, rows).map { $0.simulated(as: $1.flatMap { scores[$0] }) }, isFirst: look == 0)
      guard look < rule.looks.count else { return }
      let jackknives = errors.map { LapJackknife(ErrorsByLap(ofLaps: $0), spread: spread) }
      let excluded = zip(targets, rows).map { target, row in
        row.map { target.isExcluded(by: jackknives[$0], rule, at: look) } ?? false
      }
      guard !excluded.contains(true) else {
        stop(excluded)
        return
      }
    }
  }

  /// Takes the figures and verdicts after a stage.
  private mutating func measure(_ figures: [PublishedFigure], isFirst: Bool) {
    cells = figures.enumerated().map { index, figure in
      Cell {
        $0.first = isFirst ? figure.simulated : cells[index].first
        ($0.simulated, $0.verdict) = (figure.simulated, figure.verdict)
        $0.bounds = figure.interval.map { [$0.lower, $0.upper] }
      }
    }
  }

  /// Ends before the last stage, where figures have no interval.
  private mutating func stop(_ excluded: [Bool]) {
    isStopped = true
    for (index, isExcluded) in excluded.enumerated() {
      (cells[index].bounds, cells[index].verdict) = (nil, isExcluded ? .outside : .undecided)
    }
  }
}

extension PublishedFigure {
  /// Beside what a pipeline scored; nil for a pipeline that is not there.
  fileprivate func simulated(as score: SweepScore?) -> PublishedFigure {
    let estimate = score?[statistic.rawValue]
    return PublishedFigure(
      pipeline: pipeline, statistic: statistic, published: published, simulated: estimate?.value,
      interval: estimate?.interval)
  }

  fileprivate func isExcluded(by errors: LapJackknife?, _ rule: StoppingRule, at look: Int) -> Bool {
    rule.excludes(statistic == .mean ? .mean : .deviation, within: limits, by: errors, at: look)
  }
}
