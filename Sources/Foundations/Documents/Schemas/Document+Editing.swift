public import World

extension Document {
  /// The same document with another value at one place, as a command-line option or a sweep sets it.
  ///
  /// - Parameters:
  ///   - path: Keys and indices as error messages print them, such as `pipelines[0].filters[1].kalman.q`.
  ///     A last key that is absent is added; everything before it must be there. `[feedback]` is the element whose
  ///     `name` is that, and `[*]` stands for all elements in which the rest of the path is found up to its last key, of
  ///     which there must be one: `pipelines[*].filters[*].kalman.q`.
  ///   - value: Takes the place of the whole value there. One that stands in a file keeps its place for error messages.
  public func setting(_ path: String, to value: Document) throws(FileProblem) -> Document {
    try setting(steps(of: path)[...], to: value, in: nil)
  }

  /// The same in a file of some shape, in which a path may lead through keys that are absent, and through another case of
  /// a union than the one that stands there: maps are added, and the other case gives way.
  ///
  /// Whether the keys exist and the value is right, the schema says when it resolves the document.
  public func setting(_ path: String, to value: Document, in schema: Schema) throws(FileProblem) -> Document {
    try setting(steps(of: path)[...], to: value, in: schema)
  }

  /// A copy with another value for a key, which is added where it is absent; unlike with ``setting(_:to:)``, the value stays
  /// where it stands, in a file of its own.
  ///
  /// - Throws: ``World/FileProblem`` when this is no object.
  public func replacing(_ key: String, by value: Document) throws(FileProblem) -> Document {
    var members = try members
    if let index = members.firstIndex(where: { $0.key == key }) {
      members[index] = Member(key: key, value: value)
    } else {
      members.append(Member(key: key, value: value))
    }
    return Document(.object(members), at: location)
  }

  /// A copy with one more element at the end of the list that belongs to a key; all others stay where they stand.
  ///
  /// Without such a key nothing changes.
  ///
  /// - Throws: ``World/FileProblem`` when the key holds something else.
  public func appending(_ element: Document, toListOf key: String) throws(FileProblem) -> Document {
    let members = try members.map { member throws(FileProblem) in
      guard member.key == key else { return member }
      let elements = try member.value.elements
      let place = member.value.location
      let list = Document(
        .array(elements + [element.moved(to: place.element(elements.count))]), at: place)
      return Member(key: key, value: list)
    }
    return Document(.object(members), at: location)
  }

  private enum Step {
    case key(String)
    case index(Int)
    /// Every element in which the rest of the path is found.
    case each
    /// The element of that name.
    case named(String)
  }

  private func steps(of path: String) throws(FileProblem) -> [Step] {
    if let steps = knownSteps(of: path) { return steps }
    throw FileProblem(
      file: "", expected: "a path of keys such as laps.count or pipelines[0].snap (indices count from 0)",
      found: jsonText(path))
  }

  private func knownSteps(of path: String) -> [Step]? {
    var steps: [Step] = []
    var rest = path[...]
    while !rest.isEmpty {
      let key = rest.prefix { $0 != "." && $0 != "[" }
      guard !key.isEmpty else { return nil }
      steps.append(.key(String(key)))
      rest = rest.dropFirst(key.count)
      while rest.first == "[" {
        guard let close = rest.firstIndex(of: "]") else { return nil }
        let inner = rest[rest.index(after: rest.startIndex)..<close]
        guard let step = Self.step(inner) else { return nil }
        steps.append(step)
        rest = rest[rest.index(after: close)...]
      }
      guard rest.isEmpty || rest.first == "." else { return nil }
      if rest.first == "." {
        rest = rest.dropFirst()
        if rest.isEmpty { return nil }
      }
    }
    return steps.isEmpty ? nil : steps
  }

  private static func step(_ inner: Substring) -> Step? {
    if inner == "*" { return .each }
    if let index = Int(inner) { return index >= 0 ? .index(index) : nil }
    return inner.isEmpty ? nil : .named(String(inner))
  }

