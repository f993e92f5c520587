package import ArgumentParser
import Documents
import Foundation
import Results
import World

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
  var settings: ReportSettings? {
    get throws {
      guard let report else { return nil }
      let known = ProcessInfo.processInfo.environment["BEACONBENCH_TOKEN"] ?? ""
      guard known.isEmpty || token != nil || Self.canBeSent(known) else {
        throw FileProblem(file: "BEACONBENCH_TOKEN", expected: Self.expectedToken, found: "another one")
      }
      return ReportSettings(address: report, token: token ?? (known.isEmpty ? nil : known))
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
