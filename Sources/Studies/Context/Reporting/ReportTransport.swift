import Documents
import Foundation
import World

/// Posts records by the program curl.
package struct ReportTransport: Sendable {
  /// What the server said of one record.
  package struct Answer: Hashable, Sendable {
    /// Of HTTP.
    package let status: Int
    package let body: String

    package init(status: Int, body: String) { (self.status, self.body) = (status, body) }
  }

  /// The server's address, without a slash at the end.
  let address: String
  /// Nil for none.
  let token: String?

  /// - Parameters:
  ///   - address: of the server, without a slash at the end.
  ///   - token: nil for none.
  package init(address: String, token: String?) { (self.address, self.token) = (address, token) }

  /// Seconds within which the server must answer each request.
  private static let patience = 10
  /// The most octets of all answers to one call.
  private static let most = 1 << 20
  /// Ends what curl says of one transfer: a control character, which JSON does not contain.
  private static let separator: Character = "\u{1E}"

  /// Posts records one after another over one connection.
  ///
  /// - Returns: the answers, in the order of the records; fewer than these where the connection failed, and then why.
  /// - Throws: `FileProblem` without curl.
  func post(_ records: [ReportRecord]) throws(FileProblem) -> (answers: [Answer], failure: String?) {
    guard let ended = Curl.run(configuration(for: records), atMost: Self.most), ended.status != 127 else {
      throw FileProblem(file: "--report", expected: "the program curl on the PATH", found: "none")
    }
    let answers = Array(Self.answers(in: ended.output).prefix(records.count))
    guard ended.status != 0 else { return (answers, nil) }
    return (answers, ended.reason.map { $0.printable() } ?? "curl ended with status \(ended.status)")
  }

  /// What curl is to do.
  package func configuration(for records: [ReportRecord]) -> String {
    let transfers = records.map { record in
      var lines = [
        "url = \(Curl.quoted("\(address)/v1/\(record.kind.rawValue)"))",
        "data-raw = \(Curl.quoted(record.body))",
        "header = \"Content-Type: application/json\"",
      ]
      if let token { lines.append("header = \(Curl.quoted("Authorization: Bearer \(token)"))") }
      return
        (lines + [
          "max-time = \(Self.patience)", "write-out = \"\\n%{http_code}\(Self.separator)\"",
        ]).joined(separator: "\n")
    }
    return "silent\nshow-error\nfail-early\ngloboff\nproto = \"=http,https\"\n"
      + transfers.joined(separator: "\nnext\n") + "\n"
  }

  /// The answers in what curl printed: of each transfer its body, and on a line of its own the status.
  package static func answers(in output: String) -> [Answer] {
    output.split(separator: separator).compactMap { part in
      guard let line = part.lastIndex(of: "\n"), let status = Int(part[part.index(after: line)...]),
        status > 0
      else { return nil }
      return Answer(status: status, body: String(part[..<line]))
    }
  }
}

/// A record for the server: what an application noticed, who was where, or what a beacon reported.
package struct ReportRecord: Hashable, Sendable {
  /// The kinds of record, as the server's paths name them.
  package enum Kind: String, Sendable {
    case beacons, patients, readings, incidents, sightings
  }

  /// Its kind.
  package let kind: Kind
  /// Unique among all that is ever reported: a function of scenario or recording, seed, lap, walker and event, so that the
  /// server keeps the record once, however often it is sent.
  package let key: String
  /// What is posted, in JSON.
  package let body: String

  package init(_ kind: Kind, key: String, body: String) {
    (self.kind, self.key, self.body) = (kind, key, body)
  }

  /// Of what applications report, which holds the key too.
  init(_ kind: Kind, key: String, _ members: [Document.Member]) {
    self.init(
      kind, key: key, body: Document(members + [Document.Member](present: ["key": Document(key)])).json)
  }

  /// Whether the server is to know it before what applications report; that it has one of that id already is as good.
  package var isPreparation: Bool { kind == .beacons || kind == .patients }
}

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
