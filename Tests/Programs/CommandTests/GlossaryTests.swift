import Foundation
import TestSupport
import Testing

/// The phrases that docs/glossary.md says are not used: none of them stands where a user reads.
@Suite struct GlossaryTests {
  /// The words of a text in lower case, each with its line, counted from 1.
  struct Words {
    fileprivate let all: [(line: Int, word: Substring)]
    fileprivate let different: Set<Substring>

    init(_ text: String) {
      var all: [(line: Int, word: Substring)] = []
      let lines = text.lowercased().split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        all += line.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map { (index + 1, $0) }
      }
      self.all = all
      different = Set(all.lazy.map(\.word))
    }
  }

  /// A phrase, found as whole words in any case.
  struct Phrase: Sendable {
    let text: String
    private let words: [Substring]

    init(_ text: String) {
      self.text = text
      words = Words(text).all.map(\.word)
    }

    /// The lines on which it begins; it may end on the next.
    func lines(in text: Words) -> [Int] {
      guard words.allSatisfy(text.different.contains) else { return [] }
      return text.all.indices.filter { start in
        text.all[start...].lazy.prefix(words.count).map(\.word).elementsEqual(words)
      }.map { text.all[$0].line }
    }
  }

  /// The cells of the last columns that are headed `not`.
  static func phrases(inGlossary text: String) -> [Phrase] {
    var isListed = false
    var phrases: [String] = []
    for line in text.components(separatedBy: "\n") {
      guard line.hasPrefix("|") else {
        isListed = false
        continue
      }
      let last = line.split(separator: "|").last?.trimmingCharacters(in: .whitespaces) ?? ""
      if last == "not" { isListed = true }
      guard isListed, last != "not", !last.hasPrefix("---") else { continue }
      phrases += last.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
        !$0.isEmpty
      }
    }
    return phrases.map(Phrase.init)
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: Checkout.path(path), encoding: .utf8)
  }

  private static let avoided = (try? phrases(inGlossary: text("docs/glossary.md"))) ?? []

  /// A page without its code.
  private static func prose(_ page: String) throws -> String {
    try text(page).replacing(/`[^`\n]*`/, with: "…")
  }

  private func expectNone(in text: String, of place: String, from first: Int = 1) {
    let words = Words(text)
    for phrase in Self.avoided {
      for line in phrase.lines(in: words) {
        Issue.record("\(place):\(first + line - 1): \(phrase.text)")
      }
    }
  }

  private static let pages: [String] =
    ["README.md"]
    + ((try? Checkout.files(in: "docs", ending: ".md")) ?? []).filter { $0 != "docs/glossary.md" }
    + ((try? Checkout.files(in: "scenarios/schema", ending: ".md")) ?? [])

  @Test(arguments: pages) func `no page has them`(page: String) throws {
    expectNone(in: try Self.prose(page), of: page)
  }

  /// The tables, messages and sentences of the program.
  @Test func `no text in the sources has them`() throws {
    let sources = Checkout.path("Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
    try #require(files.count > 300)
    for file in files.sorted() {
      for literal in StringLiterals.all(in: try Self.text("Sources/\(file)")) {
        expectNone(in: literal.text, of: file, from: literal.line)
      }
    }
  }

  @Test(arguments: Verbs.all)
  func `no help has them`(verb: String) async throws {
    let help = try await TemporaryFolder().run("\(verb) --help", columns: 10_000)
    #expect(help.status == 0 && help.output.contains("USAGE"))
    expectNone(in: help.output, of: "\(verb) --help")
  }

  @Test func `the phrases are those of the last columns that are headed so`() {
    let glossary = """
      | term | meaning | not |
      |---|---|---|
      | correlated | not independent | hang together, in heaps |
      | lap | a repetition | |

      | term | meaning |
      |---|---|
      | fix | an estimated position |
      """
    #expect(Self.phrases(inGlossary: glossary).map(\.text) == ["hang together", "in heaps"])
    #expect(Self.avoided.count > 30)
  }

  @Test func `a phrase is found in any case and over the end of a line, and not within a word`() {
    let phrase = Phrase("hang together")
    #expect(phrase.lines(in: Words("Errors of one lap Hang\ntogether.\nThey hang together")) == [1, 3])
    #expect(phrase.lines(in: Words("They overhang together, and hang-together is no word.")).isEmpty)
  }

  @Test func `the text of a literal is found, and that of code and comments is not`() {
    let source = #"""
      // "alike" in a comment
      let alike = names.map { "a \($0.alike("b", count)) c" }
      let long = """
        one \
        two "three"
        """
      let joined = "the errors hang "
        + "together", other = "x"
      """#
    let texts = StringLiterals.all(in: source)
    #expect(
      texts.map(\.text).map { $0.split { $0.isWhitespace }.joined(separator: " ") } == [
        "b", "a … c", #"one two "three""#, "the errors hang together", "x",
      ])
    #expect(texts.map(\.line) == [2, 2, 3, 7, 8])
  }
}
