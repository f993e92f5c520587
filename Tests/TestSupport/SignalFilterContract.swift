package import Phone
import World

/// What every signal filter promises beside its own formula.
package enum SignalFilterContract {
  /// The promises that a fresh filter breaks, a sentence each.
  ///
  /// - Parameters:
  ///   - fresh: a filter that has seen nothing.
  ///   - forgets: whether the filter's settings say that a missed second moves it on.
  ///   - slope: of the slow ramp that its delay is measured on, in decibels a second.
  package static func violations(
    of fresh: some SignalFilter, forgets: Bool = false, slope: Double = 0.01
  ) -> [String] {
    var found: [String] = []
    found += silence(fresh)
    found += forgets ? [] : missedSeconds(fresh)
    for column in [wandering, wandering.filter { $0 != nil }, [nil, -70, -75], [nil, nil]] {
      // After some that came singly, a window does not begin where the column does.
      for first in [0, 7, 13] where first < column.count { found += Self.column(column, after: first, fresh) }
    }
    found += constant(fresh)
    found += ramp(fresh, slope)
    found += copies(fresh)
    found += extremes(fresh)
    return found
  }

  private static func silence(_ fresh: some SignalFilter) -> [String] {
    var filter = fresh
    let outputs = (1...5).map { filter.smooth(nil, at: Double($0)) }
    return outputs.allSatisfy { $0 == nil } ? [] : ["gives a level before the first reading"]
  }

  private static func missedSeconds(_ fresh: some SignalFilter) -> [String] {
    var filter = fresh
    var last: DBm?
    for (index, level) in wandering.enumerated() {
      let output = filter.smooth(level, at: Double(index + 1))
      if level == nil, output != last { return ["does not repeat its last output in a missed second"] }
      last = output
    }
    return []
  }

  private static func column(_ whole: [DBm?], after first: Int, _ fresh: some SignalFilter) -> [String] {
    var (one, other) = (fresh, fresh)
    let times = whole.indices.map { Double($0 + 1) }
    let singly = zip(whole, times).map { one.smooth($0, at: $1) }
    for index in 0..<first { _ = other.smooth(whole[index], at: times[index]) }
    var column = Array(whole[first...])
    other.smooth(&column, at: Array(times[first...]))
    guard column == Array(singly[first...]) else {
      return ["gives other outputs for a column than one by one"]
    }
    let next = [one.smooth(-70, at: 1000), other.smooth(-70, at: 1000)]
    return next[0] == next[1] ? [] : ["is left in another state by a column than one by one"]
  }

  private static func constant(_ fresh: some SignalFilter) -> [String] {
    var filter = fresh
    var output: DBm?
    for second in 1...60 {
      output = filter.smooth(-70.3, at: Double(second))
      if let output, abs(output.value + 70.3) > 1e-9 { return ["turns a constant -70.3 dBm into \(output)"] }
    }
    return output == nil ? ["gives nothing for a constant level"] : []
  }

  /// Ten thousand readings, every quarter, every one and every four seconds.
  private static func ramp(_ fresh: some SignalFilter, _ slope: Double) -> [String] {
    [0.25, 1, 4].flatMap { interval in
      var filter = fresh
      var output: DBm?
      let times = (0...10_000).map { Double($0) * interval }
      for time in times { output = filter.smooth(DBm(-slope * time), at: time) }
      guard let output, let end = times.last else { return ["gives nothing for a ramp"] }
      let behind = end - output.value / -slope
      let delay = fresh.delay(every: interval)
      if delay == .infinity {
        return behind > 100 * interval ? [] : ["settles, though it says that it does not"]
      }
      return abs(behind - delay) < 1e-6
        ? [] : ["trails by \(behind) s every \(interval) s and says \(delay) s"]
    }
  }

  private static func copies(_ fresh: some SignalFilter) -> [String] {
    var first = fresh
    let outputs = outputs(of: &first)
    var second = fresh
    guard Self.outputs(of: &second) == outputs else { return ["does not start anew from a fresh copy"] }
    var copy = first
    _ = copy.smooth(-20, at: 500)
    return first.smooth(-60, at: 501) == second.smooth(-60, at: 501) ? [] : ["shares state with its copy"]
  }

  private static func extremes(_ fresh: some SignalFilter) -> [String] {
    var filter = fresh
    let levels = [
      -127.0, 126, -1e9, 1e9, 0, -0.0, 1e-300, -128, 127, -1e9, -1e9, -1e9, .leastNonzeroMagnitude, -60,
    ]
    for (index, level) in levels.enumerated() {
      if let output = filter.smooth(DBm(level), at: Double(index) * 1e6), !output.value.isFinite {
        return ["gives \(output) after \(level) dBm"]
      }
    }
    return []
  }

  private static func outputs(of filter: inout some SignalFilter) -> [DBm?] {
    wandering.enumerated().map { filter.smooth($1, at: Double($0 + 1)) }
  }

  /// Levels that wander between -50 and -90 dBm, with single and longer gaps: first two missed seconds, then
  /// every fifth, and a gap of nine.
  private static let wandering: [DBm?] = (0..<120).map { second in
    if second < 2 || second % 5 == 4 || 60..<69 ~= second { return nil }
    return DBm(-70 + Double((second * second * 7 + second * 13) % 41) - 20)
  }
}
