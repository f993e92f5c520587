import Documents
import Evaluation
import Rendering
import Results
import Sites
import World

/// A pipeline of the baseline and the one that is judged by it.
struct PipelineCouple {
  let baseline: SavedResults
  let a: SavedResults.Pipeline
  let judged: SavedResults
  let b: SavedResults.Pipeline
  let rules: FolderComparison.Rules

  /// - Parameter laps: those that any pipeline of B has.
  /// - Throws: One sentence where a folder lacks what is compared.
  func row(lapsOfB laps: Set<Int>) throws(FileProblem) -> FolderComparison.Row {
    let errors = PairedErrors(a.errors, b.errors, lapsOfB: laps, timeTolerance: rules.timeTolerance)
    try checkPairsAreUnique(errors)
    guard let comparison = PairedComparison(errors, tolerance: rules.tolerance) else {
      throw FileProblem(
        file: judged.path, expected: "errors of \(b.name) at moments of the baseline",
        found: "\(errors.unmatchedB) not paired and \(errors.missedB) missed"
          + (TimeDifferences([errors]).map { " (\($0.advice))" } ?? ""))
    }
    let rooms = RoomComparison(
      a.errors, b.errors, tolerance: rules.tolerance, timeTolerance: rules.timeTolerance)
    let metrics = try metrics(comparison, rooms)
    let missing = Set(a.errors.lazy.map(\.lap)).subtracting(b.errors.lazy.map(\.lap)).sorted()
    let failures = FolderComparison.Row.Failure.allCases.filter { failure in
      switch failure {
      case .errors: metrics.isEmpty && comparison.verdict == .worse
      case .missed: metrics.isEmpty && errors.missesMore(than: rules.tolerance.missed)
      case .rooms: metrics.isEmpty && rooms?.conclusions.contains { $0.verdict == .worse } ?? false
      case .laps: !missing.isEmpty && !rules.allowsFewerLaps
      case .metrics: metrics.contains { $0.isJudged && $0.verdict == .worse }
      }
    }
    let verdicts = metrics.isEmpty ? [comparison.verdict] : metrics.filter(\.isJudged).map(\.verdict)
    return FolderComparison.Row(
      a: a.name, b: b.name, comparison: comparison, rooms: rooms, metrics: metrics, missingLaps: missing,
      points: baseline.names.points, failures: failures, fails: rules.gate.fails(!failures.isEmpty, verdicts))
  }

  /// Refuses a tolerance with which an error could have two partners; the default tolerance is not checked.
  private func checkPairsAreUnique(_ errors: PairedErrors) throws(FileProblem) {
    let half = errors.shortestSpacing / 2
    guard errors.timeTolerance > PairedErrors.sameMoment, errors.timeTolerance >= half else { return }
    throw FileProblem(
      file: "--time-tolerance", expected: "less than half the time between two errors of a lap, \(half) s",
      found: "\(errors.timeTolerance)")
  }

  private func metrics(
    _ pair: PairedComparison, _ rooms: RoomComparison?
  ) throws(FileProblem) -> [ComparedFigure] {
    var compared: [ComparedFigure] = []
    for metric in rules.metrics {
      if let comparison = try comparison(of: metric, pair, rooms) {
        compared.append(comparison)
      } else if metric != .lag {
        throw FileProblem(
          file: "--metric", expected: "metrics that both folders hold",
          found: "no \(metric.key(for: .comparisons)) of \(b.name)")
      }
    }
    return compared
  }

  private func comparison(
    of metric: Metric, _ pair: PairedComparison, _ rooms: RoomComparison?
  ) throws(FileProblem) -> ComparedFigure? {
    switch metric {
    case .mean: return pair.mean
    case .rightRoom: return rooms?.pooled
    case .rightFloor:
      return ComparedFigure(
        floorsOf: PairedErrors(
          a.errors.onWrongFloors, b.errors.onWrongFloors, timeTolerance: rules.timeTolerance),
        tolerance: rules.tolerance)
    case .missed: return ComparedFigure(missedOf: pair.errors, tolerance: rules.tolerance)
    case .lag:
      // A constant baseline has no lag.
      guard let own = try baseline.lag(of: a.name), let other = try judged.lag(of: b.name) else { return nil }
      return ComparedFigure(lagOfA: own, b: other, tolerance: rules.tolerance)
    case .cost:
      return ComparedFigure(
        .cost, a: try baseline.cost(of: a.name), b: try judged.cost(of: b.name), interval: nil, laps: nil,
        tolerance: rules.tolerance)
    default:
      return ComparedFigure(
        metric, of: pair.errors, in: laps(of: a, in: pair), laps(of: b, in: pair), tolerance: rules.tolerance)
    }
  }

  /// The errors of each lap in which both were asked.
  private func laps(of pipeline: SavedResults.Pipeline, in pair: PairedComparison) -> [[PositionError]] {
    let byLap = Dictionary(grouping: pipeline.errors, by: \.lap)
    return pair.errors.laps.map { byLap[$0.lap] ?? [] }
  }
}

extension SavedResults {
  /// From `summary.json`; nil where there is none.
  fileprivate func lag(of pipeline: String) throws(FileProblem) -> (
    seconds: Double, interval: ConfidenceInterval?
  )? {
    let scores = try document("summary.json").elements("scores")
    guard
      let lag = scores.first(where: { (try? $0.text("pipeline")) == pipeline })?.optional("metrics")?
        .optional("lag")
    else { return nil }
    return (try lag.number("seconds"), try lag.interval("interval95"))
  }

  /// Nanoseconds of the method for each fix, from `provenance.json`.
  fileprivate func cost(of pipeline: String) throws(FileProblem) -> Double {
    let costs = try document(ResultsFolder.marker).optional("costs")
    guard case .array(let all) = costs?.content,
      let cost = all.first(where: { (try? $0.text("pipeline")) == pipeline })?.optional("nanosecondsPerFix"),
      let nanoseconds = try? cost.number
    else { throw lacking(ResultsFolder.marker, "a cost of \(pipeline)") }
    return nanoseconds
  }

  private func document(_ name: String) throws(FileProblem) -> Document {
    try Document(contentsOf: "\(path)/\(name)")
  }

  private func lacking(_ name: String, _ expected: String) -> FileProblem {
    FileProblem(file: "\(path)/\(name)", expected: "\(expected) for --metric", found: "none")
  }
}
