import Phone
import World

/// Running totals of a beacon's readings, from which its mean follows.
struct RangeTotals: Hashable, Sendable {
  private(set) var readings = 0
  private(set) var advertisements = 0
  private var sum = 0.0

  /// The mean of the readings, summed in the order in which they came; nil without any.
  var mean: DBm? { readings > 0 ? DBm(sum / Double(readings)) : nil }

  /// - Parameter count: the number of advertisements of which the level is the average.
  mutating func add(_ level: DBm?, count: Int) {
    guard let level else { return }
    readings += 1
    advertisements += count
    sum += level.value
  }
}

extension Readings {
  /// By anchor.
  var totals: [RangeTotals] {
    zip(levels, counts).map { levels, counts in
      var totals = RangeTotals()
      for (level, count) in zip(levels, counts) { totals.add(level, count: count) }
      return totals
    }
  }
}
