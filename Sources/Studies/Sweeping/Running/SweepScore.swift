package import Evaluation

/// The metrics of one pipeline in one cell.
package struct SweepScore: Hashable, Sendable {
  /// Errors that were measured, and that were due and missed.
  package let measured: Int
  /// Errors that were due and missed.
  package let missed: Int
  /// In the order in which they were asked for.
  package let values: [MetricEstimate]

  /// - Parameter laps: the errors of each.
  package init(ofLaps laps: [[PositionError]], _ metrics: [Metric], spread: ErrorStatistics.Spread) {
    let errors = ErrorsByLap(ofLaps: laps)
    let statistics = ErrorStatistics(of: errors.values, spread: spread)
    measured = errors.values.count
    missed = laps.reduce(0) { $0 + $1.count } - measured
    values = metrics.map { MetricEstimate($0, ofLaps: laps, errors, statistics, spread: spread) }
  }

  /// A metric by its key; nil where it was not asked for.
  package subscript(key: String) -> MetricEstimate? { values.first { $0.metric.rawValue == key } }
}
