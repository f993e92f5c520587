import Dispatch
import Foundation
import Storing

/// Ctrl-C as the end of live input: what has come until then is still reported.
struct Interruption {
  /// There is something to read on it once Ctrl-C has been pressed.
  let descriptor: Int32
  private let writer: Int32

  /// Nil when the system has no pipe left; Ctrl-C then ends the process as it does otherwise.
  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    (descriptor, writer) = (ends[0], ends[1])
  }

  /// From now on until it is cancelled, the first Ctrl-C is caught; the second one ends the process.
  func begin() -> any DispatchSourceSignal {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler { [writer] in
      signal(SIGINT, SIG_DFL)
      _ = Octets("\n").write(to: writer)
    }
    source.activate()
    return source
  }

  /// From now on until it is cancelled, Ctrl-C ends the process as it does otherwise, and says a sentence first.
  static func says(_ sentence: String) -> any DispatchSourceSignal {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
      // Away from the line that shows progress.
      if isatty(STDERR_FILENO) == 1 { _ = Octets("\r\u{1B}[K").write(to: STDERR_FILENO) }
      StandardStreams.complain(sentence)
      // On this thread and at once, so that nothing handles it a second time.
      signal(SIGINT, SIG_DFL)
      var interrupt = sigset_t()
      sigemptyset(&interrupt)
      sigaddset(&interrupt, SIGINT)
      pthread_sigmask(SIG_UNBLOCK, &interrupt, nil)
      raise(SIGINT)
    }
    source.setCancelHandler { signal(SIGINT, SIG_DFL) }
    source.activate()
    return source
  }
}