  private func setting(_ steps: ArraySlice<Step>, to new: Document, in schema: Schema?) throws(FileProblem)
    -> Document
  {
    switch steps.first {
    case nil: return new.placed(at: location)
    case .key(let key): return try setting(key, steps, to: new, in: schema)
    case .index(let index):
      _ = try self[index]
      return try settingElements(steps, to: new, in: schema) { place, _ in place == index }
    case .named(let name):
      let index = try index(ofElementNamed: name)
      return try settingElements(steps, to: new, in: schema) { place, _ in place == index }
    case .each:
      guard try elements.contains(where: { $0.holds(steps.dropFirst()) }) else {
        throw problem(
          expected: "an element with \(Self.text(of: steps.dropFirst()))",
          found: "none among \(try elements.count)")
      }
      return try settingElements(steps, to: new, in: schema) { _, element in element.holds(steps.dropFirst())
      }
    }
  }

  /// With another value of one of its keys, or below it.
  private func setting(
    _ key: String, _ steps: ArraySlice<Step>, to new: Document, in schema: Schema?
  ) throws(FileProblem) -> Document {
    if case .array = content, let index = Int(key), index >= 0 {
      throw problem(expected: "an index in brackets, [\(index)]", found: ".\(index)")
    }
    var members: [Member]
    if let others = schema.flatMap({ others(than: key, in: $0) }) {
      members = others
    } else {
      members = try self.members
    }
    let below = schema?.below(key)
    if let index = members.firstIndex(where: { $0.key == key }) {
      let value = try members[index].value.setting(steps.dropFirst(), to: new, in: below)
      members[index] = Member(key: key, value: value)
    } else if steps.count == 1 || schema != nil && below == nil {
      members.append(Member(key: key, value: new.placed(at: location.key(key))))
    } else if let below {
      let empty = Document(.object([]), at: Location(file: new.location.file, path: location.key(key).path))
      members.append(Member(key: key, value: try empty.setting(steps.dropFirst(), to: new, in: below)))
    } else {
      throw problem(expected: "the key \(key)")
    }
    return Document(.object(members), at: location)
  }

  private func index(ofElementNamed name: String) throws(FileProblem) -> Int {
    let names = try elements.map { try? $0.text("name") }
    if let index = names.firstIndex(of: name) { return index }
    let known = names.compactMap(\.self)
    throw problem(
      expected: "the name of an element (\(known.joined(separator: ", ")))",
      found: name + suggestion(for: name, among: known))
  }

  /// In its own file where it has one, else there.
  private func placed(at location: Location) -> Document {
    self.location.file.isEmpty ? moved(to: location) : self
  }

  /// What stands beside a key when it is set; nil for everything that is there.
  private func others(than key: String, in schema: Schema) -> [Member]? {
    if schema.isCase(key) { return has(key) ? nil : [] }
    if case .object = content { return nil }
    return schema.below(key) == nil ? nil : []
  }

  private func settingElements(
    _ steps: ArraySlice<Step>, to new: Document, in schema: Schema?, where isMeant: (Int, Document) -> Bool
  ) throws(FileProblem) -> Document {
    var changed: [Document] = []
    for (index, element) in try elements.enumerated() {
      changed.append(
        isMeant(index, element)
          ? try element.setting(steps.dropFirst(), to: new, in: schema?.element) : element)
    }
    return Document(.array(changed), at: location)
  }

  /// Whether everything on a path but its last key is there already.
  private func holds(_ steps: ArraySlice<Step>) -> Bool {
    switch steps.first {
    case nil: return true
    case .key where steps.count == 1: return (try? members) != nil
    case .key(let key): return optional(key)?.holds(steps.dropFirst()) ?? false
    case .index(let index): return (try? self[index])?.holds(steps.dropFirst()) ?? false
    case .each: return (try? elements)?.contains { $0.holds(steps.dropFirst()) } ?? false
    case .named(let name):
      let named = (try? elements)?.first { (try? $0.text("name")) == name }
      return named?.holds(steps.dropFirst()) ?? false
    }
  }

  private static func text(of steps: ArraySlice<Step>) -> String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += (text.isEmpty ? "" : ".") + key
      case .index(let index): text += "[\(index)]"
      case .each: text += "[*]"
      case .named(let name): text += "[\(name)]"
      }
    }
  }
}
