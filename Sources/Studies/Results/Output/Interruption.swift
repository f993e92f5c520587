package import Dispatch
import Documents
import Foundation
import Synchronization

/// Ctrl-C, or SIGTERM as `timeout` sends it, as the end of live input: what has come until then is still reported.
///
/// A signal that the process was started to ignore, as a shell's background jobs ignore Ctrl-C, stays ignored.
package struct Interruption {
  /// There is something to read on it once a signal has come.
  package let descriptor: Int32
  private let writer: Int32

  /// Nil when the system has no pipe left; the signals then end the process as they do otherwise.
  package init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    (descriptor, writer) = (ends[0], ends[1])
  }

  /// From now on until they are cancelled, the first of each signal is caught; the second one ends the process.
  package func begin() -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].compactMap { number in
      Self.source(of: number) { [writer] in
        signal(number, SIG_DFL)
        _ = Octets("\n").write(to: writer)
      }
    }
  }

  /// From now on until it is cancelled, Ctrl-C ends the process as it does otherwise, and says a sentence first.
  package static func says(_ sentence: String) -> (any DispatchSourceSignal)? {
    let source = source(of: SIGINT) {
      // Away from the line that shows progress.
      if isatty(STDERR_FILENO) == 1 { _ = Octets("\r\u{1B}[K").write(to: STDERR_FILENO) }
      StandardStreams.complain(sentence)
      end(by: SIGINT)
    }
    source?.setCancelHandler { signal(SIGINT, SIG_DFL) }
    return source
  }

  /// Calls a handler at the first Ctrl-C until it is cancelled; the second one ends the process.
  fileprivate static func first(_ handler: @escaping @Sendable () -> Void) -> (any DispatchSourceSignal)? {
    let source = source(of: SIGINT) {
      signal(SIGINT, SIG_DFL)
      handler()
    }
    source?.setCancelHandler { signal(SIGINT, SIG_DFL) }
    return source
  }

  /// Ends the process by a signal, on this thread and at once, so that nothing handles it a second time.
  private static func end(by number: Int32) {
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }

  /// What calls a handler when a signal comes; nil for one that is ignored.
  private static func source(of number: Int32, handler: @escaping @Sendable () -> Void)
    -> (any DispatchSourceSignal)?
  {
    guard !isIgnored(number) else { return nil }
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: handler)
    source.activate()
    return source
  }

  /// Whether the process ignores a signal.
  private static func isIgnored(_ number: Int32) -> Bool {
    var current = sigaction()
    guard sigaction(number, nil, &current) == 0 else { return false }
    // SIG_IGN is the address 1, and functions cannot be compared.
    return unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}

/// Ctrl-C as the wish to see what a long study has so far; the second one ends the process.
package struct EarlyEnd {
  /// A class, since the signal's handler shares it.
  private final class Flag: Sendable { let isAsked = Atomic<Bool>(false) }

  private let flag: Flag
  private let source: (any DispatchSourceSignal)?

  package init() {
    let flag = Flag()
    source = Interruption.first { flag.isAsked.store(true, ordering: .relaxed) }
    self.flag = flag
  }

  package var isAsked: Bool { flag.isAsked.load(ordering: .relaxed) }

  /// From now on Ctrl-C ends the process as it does otherwise.
  package func end() { source?.cancel() }
}
