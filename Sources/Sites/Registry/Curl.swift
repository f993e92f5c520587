import Foundation

/// The program curl, run once.
///
/// A process of its own rather than an HTTP library: that of Foundation cannot be linked into the static program that is distributed,
/// and one over bare sockets would have no TLS, which a server beyond this machine needs. curl has TLS, proxies and certificates as the
/// machine has them.
package enum Curl {
  /// What came of it.
  package struct Ended: Sendable {
    /// Its exit status; 127 where there is no such program, and 63 as of curl where it printed too much.
    package let status: Int32
    package let output: String
    /// The first line of what it said of errors, without its own name and number.
    package let reason: String?
  }

  /// Runs curl with a configuration that it reads from its standard input, so that nothing of it stands in the list of processes.
  ///
  /// - Parameter most: the octets of what it prints, behind which it is ended.
  /// - Returns: nil where no process can be started.
  package static func run(_ configuration: String, atMost most: Int = 1 << 20) -> Ended? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // -q: without the user's own configuration.
    process.arguments = ["curl", "-q", "--config", "-"]
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    do {
      try process.run()
      // curl reads its configuration to the end before it prints. Without curl, nothing reads it.
      try? input.fileHandleForWriting.write(contentsOf: Data(configuration.utf8))
      try? input.fileHandleForWriting.close()
      var printed = Data()
      while printed.count <= most,
        let more = try output.fileHandleForReading.read(upToCount: most + 1 - printed.count), !more.isEmpty
      { printed += more }
      let isCut = printed.count > most
      if isCut { kill(process.processIdentifier, SIGKILL) }
      // One line, which a pipe holds.
      let said = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let line = String(decoding: said, as: UTF8.self).split(separator: "\n").first
      return Ended(
        status: isCut ? 63 : process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
        reason: isCut
          ? "expected an answer of at most \(most) bytes, found more"
          : line.map { String($0.trimmingPrefix(#/curl: (\(\d+\) )?/#)) })
    } catch {
      return nil
    }
  }

  /// A text as a value of the configuration, on one line whatever it holds.
  package static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case "\n": "\\n"
      case "\r": "\\r"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
