/// The last so many values of one signal.
struct LatestLevels: Sendable {
  private var values: [Double]
  /// Where the next value goes; when the window is full, where the oldest stands.
  private var next = 0
  private(set) var count = 0

  init(capacity: Int) { values = [Double](repeating: 0, count: capacity) }

  var isFull: Bool { count == values.count }

  mutating func append(_ value: Double) {
    values[next] = value
    next = next + 1 == values.count ? 0 : next + 1
    if count < values.count { count += 1 }
  }

  /// The mean, summed from the oldest on. There must be a value.
  var mean: Double {
    var sum = 0.0
    let oldest = isFull ? next : 0
    for index in oldest..<count { sum += values[index] }
    for index in 0..<oldest { sum += values[index] }
    return sum / Double(count)
  }

  /// There must be a value.
  var median: Double { values[..<count].median }

  /// The median of the absolute deviations from a value. There must be one.
  func medianDeviation(from centre: Double) -> Double {
    values[..<count].map { ($0 - centre).magnitude }.median
  }

  /// The sum of the values times weights, the oldest value first. The window must be full, with a weight each.
  func sum(weightedBy weights: [Double]) -> Double {
    var sum = 0.0
    var position = 0
    for index in next..<values.count {
      sum += weights[position] * values[index]
      position += 1
    }
    for index in 0..<next {
      sum += weights[position] * values[index]
      position += 1
    }
    return sum
  }
}

extension Collection<Double> {
  /// The value in the middle, or the mean of the two there. There must be a value.
  var median: Double {
    let sorted = sorted()
    let upper = sorted[sorted.count / 2]
    return sorted.count.isMultiple(of: 2) ? (sorted[sorted.count / 2 - 1] + upper) / 2 : upper
  }
}
