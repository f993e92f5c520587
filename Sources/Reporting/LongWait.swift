import Glibc
import Synchronization

/// Says once, on standard error, that a job goes on, when nothing has been said for seconds.
///
/// It counts seconds of the machine and of this process: a job that waits for other programs only is not long.
final class LongWait: Sendable {
  // A class, since the task that waits and the job that goes on share what is done.
  private let done = Atomic<Int>(0)
  private let task: Mutex<Task<Void, Never>?> = Mutex(nil)

  /// Seconds without a word, and of them those that this process worked.
  static let patience = (seconds: 8, working: 4.0)

  /// - Parameter write: is given the sentence, once.
  init(for line: ProgressLine, _ write: @escaping @Sendable (String) -> Void) {
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

  func note(done: Int) { self.done.store(done, ordering: .relaxed) }

  func end() { task.withLock { $0?.cancel() } }

  deinit { end() }

  /// Seconds of all threads.
  private static func worked() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
