/// A value read from YAML or JSON, or made in the program, that knows where it stands.
///
/// Two documents are equal when their values are, wherever they stand; an integer and a number are different.
public struct Document: Sendable {
  /// The kinds of value that JSON knows, with whole numbers apart.
  public enum Content: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case array([Document])
    /// In the order of the file, no key twice.
    case object([Member])
  }

  /// A key of an object, and what belongs to it.
  public struct Member: Hashable, Sendable {
    /// Unique in its object.
    public let key: String
    /// What belongs to the key.
    public let value: Document

    public init(key: String, value: Document) {
      self.key = key
      self.value = value
    }
  }

  /// Where a value stands.
  public struct Location: Hashable, Sendable {
    /// As the user named it; empty for a value made in the program.
    public let file: String
    /// Counted from 1. For a map or a list that belongs to a key, the line of the key.
    public var line: Int? { lineNumber == 0 ? nil : Int(lineNumber) }
    /// The keys that lead to the value, such as `beacons[3].position`; empty for the whole file.
    public var path: String { trail.path }

    // Every number of a large file has a location, so it is small: 0 stands for no line, and the path is
    // put together when a sentence needs it.
    private let lineNumber: UInt32
    private let trail: Trail

    /// - Parameters:
    ///   - file: as the user named it; empty for a value that did not come from a file.
    ///   - line: counted from 1.
    ///   - path: the keys to the value.
    public init(file: String = "", line: Int? = nil, path: String = "") {
      self.init(file: file, line: line, trail: path.isEmpty ? .whole : .key(path, of: .whole))
    }

    private init(file: String, line: Int?, trail: Trail) {
      (self.file, lineNumber, self.trail) = (file, UInt32(clamping: line ?? 0), trail)
    }

    /// The same place, one key further.
    package func key(_ key: String) -> Location { with(.key(key, of: trail)) }

    /// The same place, at one element of a list.
    package func element(_ index: Int) -> Location { with(.element(index, of: trail)) }

    /// The same place, at the element of a list that has this name.
    func element(named name: String) -> Location { with(.named(name, of: trail)) }

    /// The same path at another place of the file.
    package func at(line: Int?) -> Location { Location(file: file, line: line, trail: trail) }

    private func with(_ trail: Trail) -> Location { Location(file: file, line: line, trail: trail) }
  }

  /// The steps from the whole file to a value.
  private indirect enum Trail: Hashable, Sendable {
    case whole
    case key(String, of: Trail)
    case element(Int, of: Trail)
    case named(String, of: Trail)

    var path: String {
      switch self {
      case .whole: ""
      case .key(let key, .whole): key
      case .key(let key, let above): "\(above.path).\(key)"
      case .element(let index, let above): "\(above.path)[\(index)]"
      case .named(let name, let above): "\(above.path)[\(name)]"
      }
    }
  }

  /// The value itself.
  public let content: Content
  /// Where the value stands, for errors; it does not count in comparisons.
  public let location: Location

  /// - Parameters:
  ///   - content: the value itself.
  ///   - location: of the value in its file; by default that of a value made in the program.
  public init(_ content: Content, at location: Location = Location()) {
    self.content = content
    self.location = location
  }
}

extension Document: Hashable {
  public static func == (a: Document, b: Document) -> Bool { a.content == b.content }
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension Document {
  /// The same value with every part placed below a location: defaults stand where the key would have stood.
  package func moved(to location: Location) -> Document {
    switch content {
    case .array(let elements):
      return Document(
        .array(elements.enumerated().map { $1.moved(to: location.element($0)) }), at: location)
    case .object(let members):
      return Document(
        .object(members.map { Member(key: $0.key, value: $0.value.moved(to: location.key($0.key))) }),
        at: location)
    default: return Document(content, at: location)
    }
  }

  /// What stands here, for the end of a sentence: `-1.8`, `"no"`, `a list of 3`.
  public var summary: String {
    switch content {
    case .null: "nothing"
    case .boolean(let flag): flag.description
    case .integer(let integer): integer.description
    case .number(let number): number.description
    case .text(let text): text.count > 60 ? "\(jsonText(String(text.prefix(60))))…" : jsonText(text)
    case .array(let elements): elements.isEmpty ? "an empty list" : "a list of \(elements.count)"
    case .object(let members):
      members.isEmpty
        ? "an empty map" : "a map with the key\(members.count == 1 ? "" : "s") \(keySummary(members))"
    }
  }

  private func keySummary(_ members: [Member]) -> String {
    members.prefix(5).map(\.key).joined(separator: ", ") + (members.count > 5 ? ", …" : "")
  }
}

extension Document: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  public init(nilLiteral: ()) { self.init(.null) }
  public init(booleanLiteral value: Bool) { self.init(.boolean(value)) }
  public init(integerLiteral value: Int) { self.init(.integer(value)) }
  public init(floatLiteral value: Double) { self.init(.number(value)) }
  public init(stringLiteral value: String) { self.init(.text(value)) }
  public init(arrayLiteral elements: Document...) { self.init(.array(elements)) }

  /// An object with its keys in the order of the literal.
  ///
  /// - Precondition: no key twice.
  public init(dictionaryLiteral elements: (String, Document)...) {
    precondition(Set(elements.map(\.0)).count == elements.count, "a key stands twice in the literal")
    self.init(.object(elements.map { Member(key: $0, value: $1) }))
  }

  public init(_ flag: Bool) { self.init(.boolean(flag)) }
  public init(_ integer: Int) { self.init(.integer(integer)) }
  public init(_ number: Double) { self.init(.number(number)) }
  /// A number, or null.
  public init(_ number: Double?) { self = number.map { Document($0) } ?? nil }
  public init(_ text: String) { self.init(.text(text)) }
  public init(_ elements: [Document]) { self.init(.array(elements)) }
  public init(_ members: [Member]) { self.init(.object(members)) }
  /// An object of the keys that have a value, in the order of the literal.
  package init(present members: KeyValuePairs<String, Document?>) { self.init([Member](present: members)) }
}

extension [Document.Member] {
  /// The keys that have a value, in the order of the literal.
  package init(present members: KeyValuePairs<String, Document?>) {
    self = members.compactMap { key, value in value.map { .init(key: key, value: $0) } }
  }
}
