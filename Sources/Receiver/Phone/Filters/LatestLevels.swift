/// The latest values of one signal, up to a fixed number.
struct LatestLevels: Sendable {
  let capacity: Int
  /// Twice the capacity, so that the values are contiguous, the oldest first.
  private var values: [Double]
  /// The index after the newest value.
  private var end = 0
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    values = [Double](repeating: 0, count: 2 * capacity)
  }

  var isFull: Bool { count == capacity }

  mutating func append(_ value: Double) {
    if end == values.count {
      for index in 1..<capacity { values[index - 1] = values[index + capacity] }
      end = capacity - 1
    }
    values[end] = value
    end += 1
    if count < capacity { count += 1 }
  }

  /// The mean, summed from the oldest on. There must be a value.
  var mean: Double {
    let values = values.span
    var sum = 0.0
    for index in end - count..<end { sum += values[index] }
    return sum / Double(count)
  }

  /// There must be a value.
  var median: Double { Self.median(of: values[end - count..<end]) }

  /// The median of the absolute deviations from a value. There must be one.
  func medianDeviation(from centre: Double) -> Double {
    Self.median(of: values[end - count..<end].map { ($0 - centre).magnitude })
  }

  /// The sum of the values times weights, the oldest value first. The window must be full, with a weight each.
  func sum(weightedBy weights: [Double]) -> Double {
    let values = values.span.extracting(end - count..<end)
    let weights = weights.span
    var sum = 0.0
    for position in weights.indices { sum += weights[position] * values[position] }
    return sum
  }

  /// The value in the middle, or the mean of the two there. There must be a value.
  static func median(of values: some Sequence<Double>) -> Double {
    let sorted = values.sorted()
    let upper = sorted[sorted.count / 2]
    return sorted.count.isMultiple(of: 2) ? (sorted[sorted.count / 2 - 1] + upper) / 2 : upper
  }
}
