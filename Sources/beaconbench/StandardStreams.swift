import Foundation
import World

/// Writes to standard output what a command has to say, in place of Swift's own `print`, which says nothing when
/// it fails, and lets through what names of files or what they hold would do to a terminal.
///
/// - Throws: ``FileProblem`` when the text cannot be written. A reader that went away, as `head` does, is no error.
func print(_ text: String, terminator: String = "\n") throws(FileProblem) {
  _ = try printed(text + terminator)
}

/// The same, and says whether there still is a reader.
func printed(_ text: String) throws(FileProblem) -> Bool {
  guard let code = Octets(text.printable(keepingLines: true)).write(to: STDOUT_FILENO) else { return true }
  if code == EPIPE { return false }
  throw FileProblem(
    file: "standard output", expected: "a place that takes what is written", found: systemMessage(code))
}

/// The standard streams of the process.
enum StandardStreams {
  /// Lets a write to a pipe that nobody reads fail instead of ending the process, and keeps the numbers of
  /// closed streams from being given to files that are opened later.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) == -1 {
      // The lowest free number is taken, which is this one; writing to it fails as to a closed stream.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Says on standard error, on one line, what went wrong. There is nowhere else to complain when that fails.
  static func complain(_ sentence: String) {
    _ = Octets("beaconbench: \(sentence.printable())\n").write(to: STDERR_FILENO)
  }
}

/// What the system says about an error number, beginning with a small letter.
func systemMessage(_ code: Int32) -> String {
  let text = String(cString: strerror(code))
  return text.prefix(1).lowercased() + text.dropFirst()
}

/// Octets on their way into a file that is open.
struct Octets {
  let octets: [UInt8]

  init(_ text: String) { octets = Array(text.utf8) }
  init(_ data: Data) { octets = Array(data) }

  /// Writes all of them.
  ///
  /// - Returns: The number of the error that ended it, or nil when all are written.
  func write(to file: Int32) -> Int32? {
    var written = 0
    while written < octets.count {
      let count = octets.withUnsafeBytes { bytes in
        Foundation.write(file, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0, errno != EINTR { return errno }
      written += max(count, 0)
    }
    return nil
  }
}
