import CLanes
import World

extension LatestLevels {
  private typealias Lanes = SIMD8<Double>

  /// Replaces readings by the means of five, eight at a time, up to the first eight with a missed second.
  ///
  /// Windows that overlap lie in the same registers, which for five takes less than half the time of ``slide(over:from:after:_:)``.
  /// Each mean is ``mean``, to the last bit.
  ///
  /// - Parameters:
  ///   - first: where to begin, with a window of five that is full unless it is the end.
  ///   - output: the output before, and then the last one.
  /// - Returns: where it ended.
  mutating func meansOfFive(over levels: inout [DBm?], from first: Int, after output: inout DBm?) -> Int {
    guard first < levels.count else { return first }
    var span = levels.mutableSpan
    var (before, next) = (Lanes.zero, first)
    for position in 0..<4 { before[4 + position] = values[end - 4 + position] }
    while next &+ 8 <= span.count, let latest = Self.eight(of: span, from: next) {
      var sum = Lanes.zero + Self.joined(before, latest, from: 4)
      sum = sum + Self.joined(before, latest, from: 5)
      sum = sum + Self.joined(before, latest, from: 6)
      sum = sum + Self.joined(before, latest, from: 7)
      sum = sum + latest
      let means = Lanes(
        lowHalf: beaconbench_quotient(sum.lowHalf, SIMD4(repeating: 5)),
        highHalf: beaconbench_quotient(sum.highHalf, SIMD4(repeating: 5)))
      for lane in 0..<8 { span[unchecked: next &+ lane] = DBm(means[lane]) }
      (before, next) = (latest, next &+ 8)
    }
    guard next > first else { return first }
    output = span[next - 1]
    for lane in 3..<8 { append(before[lane]) }
    return next
  }

  /// Eight readings; nil where a second was missed.
  @inline(__always)
  private static func eight(of levels: borrowing MutableSpan<DBm?>, from first: Int) -> Lanes? {
    var lanes = Lanes.zero
    for lane in 0..<8 {
      guard let level = levels[unchecked: first &+ lane] else { return nil }
      lanes[lane] = level.value
    }
    return lanes
  }

  /// Eight numbers of sixteen.
  @inline(__always)
  private static func joined(_ before: Lanes, _ latest: Lanes, from first: Int) -> Lanes {
    var lanes = Lanes.zero
    for lane in 0..<8 { lanes[lane] = first + lane < 8 ? before[first + lane] : latest[first + lane - 8] }
    return lanes
  }
}
