package import ArgumentParser
import Documents
import Foundation
import Rendering
import Results
package import World

/// Posts records to a server while a command runs, in their order, and ends the command at the first that the server does not take.
/// Nothing waits anywhere: the same command has the same records with the same keys, of which the server keeps each once.
///
/// A class, since whatever adds records to it counts them together.
package final class Reporter {
  /// What an answer means for the record.
  package enum Verdict: Equatable, Sendable {
    case stored(wasKnown: Bool)
    /// Why the server did not take it.
    case refused(String)
  }

  private let transport: ReportTransport
  /// How many records the server has, and how many of these it had before; without what prepares it.
  private var (stored, known) = (0, 0)
  /// The number of records of one call of curl.
  private static let batch = 50

  /// Makes the server's acquaintance: one that refuses is refused here, before anything is computed.
  ///
  /// - Parameter preparations: what the server must know before it takes what applications report.
  package init(_ transport: ReportTransport, preparations: [ReportRecord]) throws(FileProblem) {
    self.transport = transport
    if let reason = try failure(preparations) { throw FileProblem(file: transport.address, sentence: reason) }
  }

  /// Posts records.
  package func add(_ records: [ReportRecord]) throws(FileProblem) {
    guard let reason = try failure(records) else { return }
    throw FileProblem(
      file: transport.address,
      sentence: "\(reason); \(Counted.text(stored, "record")) \(stored == 1 ? "was" : "were") sent; "
        + "run the same command again to send the rest")
  }

  /// What the server has, in one sentence.
  package var summary: String {
    "\(transport.address) has all \(Counted.text(stored, "record"))"
      + (known > 0 ? ", \(Counted.number(known)) of them from before." : ".")
  }

  /// Why the server does not have all; nil when it has.
  private func failure(_ records: [ReportRecord]) throws(FileProblem) -> String? {
    for start in stride(from: 0, to: records.count, by: Self.batch) {
      let batch = Array(records[start..<min(start + Self.batch, records.count)])
      let (answers, failure) = try transport.post(batch)
      var refusal: String?
      for (record, answer) in zip(batch, answers) {
        switch Self.verdict(on: record, answer) {
        case .refused(let reason): refusal = refusal ?? reason
        case .stored(let wasKnown) where !record.isPreparation:
          (stored, known) = (stored + 1, known + (wasKnown ? 1 : 0))
        case .stored: continue
        }
      }
      if let reason = refusal ?? failure { return reason }
      if answers.count < batch.count { return "the answers cannot be read" }
    }
    return nil
  }

  /// What an answer means for a record.
  package static func verdict(on record: ReportRecord, _ answer: ReportTransport.Answer) -> Verdict {
    let document = try? Document(json: answer.body, file: "")
    let sentence = (try? document?.text("detail")).map { String($0).printable() }
    switch answer.status {
    case 200, 201:
      guard (try? document?.integer("n")) != nil else { break }
      return .stored(wasKnown: answer.status == 200)
    case 409 where record.isPreparation && sentence != nil: return .stored(wasKnown: true)
    case 401:
      return .refused("expected the server's token (--token or BEACONBENCH_TOKEN), found none or another one")
    case 408, 429, 500...599: return .refused(sentence ?? "the server answers \(answer.status)")
    case 400...499:
      guard let sentence else { break }
      return .refused(sentence)
    default: break
    }
    return .refused("expected a beaconbench-server, found one that answers \(answer.status) otherwise")
  }
}

/// To which server a command reports.
package struct ReportOptions: ParsableArguments {
  /// Nil where nothing is reported.
  @Option(
    .read(ReportOptions.readAddress),
    "Post sightings, readings and incidents to the beaconbench-server at this address as they come; needs the program curl. (default: none)",
    as: "url")
  package var report: String?

  @Option(
    .read(ReportOptions.readToken),
    "The server's token. (default: the environment variable BEACONBENCH_TOKEN)")
  var token: String?

  @Option(
    .read(ReportOptions.readPerson),
    "Who carries the phone where the scenario names no walkers. (default: walker)",
    as: "name")
  var person: String?

  package init() {}

  package func validate() throws {
    guard report == nil else { return }
    try refuse(["--token": token != nil, "--person": person != nil], "requires --report")
  }

  /// Nil where nothing is reported.
  var transport: ReportTransport? {
    get throws {
      guard let report else { return nil }
      let known = ProcessInfo.processInfo.environment["BEACONBENCH_TOKEN"] ?? ""
      guard known.isEmpty || token != nil || Self.canBeSent(known) else {
        throw FileProblem(file: "BEACONBENCH_TOKEN", expected: Self.expectedToken, found: "another one")
      }
      return ReportTransport(address: report, token: token ?? (known.isEmpty ? nil : known))
    }
  }

  /// Who carries the phone.
  var carrier: String { person ?? "walker" }

  private static let readAddress: @Sendable (String) throws -> String = { text in
    guard TextFormat.url.accepts(text), !text.contains(where: { "?#\"\\".contains($0) }) else {
      throw ValidationError("expected an address such as http://127.0.0.1:8080")
    }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  private static let readToken: @Sendable (String) throws -> String = { text in
    guard canBeSent(text) else { throw ValidationError("expected \(expectedToken)") }
    return text
  }

  private static let expectedToken = "a token of visible ASCII characters without spaces"

  private static func canBeSent(_ token: String) -> Bool {
    !token.isEmpty && token.utf8.allSatisfy { 0x21...0x7E ~= $0 }
  }

  private static let readPerson: @Sendable (String) throws -> String = { text in
    guard TextFormat.line.accepts(text) else { throw ValidationError("expected a name") }
    return text
  }
}
