/// Converts the times of a capture's own clock to those of a stream, which begins at 0 and never goes back.
///
/// - t = 0 is the first record of any kind.
/// - A record that is earlier than the latest one by less than a second was merely delivered late: it gets the latest time,
///   and the clock continues.
/// - A step back of a second or more, or forward of more than a day, means that the capturing machine's clock was set: the
///   stream continues without a gap from the latest time.
///
/// Ours: the first rule keeps the order of the readings without shifting the clock by milliseconds; the second keeps a
/// clock that was set by months from stretching or freezing the walk. Both cases are counted.
package struct CaptureClock: Hashable, Sendable {
  /// Records earlier than the record before them, by any amount.
  package private(set) var backwardSteps = 0
  /// How often the clock was set.
  package private(set) var settings = 0
  /// The first record's own time in microseconds; nil before it.
  package private(set) var start: Int64?
  private var origin: Int64?
  private var previous: Int64 = 0
  /// The latest time of the stream so far in microseconds; 0 before the first record.
  package private(set) var latest: Int64 = 0

  private static let lateness: Int64 = 1_000_000
  private static let longestGap: Int64 = 86_400_000_000

  package init() {}

  /// Microseconds of the stream for a record's own time in microseconds.
  package mutating func time(of microseconds: Int64) -> Int64 {
    guard let origin else {
      start = microseconds
      origin = microseconds
      previous = microseconds
      return 0
    }
    if microseconds < previous { backwardSteps += 1 }
    previous = microseconds
    let (time, overflow) = microseconds.subtractingReportingOverflow(origin)
    if overflow || time <= latest - Self.lateness || time - latest > Self.longestGap {
      settings += 1
      self.origin = microseconds &- latest
    } else {
      latest = max(latest, time)
    }
    return latest
  }
}
