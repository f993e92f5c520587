package import Evaluation

/// What a table says where there are too few laps for its intervals.
package enum IntervalNote {
  /// Where there is one lap.
  package static let none = "One lap: there are no intervals."

  /// Where the interval of a standard deviation is missed.
  package static let ofDeviation =
    "No interval of a standard deviation is stated over fewer than \(ErrorsByLap.leastLapsOfDeviation) laps."

  /// That some interval of a metric is cut at an end of the metric's range; nil where none is.
  package static func cut(_ intervals: [ConfidenceInterval?], of metric: Metric) -> String? {
    let isCut = intervals.compactMap(\.self).contains { interval in
      interval.lower < interval.upper
        && (interval.lower == metric.range.lowerBound || interval.upper == metric.range.upperBound)
    }
    let ends = metric.isShare ? "ends at 0 or 100 %" : "begins at 0"
    return isCut ? "An interval that \(ends) is cut there: the laps are too few for Student's t." : nil
  }
}
