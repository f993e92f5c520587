import Glibc

/// Shows on the terminal how far a job has come, in a line that is written over and taken away at the end.
///
/// Writes to standard error, and only when that is a terminal and nobody asked for quiet.
public struct TerminalProgress: Sendable {
  private let line: ProgressLine
  private let isShown: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var shown: ContinuousClock.Instant?

  /// - Parameter isQuiet: Whether `--quiet` was given.
  public init(_ line: ProgressLine, isQuiet: Bool) {
    self.line = line
    isShown = !isQuiet && isatty(STDERR_FILENO) == 1
    start = clock.now
  }

  /// Writes the line anew, at most ten times a second.
  public mutating func show(done: Int) {
    guard isShown else { return }
    let now = clock.now
    if let shown, now - shown < .milliseconds(100), done < line.total { return }
    shown = now
    let seconds = (now - start) / .seconds(1)
    write("\r\(line.text(done: done, seconds: seconds))\u{1B}[K")
  }

  /// Takes the line away.
  public mutating func finish() {
    guard shown != nil else { return }
    write("\r\u{1B}[K")
    shown = nil
  }

  /// A line that cannot be written is not worth ending the job for.
  private func write(_ text: String) {
    let octets = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, octets, octets.count)
  }
}
