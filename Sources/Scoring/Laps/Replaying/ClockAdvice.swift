import Sites
import World

/// A likely explanation why times of ground truth or presses lie outside a recording, in brackets after a sentence.
package struct ClockAdvice {
  /// Seconds from the recording's first record to its last.
  let end: Double
  /// When that first record was made, in seconds since 1970; nil when the recording does not say.
  let start: Double?
  /// The offset of `--clock-offset` in seconds, which ``written`` does not include.
  let offset: Double
  /// The times as written in the file.
  let written: ClosedRange<Double>
  /// The longest plausible duration, in seconds; a longer one cannot have been meant in seconds.
  let longest: Double

  /// - Parameters:
  ///   - times: with the offset added.
  ///   - longest: the greatest plausible duration of the times, as a multiple of the recording's.
  init(on times: ClosedRange<Double>, offset: Double, end: Double, start: Double?, longest: Double) {
    (self.end, self.start, self.offset) = (end, start, offset)
    written = Self.shifted(times, by: -offset)
    self.longest = longest * end
  }

  /// In brackets, with a space in front.
  package var text: String {
    if written.lowerBound > UnixTime.least { return " (\(since1970))" }
    if areMilliseconds { return " (\(Self.milliseconds))" }
    guard offset == 0 else {
      if isWithin(written) { return " (without --clock-offset they would lie within)" }
      return isWithin(Self.shifted(written, by: -offset))
        ? " (--clock-offset is added to every time: \(-offset) would fit)"
        : " (in the file from \(written.lowerBound) to \(written.upperBound) s)"
    }
    return mayBeMilliseconds
      ? " (in milliseconds they would lie within; otherwise --clock-offset is added to every time)"
      : " (--clock-offset is added to every time)"
  }

  /// Whether they are a thousand times too large, and too far apart for any offset.
  var areMilliseconds: Bool {
    mayBeMilliseconds && written.upperBound - written.lowerBound > longest
  }

  static let milliseconds = "times are in seconds, not in milliseconds"

  /// Whether a thousandth of them would end about when the recording does or before, but not in its first tenth.
  private var mayBeMilliseconds: Bool {
    written.lowerBound >= 0 && end / 10...end * 2 ~= written.upperBound / 1000
  }

  private var since1970: String {
    guard let start else {
      return "times since 1970 need --clock-offset with the time of that record, negated"
    }
    guard isWithin(Self.shifted(written, by: -start)) else {
      let last = (start + end).microseconds.seconds
      return "times since 1970, in which the recording is from \(start) to \(last) s"
    }
    return "times since 1970 need --clock-offset -\(start), the time of that record"
  }

  private func isWithin(_ times: ClosedRange<Double>) -> Bool { times.overlaps(0...end) }

  private static func shifted(_ times: ClosedRange<Double>, by seconds: Double) -> ClosedRange<Double> {
    (times.lowerBound + seconds).microseconds.seconds...(times.upperBound + seconds).microseconds.seconds
  }
}
