import Documents
import Foundation
import Rendering
package import World

/// The standard streams of the process.
package enum StandardStreams {
  /// Writes to standard output what a command has to say, in place of Swift's own `print`, which says nothing when
  /// it fails, and lets through what names of files or what they hold would do to a terminal.
  ///
  /// - Throws: ``FileProblem`` when the text cannot be written. A reader that went away, as `head` does, is no error.
  /// - Parameter hasVerdicts: whether verdicts in its tables get colours, once all else is escaped.
  package static func print(_ text: String, terminator: String = "\n", hasVerdicts: Bool = false)
    throws(FileProblem)
  {
    _ = try printed(text + terminator, hasVerdicts: hasVerdicts)
  }

  /// The same, and says whether there still is a reader.
  package static func printed(_ text: String, hasVerdicts: Bool = false) throws(FileProblem) -> Bool {
    let safe = text.printable(keepingLines: true)
    guard let code = Octets(hasVerdicts ? VerdictColours.colouring(safe) : safe).write(to: STDOUT_FILENO)
    else {
      return true
    }
    if code == EPIPE { return false }
    throw FileProblem(file: "standard output", systemError: code)
  }

  /// Lets a write to a pipe that nobody reads, or beyond the largest size that a file may have, fail instead of ending the
  /// process, and keeps the numbers of closed streams from being given to files that are opened later.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) == -1 {
      // The lowest free number is taken, which is this one; writing to it fails as to a closed stream.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// How many files the program and its runtime may have open at once beside the standard streams.
  private static let descriptorsNeeded = 16

  /// Says whether too few more files can be opened for anything to work.
  package static func shortageOfDescriptors() -> FileProblem? {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < descriptorsNeeded {
      let descriptor = dup(STDERR_FILENO)
      guard descriptor >= 0 else {
        return FileProblem(
          file: "ulimit -n", expected: "at least \(descriptorsNeeded) more open files",
          found: "\(opened.count)")
      }
      opened.append(descriptor)
    }
    return nil
  }

  /// Says on standard error, on one line, what went wrong. There is nowhere else to complain when that fails.
  package static func complain(_ sentence: String) {
    _ = Octets("beaconbench: \(sentence.printable())\n").write(to: STDERR_FILENO)
  }

  /// Says on standard error, each on a line, what should be known beside results that are good.
  package static func warn(_ sentences: [String]) {
    for sentence in sentences { complain("warning: \(sentence)") }
  }
}

/// A check or gate that failed: exit status 1.
package struct CheckFailed: Error {
  /// What failed.
  package let sentence: String

  package init(sentence: String) { self.sentence = sentence }
}
