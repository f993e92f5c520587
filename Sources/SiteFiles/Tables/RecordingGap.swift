import World

/// How long nothing may be recorded within one recording.
///
/// A phone calls back every second of a silence, and each of its callbacks is laid out for every pipeline: a single time
/// that lies hours from the others, as after a clock was set, would make nearly all callbacks silent, and one that lies days
/// from them would fill the memory.
enum RecordingGap {
  /// Seconds from one row to the next.
  static let longest = 3600.0
  /// Seconds before the first row, whose times may count from midnight.
  static let latestBeginning = 86_400.0

  /// What is wrong with a row whose time lies too far from that of the row before it, in seconds; nil for a gap that may be.
  ///
  /// - Parameters:
  ///   - before: nil for the beginning of the recording.
  ///   - problem: makes the sentence of what was expected and what was found.
  static func problem(
    from before: Double?, to time: Double, _ problem: (_ expected: String, _ found: String) -> FileProblem
  ) -> FileProblem? {
    let gap = time - (before ?? 0)
    guard gap > (before == nil ? latestBeginning : longest) else { return nil }
    let length =
      gap < 172_800 ? "\((gap / 360).rounded() / 10) hours" : "\((gap / 8640).rounded() / 10) days"
    return problem(
      "a time at most \(before == nil ? "a day after the beginning, 0 s" : "an hour after the row before it")",
      "one \(length) after it; cut the file before this row, or correct the time")
  }
}
