import Sites
import World

/// The time in which a recording heard anything, in seconds since its first record.
package struct RecordingSpan {
  let end: Double
  /// The recording's file, for errors.
  let recording: String
  /// When its first record was made, in seconds since 1970; nil when it does not say.
  package let start: Double?

  /// Compares the times of presses with the recording: nil, or a note on those that lie outside.
  ///
  /// - Parameters:
  ///   - window: seconds for which the last callback's fix still counts.
  ///   - file: the file of the presses.
  ///   - offset: seconds that were added to their times.
  /// - Throws: one sentence, when all presses lie outside.
  func note(on presses: [Press], window: Double, file: String, offset: Double) throws(FileProblem) -> String?
  {
    let outside = presses.filter { $0.time < 0 || $0.time > end + window }
    let times = presses.map(\.time)
    guard let first = times.min(), let last = times.max(), !outside.isEmpty else { return nil }
    let advice = advice(on: first...last, offset: offset, longest: 1)
    guard outside.count < presses.count else {
      throw problem(
        "presses", file: file,
        found: presses.count == 1
          ? "one at \(exact(first))" : "all \(presses.count) from \(exact(first)) to \(exact(last))", advice)
    }
    return
      "\(outside.count) of \(presses.count) presses of \(file) \(outside.count == 1 ? "lies" : "lie") outside the recording (0 to \(seconds(end))) and \(outside.count == 1 ? "counts" : "count") as missed"
      + (advice.areMilliseconds ? "; \(ClockAdvice.milliseconds)" : "")
  }

  /// - Parameters:
  ///   - span: the first and the last time of a ground truth.
  ///   - file: its file.
  ///   - offset: seconds that were added to its times.
  /// - Throws: one sentence when the truth is not known at any time of the recording.
  func check(_ span: ClosedRange<Double>, file: String, offset: Double) throws(FileProblem) {
    guard span.upperBound < 0 || span.lowerBound > end else { return }
    throw problem(
      "ground truth", file: file,
      found: "it from \(exact(span.lowerBound)) to \(exact(span.upperBound))",
      advice(onTruth: span, offset: offset))
  }

  /// A likely explanation of times of a ground truth that lie outside; it may be much longer than the recording.
  package func advice(onTruth times: ClosedRange<Double>, offset: Double) -> ClockAdvice {
    advice(on: times, offset: offset, longest: 10)
  }

  private func advice(on times: ClosedRange<Double>, offset: Double, longest: Double) -> ClockAdvice {
    ClockAdvice(on: times, offset: offset, end: end, start: start, longest: longest)
  }

  private func problem(_ what: String, file: String, found: String, _ advice: ClockAdvice) -> FileProblem {
    FileProblem(
      file: file,
      expected:
        "\(what) within the recording \(recording), from 0 to \(seconds(end)) after its first record",
      found: found + advice.text)
  }

  /// To the microsecond, since times from 1970 may differ by little.
  private func exact(_ time: Double) -> String { "\(time.microseconds.seconds) s" }

  private func seconds(_ time: Double) -> String { "\((time * 1000).rounded() / 1000) s" }
}

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
