import Foundation

/// The program curl, run once.
///
/// A process of its own rather than an HTTP library: that of Foundation cannot be linked into the static program that is distributed,
/// and one over bare sockets would have no TLS, which a server beyond this machine needs. curl has TLS, proxies and certificates as the
/// machine has them.
package enum Curl {
  /// What came of it.
  package struct Ended: Sendable {
    /// Its exit status; 127 where there is no such program.
    package let status: Int32
    package let output: String
    /// The first line of what it said of errors, without its own name and number.
    package let reason: String?
  }

  /// Runs curl with a configuration that it reads from its standard input, so that nothing of it stands in the list of processes.
  ///
  /// - Returns: nil where no process can be started.
  package static func run(_ configuration: String) -> Ended? {
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
      let printed = try output.fileHandleForReading.readToEnd() ?? Data()
      // One line, which a pipe holds.
      let said = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let line = String(decoding: said, as: UTF8.self).split(separator: "\n").first
      return Ended(
        status: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
        reason: line.map { String($0.trimmingPrefix(#/curl: (\(\d+\) )?/#)) })
    } catch {
      return nil
    }
  }

  /// A text as a value of the configuration.
  package static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
