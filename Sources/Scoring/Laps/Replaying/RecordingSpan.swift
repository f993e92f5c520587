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
  ///   - file: the file of the ground truth.
  ///   - offset: seconds that were added to its times.
  /// - Throws: one sentence when the truth is not known at any time of the recording.
  func check(_ truth: Walk, file: String, offset: Double) throws(FileProblem) {
    let span = truth.span
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
