import Documents
import Evaluation
import Rendering
import Results
import Sites
import World

/// The metrics of two saved pipelines side by side.
struct SavedMetrics {
  let baseline: SavedResults
  let a: SavedResults.Pipeline
  let judged: SavedResults
  let b: SavedResults.Pipeline
  let pair: PairedComparison
  let rooms: RoomComparison?
  let tolerance: ComparisonTolerance

  /// - Throws: One sentence where a folder lacks data that a metric needs.
  func compared(by metrics: [Metric]) throws(FileProblem) -> [MetricComparison] {
    var compared: [MetricComparison] = []
    for metric in metrics {
      if let comparison = try self.comparison(of: metric) {
        compared.append(comparison)
      } else if metric != .lag {
        throw FileProblem(
          file: "--metric", expected: "metrics that both folders hold",
          found: "no \(metric.key(for: .comparisons)) of \(b.name)")
      }
    }
    return compared
  }

  private func comparison(of metric: Metric) throws(FileProblem) -> MetricComparison? {
    switch metric {
    case .mean: return MetricComparison(meanOf: pair)
    case .rightRoom: return rooms.map { MetricComparison(roomsOf: $0) }
    case .rightFloor:
      let errors = PairedErrors(a.floors, b.floors, timeTolerance: pair.errors.timeTolerance)
      return MetricComparison(floorsOf: errors, tolerance: tolerance.rooms)
    case .missed: return MetricComparison(missedOf: pair.errors, tolerance: tolerance.missed)
    case .lag:
      // A constant baseline has no lag.
      guard let own = try baseline.lag(of: a.name), let other = try judged.lag(of: b.name) else { return nil }
      return MetricComparison(lagOfA: own, b: other, tolerance: tolerance)
    case .cost:
      return MetricComparison(
        costOfA: try baseline.cost(of: a.name), b: try judged.cost(of: b.name), tolerance: tolerance)
    default:
      switch metric.form {
      case .ratio(let parts), .positiveRatio(_, let parts):
        return MetricComparison(
          metric, fromTotals: totals(a, parts), to: totals(b, parts), tolerance: tolerance)
      default: return MetricComparison(metric, of: pair.errors, tolerance: tolerance)
      }
    }
  }

  /// The two sums of a ratio on each lap that both were asked on.
  private func totals(
    _ pipeline: SavedResults.Pipeline, _ parts: (PositionError.Offset) -> SIMD2<Double>?
  ) -> [SIMD2<Double>] {
    pair.errors.laps.map { lap in
      (pipeline.stated[lap.lap] ?? []).lazy.compactMap(parts).reduce(.zero, +)
    }
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
