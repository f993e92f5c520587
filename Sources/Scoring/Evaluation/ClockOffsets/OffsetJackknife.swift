import NumericalMethods

/// How far an offset may be off, by leaving out one block of time after another.
struct OffsetJackknife {
  /// Half of the 95 % interval in seconds; nil where the observations say nothing.
  let halfWidth: Double?
  /// How many times the variance is that of uncorrelated residuals; at least 1.
  let inflation: Double

  init(_ slopes: OffsetSlopes, _ evidence: some OffsetEvidence, _ observations: [Int]) {
    let blocks = Self.blocks(evidence, observations)
    let last = blocks.max() ?? -1
    var scores = [Double](repeating: 0, count: last + 1)
    var information = scores
    for (index, block) in blocks.enumerated() {
      scores[block] += slopes.scores[index]
      information[block] += slopes.information[index]
    }
    // A block in which the walker stands says nothing, and is none.
    let count = information.count { $0 > 0 }
    let total = information.reduce(0, +)
    let least = information.map { total - $0 }.min() ?? 0
    guard count > 1, total > 1e-9, least > 1e-9 * total else {
      (halfWidth, inflation) = (nil, 1)
      return
    }
    let deviations = zip(scores, information).reduce(0) { sum, block in
      let deviation = block.0 / (total - block.1)
      return sum + deviation * deviation
    }
    let independent = slopes.variance / total
    let variance = max(independent, Double(count - 1) / Double(count) * deviations)
    inflation = independent > 0 ? variance / independent : 1
    halfWidth =
      StudentQuantile.twoSided(ConfidenceInterval.confidence, degrees: Double(count - 1))
      * variance.squareRoot()
  }

  /// The block of each observation: each lap is divided evenly.
  private static func blocks(_ evidence: some OffsetEvidence, _ observations: [Int]) -> [Int] {
    var (blocks, first, start) = ([Int](), 0, 0)
    while start < observations.count {
      let lap = evidence.laps[observations[start]]
      let end = observations[start...].firstIndex { evidence.laps[$0] != lap } ?? observations.count
      let times = observations[start..<end].map { evidence.times[$0] }
      let (lower, upper) = (times.min() ?? 0, times.max() ?? 0)
      let count = min(
        max(Int((upper - lower) / ClockOffset.block), ClockOffset.blocks.lowerBound),
        ClockOffset.blocks.upperBound)
      blocks += times.map { time in
        upper > lower
          ? first + min(count - 1, Int(Double(count) * (time - lower) / (upper - lower))) : first
      }
      (first, start) = (first + count, end)
    }
    return blocks
  }
}
