import Documents
import Foundation
import TestSupport
import Testing

/// The options of all verbs, as the program itself declares them to shells and to generators of manual pages.
@Suite struct OptionTests {
  /// An option of one verb.
  private struct Declared {
    let verb: String
    let name: String
    /// What it takes, "flag" for nothing.
    let value: String
    /// Without its default.
    let sentence: String
  }

  /// All of a command and those below it.
  private static func options(of command: Document, _ verb: String = "") throws -> [Declared] {
    let own = try command.has("arguments") ? command.elements("arguments") : []
    let declared = try own.filter { try $0.text("kind") != "positional" }.map { argument in
      let about = try argument.optional("abstract")?.text ?? ""
      return Declared(
        verb: verb, name: try argument.elements("names").last?.text("name") ?? "",
        value: try argument.text("kind") == "flag" ? "flag" : try argument.text("valueName"),
        sentence: about.split(separator: "(default:").first.map { $0.trimmingCharacters(in: .whitespaces) }
          ?? "")
    }
    let parts = try command.has("subcommands") ? command.elements("subcommands") : []
    return try parts.reduce(declared) {
      try $0 + options(of: $1, "\(verb) \(try $1.text("commandName"))".trimmingCharacters(in: .whitespaces))
    }
  }

  private static func all() async throws -> [String: [Declared]] {
    let help = try await TemporaryFolder().run("--experimental-dump-help")
    let options = try options(of: Document(json: help.output, file: "help")["command"])
    return Dictionary(grouping: options.filter { $0.name != "help" }, by: \.name)
  }

  /// Where verbs describe an option in different words, the words that they must share are bold in ``SharedOptions``.
  @Test func `an option takes the same and means the same in every verb`() async throws {
    let options = try await Self.all()
    #expect(options.count > 100)
    for (name, declared) in options {
      #expect(Set(declared.map(\.value)).count == 1, "--\(name): \(declared)")
    }
    let table = SharedOptions.all.map { row in
      let parts = row.option.dropFirst(2).split(separator: " ")
      return (name: String(parts[0]), takesValue: parts.count > 1, meaning: row.meaning)
    }
    let shared = options.filter { Set($0.value.map(\.sentence)).count > 1 }
    #expect(table.map(\.name) == shared.keys.sorted())
    for row in table {
      for word in row.meaning.matches(of: /\*\*([^*]+)\*\*/).map({ String($0.1) }) {
        for declared in shared[row.name] ?? [] {
          #expect(
            declared.sentence.localizedCaseInsensitiveContains(word),
            "--\(row.name) of \(declared.verb) says nothing of \(word)")
        }
      }
      #expect(row.takesValue == (shared[row.name]?.first?.value != "flag"), "--\(row.name)")
    }
  }

  @Test func `the help lists all verbs in groups, in the order of the documentation`() async throws {
    let help = try await TemporaryFolder().run("--help").output
    let page = try String(contentsOfFile: Checkout.path("docs/commands.md"), encoding: .utf8)
    let table = page.split(separator: "| to | verbs |\n").last?.split(separator: "\n\n").first ?? ""
    let groups = table.matches(of: /\| ([a-z ]+) \| (.*) \|/).map { group in
      (
        title: group.1.uppercased() + ":",
        verbs: group.2.split(separator: ", ").compactMap { $0.firstMatch(of: /[a-z]+/).map { String($0.0) } }
      )
    }
    let documented = groups.flatMap { [$0.title] + $0.verbs }.reduce(into: [String]()) {
      if $0.last != $1 { $0.append($1) }
    }
    let listed = help.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^(?:  ([a-z]+) +[A-Z]|([A-Z ]+:)$)/).flatMap { $0.1 ?? $0.2 }
    }
    #expect(listed.map { String($0) }.filter { $0 != "OPTIONS:" } == documented)
    #expect(groups.count == 5 && groups.flatMap(\.verbs).count > 26)
  }

  @Test(arguments: [
    ("run tiny.yaml --fixes", "run", "--fixes (use --keep-fixes)"),
    ("sensitivity tiny.yaml --n=0.2 --json", "sensitivity", "--n (use --n-offsets)"),
    ("site import plan --output o.yaml --beacons b.csv", "site import", "--beacons (use --beacon-table)"),
    ("site import plan --output o.yaml --name s", "site import", "--name (use --site-name)"),
    ("encode --generate --name example.org", "encode", "--name (use --owner)"),
    ("copy floor35 --output there", "copy", "--output (use --into)"),
  ])
  func `a struck option is refused with what takes its place`(command: String, verb: String, option: String)
    async throws
  {
    let outcome = try await SmallFiles.folder().run(command)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "beaconbench: beaconbench \(verb) has no option \(option); see 'beaconbench \(verb) --help'\n")
  }
}
