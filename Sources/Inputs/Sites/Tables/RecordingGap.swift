import World

/// How long nothing may be recorded within one recording.
///
/// A phone calls back every second of a silence, and each of its callbacks is laid out for every pipeline: a single time
/// that lies days from the others, as after a clock was set, would fill the memory and make nearly all callbacks silent.
enum RecordingGap {
  /// Seconds: what a capture takes for a clock that was set, too.
  static let longest = 86_400.0

  /// What is wrong with a row whose time lies too far from that of the row before it, in seconds; nil for a gap that may be.
  ///
  /// - Parameters:
  ///   - before: nil for the beginning of the recording.
  ///   - problem: makes the sentence of what was expected and what was found.
  static func problem(
    from before: Double?, to time: Double, _ problem: (_ expected: String, _ found: String) -> FileProblem
  ) -> FileProblem? {
    let gap = time - (before ?? 0)
    guard gap > longest else { return nil }
    let days = (gap / 8640).rounded() / 10
    let isSince1970 = before == nil && gap > UnixTime.least
    return problem(
      "a time at most a day after \(before == nil ? "the beginning, 0 s" : "the row before it")",
      "one \(gap.microseconds.seconds) s (\(days) days) after it; "
        + (isSince1970
          ? "times count from the first record, not since 1970"
          : "cut the file before this row, or correct the time"))
  }
}

/// Times that count from 1970, in place of the recording's first record.
public enum UnixTime {
  /// Seconds: no recording is ten years long, and none was made in the years before 1980.
  public static let least = 3e8

  /// The unit in which such a time is a date from 1979 to a few thousand years later.
  static func unit(of time: Double) -> String {
    switch time / least {
    case 1e9...: "nanoseconds"
    case 1e6...: "microseconds"
    case 1e3...: "milliseconds"
    default: "seconds"
    }
  }
}
