import World
import Yams

extension FileProblem {
  /// One sentence for what the YAML parser said over several lines.
  init(yaml error: any Error, in text: String, file: String) {
    let expected = "YAML"
    switch error as? YamlError {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
      guard !Self.isIndentedByTab(line: mark.line, of: text) else {
        self.init(
          file: file, line: mark.line, expected: "spaces at the beginning of the line", found: "a tab")
        return
      }
      let doing = context.map { " (\($0.text))" } ?? ""
      let cure = Self.cures.first { problem.contains($0.problem) }.map { ": \($0.cure)" } ?? ""
      self.init(
        file: file, line: mark.line, expected: expected,
        found: "a syntax error: \(problem)\(doing)\(cure)")
    case .composer(_, let problem, let mark, _):
      let lead = ["but found ", "found "].first { problem.hasPrefix($0) } ?? ""
      let found = String(problem.dropFirst(lead.count))
      self.init(file: file, line: mark.line, expected: "one YAML document", found: found)
    case .reader(let problem, let offset, _, _):
      self.init(file: file, place: offset.map { .byte($0) }, expected: expected, found: problem)
    case .duplicatedKeysInMapping(let keys, let context):
      self.init(
        file: file, line: context.mark.line, place: keys.first.map { .key($0) }, expected: "each key once",
        found: "it again further down")
    default: self.init(file: file, expected: expected, found: "\(error)")
    }
  }

  /// What mends the commonest mistakes, by what the parser says of them.
  private static let cures: [(problem: String, cure: String)] = [
    (
      "mapping values are not allowed",
      "put a text with a colon in quotes, and begin the keys of a map in one column"
    ),
    ("did not find expected key", "the keys of a map begin in one column"),
    ("did not find expected '-' indicator", "the elements of a list begin in one column"),
    ("could not find expected ':'", "a key is followed by a colon and a space"),
    ("did not find expected ',' or", "a bracket is not closed, or a comma is missing"),
    ("unexpected end of stream", "a quote is not closed"),
    ("cannot start any token", "a text that begins with such a character stands in quotes"),
  ]

  /// - Parameter line: counted from 1.
  private static func isIndentedByTab(line: Int, of text: String) -> Bool {
    // By octets, since a carriage return and a line feed are one character.
    let lines = text.utf8.split(
      separator: UInt8(ascii: "\n"), maxSplits: line, omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return false }
    return lines[line - 1].first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "\t")
  }
}
