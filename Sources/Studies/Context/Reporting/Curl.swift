import Documents
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
    var limits = BoundedProgram.Limits()
    // It has limits of its own for a connection that stands still.
    (limits.seconds, limits.output) = (86_400, most)
    // -q: without the user's own configuration.
    let command = ["curl", "-q", "--config", "-"]
    do {
      let ended = try BoundedProgram.run(command, input: .octets(Array(configuration.utf8)), within: limits)
      let line = String(decoding: ended.errors, as: UTF8.self).split(separator: "\n").first
      return Ended(
        status: ended.status, output: String(decoding: ended.output, as: UTF8.self),
        reason: line.map { String($0.trimmingPrefix(#/curl: (\(\d+\) )?/#)) })
    } catch {
      if case .talkative(_, let output) = error {
        return Ended(
          status: 63, output: String(decoding: output, as: UTF8.self),
          reason: "expected an answer of at most \(most) bytes, found more")
      }
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
