import Scenarios
import World

/// The time in which a recording heard anything, in seconds since its first record.
struct RecordingSpan {
  let end: Double
  /// The recording's file, for errors.
  let recording: String
  /// When its first record was made, in seconds since 1970; nil when it does not say.
  let start: Double?

  /// What the times of presses have to do with the recording: nothing to say, or a note of those that lie outside.
  ///
  /// - Parameters:
  ///   - window: seconds for which the last callback's fix still counts.
  ///   - file: of the presses.
  /// - Throws: one sentence when all lie outside.
  func note(on presses: [Press], window: Double, file: String) throws(FileProblem) -> String? {
    let outside = presses.filter { $0.time < 0 || $0.time > end + window }
    guard let first = presses.first?.time, let last = presses.last?.time, !outside.isEmpty else { return nil }
    guard outside.count < presses.count else {
      throw problem(
        "presses", file: file,
        found: presses.count == 1
          ? "one at \(seconds(first))" : "all \(presses.count) from \(seconds(first)) to \(seconds(last))",
        first...last)
    }
    return
      "\(outside.count) of \(presses.count) presses of \(file) lie outside the recording, which is from 0 to \(seconds(end)), and count as missed"
  }

  /// - Parameter file: of the truth.
  /// - Throws: one sentence when the truth is not known at any time of the recording.
  func check(_ truth: Walk, file: String) throws(FileProblem) {
    let span = truth.span
    guard span.upperBound < 0 || span.lowerBound > end else { return }
    throw problem(
      "truth", file: file, found: "it from \(seconds(span.lowerBound)) to \(seconds(span.upperBound))", span)
  }

  private func problem(_ what: String, file: String, found: String, _ times: ClosedRange<Double>)
    -> FileProblem
  {
    FileProblem(
      file: file,
      expected:
        "\(what) within the recording \(recording), from 0 to \(seconds(end)), since times count from its first record",
      found: found + advice(times))
  }

  /// How the times may have been meant.
  private func advice(_ times: ClosedRange<Double>) -> String {
    // No recording is ten years long, and none was made in the years before 1980.
    if times.lowerBound > 3e8 {
      let offset =
        start.map { "-\(($0 * 1000).rounded() / 1000), the time of that record" }
        ?? "with the time of that record, negative"
      return " (times since 1970 take --clock-offset \(offset))"
    }
    // So much more than the recording is long that no shift would do.
    let isMilliseconds = times.lowerBound >= 0 && times.upperBound - times.lowerBound > 10 * end
    return isMilliseconds
      ? " (times are in seconds, not in milliseconds)" : " (--clock-offset is added to every time)"
  }

  private func seconds(_ time: Double) -> String { "\((time * 1000).rounded() / 1000) s" }
}
