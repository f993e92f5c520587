package import Documents
import Positioning
import Sites
public import World

/// A pipeline without filters, as an option names its method.
public struct MethodRow: Sendable {
  /// As it stands in a scenario.
  package let document: Document

  /// - Parameter document: a pipeline as a scenario has it, which is checked with the scenario.
  package init(_ document: Document) { self.document = document }

  /// Reads `nearest`, `{weightedCentroid: {k: 8}}` or `exec:python3 mine.py`, words between spaces, each with or without a
  /// name for the row: `mine=exec:python3 mine.py`.
  public init(_ text: String) throws(FileProblem) {
    let sign = text.firstIndex { "=:{[".contains($0) }.flatMap { text[$0] == "=" ? $0 : nil }
    let name = (sign.map { text[..<$0] } ?? text[...]).trimmingPrefix { $0 == " " }.split(separator: " ")
      .joined(separator: " ")
    let method = sign.map { text[text.index(after: $0)...] } ?? text[...]
    let option = "--method \(text)"
    guard !name.isEmpty, !method.isEmpty else {
      throw FileProblem(
        file: "--method", expected: "a positioning method, such as nearest or exec:python3 mine.py",
        found: text.isEmpty ? "nothing" : text)
    }
    let members = [Document.Member(key: "name", value: Document(String(name)))]
    let more = try method.hasPrefix("exec:") ? Self.program(method, option) : Self.builtIn(method, option)
    document = Document(members + more).moved(to: Document.Location(file: option))
  }

  private static func program(
    _ method: Substring, _ option: String
  ) throws(FileProblem) -> [Document.Member] {
    let words = method.dropFirst(5).split(separator: " ").map { Document(String($0)) }
    guard !words.isEmpty else {
      throw FileProblem(file: option, expected: "a command after exec:", found: "nothing")
    }
    return .init(present: ["method": ["command": Document(words)], "snap": false])
  }

  /// A built-in method with what it uses: that is what it was asked for. A program with settings has no `snap` here either.
  private static func builtIn(
    _ method: Substring, _ option: String
  ) throws(FileProblem) -> [Document.Member] {
    let read = try Document(yaml: String(method), file: option)
    let known = MethodChoice.builtIn.map { $0.name }
    if let word = try? read.text, !known.contains(word) {
      throw FileProblem(
        file: "--method",
        expected: "one of the methods \(known.joined(separator: ", ")), or exec: and a command",
        found: word + suggestion(for: word, among: known))
    }
    // Settings that cannot be read are refused with the scenario.
    let uses = (try? MethodChoice.form.read(MethodChoice.form.schema.resolve(read)))?.settings.uses ?? []
    let snap: Document? = (try? read.choice.name) == "command" ? false : nil
    return .init(present: [
      "method": read, "given": Document(uses.map { Document($0.rawValue) }), "snap": snap,
    ])
  }
}
