import Foundation
import TestSupport
import Testing

/// docs/options.md: what the help of every verb says.
@Suite struct DocumentedOptionsTests {
  private static let head = """
    # Options of every command

    This page is for those who look an option up: it has what options of several verbs have in common, and the help of every command, as
    `beaconbench COMMAND --help` prints it. It is generated (`RECORD_GOLDEN=1 make test` writes it). [commands.md](commands.md) has the conventions that all commands follow, and what their help does
    not say.

    """

  /// The options that every verb has.
  private static let common = ["  --version ", "  -h, --help "]

  private static func section(_ verb: String) async throws -> String {
    let help = try await TemporaryFolder().run("\(verb) --help", columns: 110)
    try #require(help.status == 0, "\(verb): \(help.errors)")
    let lines = help.output.components(separatedBy: "\n").filter { line in
      !common.contains(where: line.hasPrefix)
    }
    let text = lines.joined(separator: "\n").replacing(/\n{3,}/, with: "\n\n")
    return "\n## \(verb)\n\n```text\n\(text.trimmingCharacters(in: .newlines))\n```\n"
  }

  @Test func `the page has the help of every verb`() async throws {
    var page = Self.head + SharedOptions.section
    for verb in Verbs.top + Verbs.nested { page += try await Self.section(verb) }
    let file = Checkout.path("docs/options.md")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try page.write(toFile: file, atomically: true, encoding: .utf8)
      Issue.record("wrote docs/options.md; run again without RECORD_GOLDEN")
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == page)
  }
}
