public import Documents
public import World
import Yams

extension Document {
  /// Reads one YAML document, strictly.
  ///
  /// Anchors, aliases and merge keys (`<<`) are understood; of a key that a map has itself and merges, its own counts, and of
  /// several merged maps the earlier one. Refused with a sentence: a key that stands twice, tags, unquoted words that YAML 1.1 and 1.2
  /// read differently (`no`, `017`), numbers that are not finite, more than one document, nesting deeper than
  /// 100 and more than 200,000 values, aliases unfolded.
  ///
  /// - Parameters:
  ///   - text: The whole of the YAML text.
  ///   - file: The name that errors show.
  public init(yaml text: String, file: String) throws(FileProblem) {
    try UnfoldedValues.check(text, file: file)
    let root: Node?
    do {
      // The basic resolver leaves every word alone: what it means is decided in PlainScalar.
      root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
    } catch {
      throw FileProblem(yaml: error, in: text, file: file)
    }
    guard let root else {
      throw FileProblem(
        file: file, expected: "a YAML document", found: text.contains("#") ? "only comments" : "an empty file"
      )
    }
    var reader = NodeReader()
    self = try reader.document(root, at: Location(file: file))
  }
}

private struct NodeReader {
  private var values = 0

  mutating func document(_ node: Node, key: Mark? = nil, depth: Int = 0, at place: Document.Location)
    throws(FileProblem) -> Document
  {
    let mark = isScalar(node) ? node.mark : key ?? node.mark
    let place = place.at(line: mark?.line)
    values += 1
    guard values <= UnfoldedValues.most else { throw problem(place, UnfoldedValues.expected, "more") }
    guard depth <= 100 else { throw problem(place, "at most 100 levels of nesting", "more") }
    switch node {
    case .scalar(let scalar): return Document(try value(of: scalar, at: place), at: place)
    case .sequence(let sequence):
      try refuse(tag: sequence.tag, at: place)
      var elements: [Document] = []
      for (index, element) in sequence.enumerated() {
        elements.append(try document(element, depth: depth + 1, at: place.element(index)))
      }
      return Document(.array(elements), at: place)
    case .mapping(let mapping):
      try refuse(tag: mapping.tag, at: place)
      return Document(.object(try members(of: mapping, depth: depth, at: place)), at: place)
    case .alias: throw problem(place, "a value", "an undefined alias")
    }
  }

  private mutating func members(of mapping: Node.Mapping, depth: Int, at place: Document.Location)
    throws(FileProblem) -> [Document.Member]
  {
    guard depth <= 100 else { throw problem(place, "at most 100 levels of nesting", "more") }
    var members: [Document.Member] = []
    var merged: [Document.Member] = []
    var seen: Set<String> = []
    for (key, value) in mapping {
      if case .scalar(let scalar) = key, scalar.style == .plain, scalar.string == "<<" {
        merged = try self.merged(value, key: key.mark, depth: depth + 1, at: place)
        continue
      }
      let name = try name(of: key, at: place)
      let below = place.key(name)
      guard seen.insert(name).inserted else {
        throw problem(
          below.at(line: key.mark?.line), "each key once",
          "the key \(name) a second time")
      }
      members.append(
        Document.Member(key: name, value: try document(value, key: key.mark, depth: depth + 1, at: below)))
    }
    return merged.filter { !seen.contains($0.key) } + members
  }

  /// The members of a map, or of a list of maps of which the earlier ones count.
  private mutating func merged(_ node: Node, key: Mark?, depth: Int, at place: Document.Location)
    throws(FileProblem) -> [Document.Member]
  {
    var members: [Document.Member] = []
    var seen: Set<String> = []
    for node in node.sequence.map(Array.init) ?? [node] {
      guard case .mapping(let mapping) = node else {
        let place = place.key("<<")
        let found = try document(node, key: key, depth: depth, at: place)
        throw problem(found.location, "a map to merge, or a list of maps", found.summary)
      }
      try refuse(tag: mapping.tag, at: place)
      for member in try self.members(of: mapping, depth: depth, at: place)
      where seen.insert(member.key).inserted {
        members.append(member)
      }
    }
    return members
  }

  private func name(of key: Node, at place: Document.Location) throws(FileProblem) -> String {
    let place = place.at(line: key.mark?.line)
    guard case .scalar(let scalar) = key else { throw problem(place, "a name as the key", "a map or a list") }
    guard scalar.style == .plain else { return scalar.string }
    switch PlainScalar(scalar.string) {
    case .value(.null): throw problem(place, "a name as the key", "nothing")
    case .ambiguous(let meaning): throw ambiguous(scalar.string, meaning, at: place)
    default: return scalar.string
    }
  }

  private func value(of scalar: Node.Scalar, at place: Document.Location) throws(FileProblem)
    -> Document.Content
  {
    let tag = scalar.tag.rawValue
    if tag == Tag.Name.str.rawValue || tag == Tag.Name.nonSpecific.rawValue { return .text(scalar.string) }
    try refuse(tag: scalar.tag, at: place)
    guard scalar.style == .plain else { return .text(scalar.string) }
    switch PlainScalar(scalar.string) {
    case .value(let value): return value
    case .ambiguous(let meaning): throw ambiguous(scalar.string, meaning, at: place)
    case .notFinite: throw problem(place, "a finite number, or a text in quotes", scalar.string)
    }
  }

  /// Collections keep an empty tag unless the file gives one.
  private func refuse(tag: Tag, at place: Document.Location) throws(FileProblem) {
    guard tag.rawValue.isEmpty else {
      throw problem(place, "a value without a tag", "the tag \(tag.rawValue)")
    }
  }

  private func ambiguous(_ word: String, _ meaning: String, at place: Document.Location) -> FileProblem {
    problem(
      place, "a text in quotes, true, false or a plain decimal number",
      "\(word), which some YAML readers take for \(meaning)")
  }

  private func problem(_ place: Document.Location, _ expected: String, _ found: String) -> FileProblem {
    Document(.null, at: place).problem(expected: expected, found: found)
  }

  private func isScalar(_ node: Node) -> Bool {
    if case .scalar = node { true } else { false }
  }
}
