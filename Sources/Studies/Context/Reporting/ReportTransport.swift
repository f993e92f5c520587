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
