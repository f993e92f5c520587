public import World

// Reading a document that a schema has already resolved. Every method throws a FileProblem that names the
// place, so that a mistake in a schema shows as a sentence and not as a crash.

extension Document {
  /// A problem with the value that stands here.
  ///
  /// - Parameters:
  ///   - expected: What would have been right, as the end of "expected …".
  ///   - found: nil for what stands here.
  public func problem(expected: String, found: String? = nil) -> FileProblem {
    FileProblem(
      file: location.file, line: location.line, place: location.path.isEmpty ? nil : .key(location.path),
      expected: expected, found: found ?? summary)
  }

  /// The value of a key; nil when the key is absent, or when this is no object.
  public func optional(_ key: String) -> Document? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// Whether this is an object with that key.
  public func has(_ key: String) -> Bool { optional(key) != nil }

  /// The value of a key that must be there.
  public subscript(key: String) -> Document {
    get throws(FileProblem) {
      if let value = optional(key) { return value }
      throw problem(expected: "the key \(key)")
    }
  }

  /// The element of a list that must be there.
  public subscript(index: Int) -> Document {
    get throws(FileProblem) {
      let elements = try elements
      guard elements.indices.contains(index) else {
        throw problem(expected: "at least \(index + 1) elements")
      }
      return elements[index]
    }
  }

  /// The keys of an object and their values, in the order of the file.
  public var members: [Member] {
    get throws(FileProblem) {
      guard case .object(let members) = content else { throw problem(expected: "a map") }
      return members
    }
  }

  /// The elements of a list.
  public var elements: [Document] {
    get throws(FileProblem) {
      guard case .array(let elements) = content else { throw problem(expected: "a list") }
      return elements
    }
  }

  /// A number; an integer counts as one.
  public var number: Double {
    get throws(FileProblem) {
      switch content {
      case .number(let number): return number
      case .integer(let integer): return Double(integer)
      default: throw problem(expected: "a number")
      }
    }
  }

  /// - Throws: the place of a value that is no whole number.
  public var integer: Int {
    get throws(FileProblem) {
      guard case .integer(let integer) = content else { throw problem(expected: "a whole number") }
      return integer
    }
  }

  /// - Throws: the place of a value that is no text.
  public var text: String {
    get throws(FileProblem) {
      guard case .text(let text) = content else { throw problem(expected: "a text") }
      return text
    }
  }

  /// - Throws: the place of a value that is neither true nor false.
  public var flag: Bool {
    get throws(FileProblem) {
      guard case .boolean(let flag) = content else { throw problem(expected: "true or false") }
      return flag
    }
  }

  /// The chosen case of a tagged union, and its settings: `{kalman: {q: 20}}`.
  public var choice: (name: String, settings: Document) {
    get throws(FileProblem) {
      guard case .object(let members) = content, members.count == 1 else {
        throw problem(expected: "a map with one key")
      }
      return (members[0].key, members[0].value)
    }
  }

  /// `[x, y]` or `[x, y, z]` in metres; z is 0 when it is not given.
  public var point: Point {
    get throws(FileProblem) {
      let elements = try elements
      guard 2...3 ~= elements.count else { throw problem(expected: "[x, y] or [x, y, z]") }
      return Point(
        x: try elements[0].number, y: try elements[1].number,
        z: elements.count == 3 ? try elements[2].number : 0)
    }
  }

  /// The case of an enumeration whose raw value stands here.
  public func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of type: Choice.Type
  ) throws(FileProblem) -> Choice {
    if let choice = Choice(rawValue: try text) { return choice }
    throw problem(expected: listing(Choice.allCases.map(\.rawValue)))
  }
}

extension Document {
  public func number(_ key: String) throws(FileProblem) -> Double { try self[key].number }
  public func integer(_ key: String) throws(FileProblem) -> Int { try self[key].integer }
  public func text(_ key: String) throws(FileProblem) -> String { try self[key].text }
  public func flag(_ key: String) throws(FileProblem) -> Bool { try self[key].flag }
  public func point(_ key: String) throws(FileProblem) -> Point { try self[key].point }
  public func elements(_ key: String) throws(FileProblem) -> [Document] { try self[key].elements }
  /// - Throws: the place of a missing key, or of a word that is none of the choices.
  public func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, of type: Choice.Type
  ) throws(FileProblem) -> Choice { try self[key].choice(of: type) }
}

/// `a`, `a or b`, `a, b or c`.
package func listing(_ names: [String]) -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
  return names.dropLast().joined(separator: ", ") + " or " + last
}

extension Document {
  /// How many values this is, with all that it holds.
  package var valueCount: Int {
    switch content {
    case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
    case .object(let members): members.reduce(1) { $0 + $1.value.valueCount }
    default: 1
    }
  }
}

extension Document {
  /// A value in a sentence or a table's cell: a text without quotes, a map as JSON.
  package var plain: String {
    switch content {
    case .text(let text): text
    default: json
    }
  }
}

extension [Document] {
  /// Refuses the first element whose value of a key an earlier one has.
  ///
  /// - Parameter expected: nil for `each <key> once`, and what stands there a second time.
  public func checkEachOnce(_ key: String, expected: String? = nil) throws(FileProblem) {
    var seen: Set<Document> = []
    for element in self {
      let value = try element[key]
      guard seen.insert(value).inserted else {
        throw expected.map { value.problem(expected: $0) }
          ?? value.problem(expected: "each \(key) once", found: "\(value.plain) a second time")
      }
    }
  }
}
