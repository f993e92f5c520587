import CYaml
import World

/// How many values a YAML text has, aliases unfolded, counted without unfolding them and without keeping any.
///
/// Yams keeps every value, and compares the keys of a map value by value, aliases unfolded, before it gives the document
/// away: a text of a few hundred octets could keep it at that for years. The parser's events tell beforehand.
package enum UnfoldedValues {
  package static let most = 200_000
  static let expected = "at most \(most) values"

  /// - Throws: One sentence when there are more than ``most``. What breaks the rules of YAML is left to the parser that
  ///   reads the document.
  static func check(_ text: String, file: String) throws(FileProblem) {
    let hasAliases = "*&".utf8.allSatisfy(text.utf8.contains)
    // A value takes two octets at least.
    guard hasAliases || text.utf8.count > 2 * most, let line = excessiveLine(of: text) else { return }
    let found = hasAliases ? "more, through aliases" : "more"
    throw FileProblem(file: file, line: line, expected: expected, found: found)
  }

  /// The line on which there are too many.
  private static func excessiveLine(of text: String) -> Int? {
    var text = text
    return text.withUTF8 { octets in
      var parser = yaml_parser_t()
      yaml_parser_initialize(&parser)
      defer { yaml_parser_delete(&parser) }
      yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(&parser, octets.baseAddress, octets.count)
      var sizes = NodeSizes()
      while true {
        var event = yaml_event_t()
        guard yaml_parser_parse(&parser, &event) == 1 else { return nil }
        defer { yaml_event_delete(&event) }
        guard event.type != YAML_STREAM_END_EVENT else { return nil }
        if sizes.take(event) > most { return Int(event.end_mark.line) + 1 }
      }
    }
  }
}

/// The number of values in each node that has an anchor, and in those that are open.
private struct NodeSizes {
  private var anchored: [String: Int] = [:]
  private var open: [Node] = []

  private struct Node {
    let anchor: String?
    var size = 1
    /// Of a map: whether a key comes next.
    var awaitsKey: Bool?
  }

  /// Takes the next event, and says how large the largest node is that it adds to; 0 for none.
  mutating func take(_ event: yaml_event_t) -> Int {
    switch event.type {
    case YAML_ALIAS_EVENT: return add(Self.name(event.data.alias.anchor).flatMap { anchored[$0] } ?? 1, nil)
    case YAML_SCALAR_EVENT:
      let isKey = open.last?.awaitsKey == true
      return add(isKey ? 0 : 1, Self.name(event.data.scalar.anchor))
    case YAML_SEQUENCE_START_EVENT: open.append(Node(anchor: Self.name(event.data.sequence_start.anchor)))
    case YAML_MAPPING_START_EVENT:
      open.append(Node(anchor: Self.name(event.data.mapping_start.anchor), awaitsKey: true))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      if let node = open.popLast() { return add(node.size, node.anchor) }
    default: break
    }
    return 0
  }

  private mutating func add(_ size: Int, _ anchor: String?) -> Int {
    if let anchor { anchored[anchor] = size }
    guard !open.isEmpty else { return size }
    open[open.count - 1].size += size
    open[open.count - 1].awaitsKey?.toggle()
    return open[open.count - 1].size
  }

  private static func name(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    text.map { String(cString: $0) }
  }
}
