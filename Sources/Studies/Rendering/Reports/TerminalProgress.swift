import Glibc
import Synchronization

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

  /// Rewrites the line, at most ten times a second.
  package mutating func show(done: Int) {
    wait?.note(done: done)
    guard isShown else { return }
    let now = clock.now
    if let shown, now - shown < .milliseconds(100), done < line.total { return }
    shown = now
    let seconds = (now - start) / .seconds(1)
    let bar = line.barred(done: done, seconds: seconds, width: OutputWidth.ofStandardError)
    Self.write("\r\(bar.prefix(OutputWidth.ofStandardError - 1))\u{1B}[K")
  }

  /// Writes a line above that which is rewritten.
  package mutating func say(_ line: String) {
    guard isShown else { return }
    Self.write("\r\(line)\u{1B}[K\n")
    shown = nil
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

/// How far a job has come, as one line of text.
package struct ProgressLine: Hashable, Sendable {
  /// The number of steps of the whole job.
  package let total: Int
  /// What is counted: `laps`.
  package let what: String

  package init(of total: Int, _ what: String) {
    self.total = total
    self.what = what
  }

  /// `120 of 300 laps, 40 %, 3 s to go`; the time to go stands there once something is done.
  package func text(done: Int, seconds: Double) -> String {
    let percent = total > 0 ? 100 * done / total : 100
    let text = "\(done) of \(total) \(what), \(percent) %"
    guard done > 0, done < total else { return text }
    let left = seconds * Double(total - done) / Double(done)
    return text + ", \(FixedPoint.text(left.rounded(.up), decimals: 0)) s to go"
  }

  /// The same behind a bar, where the line has room for one: `[████░░░░░░] 120 of 300 laps, 40 %, 3 s to go`.
  ///
  /// - Parameter width: of the terminal, whose last column stays empty.
  package func barred(done: Int, seconds: Double, width: Int) -> String {
    let text = text(done: done, seconds: seconds)
    let length = min(width - text.displayWidth - 4, Self.longestBar)
    guard length >= Self.shortestBar else { return text }
    let full = total > 0 ? min(done * length / total, length) : length
    return "[" + String(repeating: "█", count: full) + String(repeating: "░", count: length - full) + "] "
      + text
  }

  private static let longestBar = 24
  private static let shortestBar = 5
}

/// Says once, on standard error, that a job goes on, when nothing has been said for seconds.
///
/// It counts seconds of the machine and of this process: a job that waits for other programs only is not long.
package final class LongWait: Sendable {
  // A class, since the task that waits and the job that goes on share what is done.
  private let done = Atomic<Int>(0)
  private let task: Mutex<Task<Void, Never>?> = Mutex(nil)

  /// Seconds without a word, and of them those that this process worked.
  package static let patience = (seconds: 8, working: 4.0)

  /// - Parameter write: is given the sentence, once.
  package init(for line: ProgressLine, _ write: @escaping @Sendable (String) -> Void) {
    let clock = ContinuousClock()
    let start = (clock.now, Self.worked())
    let task = Task.detached { [weak self] in
      repeat {
        guard (try? await Task.sleep(for: .seconds(Self.patience.seconds))) != nil else { return }
      } while Self.worked() - start.1 < Self.patience.working
      guard let done = self?.done.load(ordering: .relaxed) else { return }
      write(line.text(done: done, seconds: (clock.now - start.0) / .seconds(1)))
    }
    self.task.withLock { $0 = task }
  }

  /// - Parameter done: steps so far; a sentence that is due says how far the job has come.
  package func note(done: Int) { self.done.store(done, ordering: .relaxed) }

  package func end() { task.withLock { $0?.cancel() } }

  deinit { end() }

  /// Seconds of all threads.
  private static func worked() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
