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

/// Notices times in milliseconds where seconds are meant: whole numbers with seconds between most of them, where something is heard all
/// the time.
struct MillisecondWatch {
  /// How many differences are looked at, and how many of them there must be.
  private static let (most, least) = (200, 20)
  /// Seconds: half of the differences must be as long. Of a recording with whole seconds most are 1 s.
  private static let pause = 5.0

  private var gaps: [Double] = []
  private var last: Double?
  private var isWhole = true

  /// Adds the time of a row, of which those that do not differ from the one before say nothing.
  mutating func add(_ time: Double, isWhole: Bool) {
    self.isWhole = self.isWhole && isWhole
    if let last, time > last, gaps.count < Self.most { gaps.append(time - last) }
    last = time
  }

  /// The sentence about times that look like milliseconds; nil for others.
  ///
  /// - Parameter advice: what to do about it, and what if they are seconds.
  func problem(_ file: String, _ advice: String) -> FileProblem? {
    guard isWhole, gaps.count >= Self.least, case let median = gaps.sorted()[gaps.count / 2],
      median >= Self.pause
    else { return nil }
    return FileProblem(
      file: file, expected: "times in seconds",
      found:
        "whole numbers, half of them \(Int(clamping: median.microseconds / 1_000_000)) or more after the one before, as of milliseconds: \(advice)"
    )
  }
}
