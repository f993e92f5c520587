/// Errors sorted once, so that a quantile of any resample of their laps is found by counting from one end.
struct WeightedOrder {
  private let values: [Double]
  /// The place of each value's lap.
  private let laps: [Int]
  /// How many values each lap has.
  private let counts: [Int]
  /// How many values any resample has, where that is the same for all since each lap has equally many.
  private let fixedTotal: Int?
  private let fromLargest: Bool

  /// - Parameter fromLargest: Whether to count from the largest error, which is quicker for high quantiles.
  init(_ errors: ErrorsByLap, fromLargest: Bool) {
    let counts = errors.laps.indices.map { errors[$0].count }
    self.counts = counts
    fixedTotal = counts.allSatisfy { $0 == counts[0] } ? errors.values.count : nil
    let lapOfValue = errors.laps.indices.flatMap { [Int](repeating: $0, count: errors[$0].count) }
    let ascending = errors.values.indices.sorted {
      (errors.values[$0], $0) < (errors.values[$1], $1)
    }
    let order = fromLargest ? ascending.reversed() : ascending
    values = order.map { errors.values[$0] }
    laps = order.map { lapOfValue[$0] }
    self.fromLargest = fromLargest
  }

  /// Nil when the resample has no values.
  ///
  /// - Parameter times: How often each lap comes in the resample.
  func quantile(_ fraction: Double, timesOfLap times: ArraySlice<UInt8>) -> Double? {
    let total = fixedTotal ?? total(timesOfLap: times)
    guard total > 0 else { return nil }
    let place = Quantiles.Place(of: fraction, among: total)
    let (near, far) =
      fromLargest ? (total - 1 - place.upper, total - 1 - place.lower) : (place.lower, place.upper)
    var index = -1
    var passed = 0
    while passed <= near {
      index += 1
      passed += Int(times[times.startIndex + laps[index]])
    }
    let nearValue = values[index]
    while passed <= far {
      index += 1
      passed += Int(times[times.startIndex + laps[index]])
    }
    return fromLargest
      ? place.value(between: values[index], nearValue) : place.value(between: nearValue, values[index])
  }

  private func total(timesOfLap times: ArraySlice<UInt8>) -> Int {
    var total = 0
    for (lap, count) in counts.enumerated() { total += count * Int(times[times.startIndex + lap]) }
    return total
  }
}
