import Glibc

/// Shows on the terminal how far a job has come, in a line that is written over and taken away at the end.
///
/// Writes to standard error, and not when quiet was asked for. Where that is no terminal it writes one line, once the job
/// has gone on for some seconds: a run of hours should not look like one that hangs.
package struct TerminalProgress: Sendable {
  private let line: ProgressLine
  private let isShown: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var shown: ContinuousClock.Instant?
  /// Nil on a terminal, and where quiet was asked for.
  private let wait: LongWait?

  /// - Parameter isQuiet: Whether `--quiet` was given.
  package init(_ line: ProgressLine, isQuiet: Bool) {
    self.line = line
    isShown = !isQuiet && isatty(STDERR_FILENO) == 1
    start = clock.now
    wait = isQuiet || isShown ? nil : LongWait(for: line) { Self.write("beaconbench: \($0)\n") }
    // The first lap may be long.
    show(done: 0)
  }

  /// Writes the line anew, at most ten times a second.
  package mutating func show(done: Int) {
    wait?.note(done: done)
    guard isShown else { return }
    let now = clock.now
    if let shown, now - shown < .milliseconds(100), done < line.total { return }
    shown = now
    let seconds = (now - start) / .seconds(1)
    Self.write("\r\(line.text(done: done, seconds: seconds))\u{1B}[K")
  }

  /// Takes the line away.
  package mutating func finish() {
    wait?.end()
    guard shown != nil else { return }
    Self.write("\r\u{1B}[K")
    shown = nil
  }

  /// A line that cannot be written is not worth ending the job for.
  private static func write(_ text: String) {
    let octets = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, octets, octets.count)
  }
}
