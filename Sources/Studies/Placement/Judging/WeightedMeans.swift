package import Evaluation

/// A sum of means over groups of values, each mean with a weight, and its 95 % interval over laps.
///
/// A mean error is one group with weight 1; a share of rooms in which each room counts equally has one group for each room.
/// The values of one lap are correlated, so laps are the observations. Each lap stands for the sum plus the lap's influence on
/// it, the jackknife's pseudo-value to first order; for one group the interval is that of `LapMean`, and for rooms that of
/// `RoomComparison`. Source: Davison and Hinkley 1997, "Bootstrap methods and their application", section 2.7.
package struct WeightedMeans: IntervalEstimate, Hashable, Sendable {
  /// Values whose mean counts with one weight.
  package struct Group: Sendable {
    let weight: Double
    let values: [(lap: Int, value: Double)]

    /// - Parameter values: in the unit of the figure, each with its lap.
    package init(weight: Double, values: [(lap: Int, value: Double)]) {
      (self.weight, self.values) = (weight, values)
    }
  }

  /// The weighted sum of the means.
  package let value: Double
  /// Nil with fewer than two laps.
  package let interval: ConfidenceInterval?

  init(_ value: Double, _ interval: ConfidenceInterval?) { (self.value, self.interval) = (value, interval) }

  /// Groups without values are left out; nil when none has any.
  package init?(_ groups: [Group]) {
    let groups = groups.filter { !$0.values.isEmpty }
    guard !groups.isEmpty else { return nil }
    let laps = Set(groups.flatMap { $0.values.map(\.lap) }).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(laps, laps.indices))
    var influences = [Double](repeating: 0, count: laps.count)
    var sum = 0.0
    for group in groups {
      let mean = group.values.reduce(0) { $0 + $1.value } / Double(group.values.count)
      let weight = group.weight / Double(group.values.count)
      sum += group.weight * mean
      for (lap, value) in group.values {
        if let place = places[lap] { influences[place] += weight * (value - mean) }
      }
    }
    value = sum
    let pseudoValues = influences.map { [sum + Double(laps.count) * $0] }
    interval = LapMean(of: ErrorsByLap(byLap: pseudoValues))?.interval
  }
}
