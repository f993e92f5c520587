public import World

extension Schema {
  /// Checks a document strictly and fills in every default.
  ///
  /// The result has the keys in the order of the schema, numbers where the schema says number, unions in their
  /// map form, and reads without surprises. Resolving it again changes nothing.
  ///
  /// - Throws: The first problem in the order of the file's structure.
  public func resolve(_ document: Document) throws(FileProblem) -> Document {
    try resolve(document, in: nil)
  }

  /// The same for a value that counts in a unit, which sentences about its range name.
  private func resolve(_ document: Document, in unit: String?) throws(FileProblem) -> Document {
    switch self {
    case .object(let fields, let rules): return try resolve(document, fields: fields, rules: rules)
    case .map(let schema, let names, let count):
      return try resolve(document, mapOf: schema, names: names, count: count, in: unit)
    case .array(let schema, let count):
      guard case .array(let elements) = document.content, count.contains(elements.count) else {
        throw document.problem(expected: expected)
      }
      var resolved: [Document] = []
      for element in elements { resolved.append(try schema.resolve(element, in: unit)) }
      return Document(.array(resolved), at: document.location)
    case .tuple(let entries, let required):
      guard case .array(let elements) = document.content, required...entries.count ~= elements.count else {
        throw document.problem(
          expected: expected, found: document.summary + document.tupleAdvice(entries.count))
      }
      var resolved: [Document] = []
      for (entry, element) in zip(entries, elements) {
        resolved.append(try entry.schema.resolve(element, in: entry.unit ?? unit))
      }
      return Document(.array(resolved), at: document.location)
    case .union(let variants): return try resolve(document, variants: variants)
    case .alternatives(let schemas): return try resolve(document, alternatives: schemas, in: unit)
    case .named(_, let schema, _): return try schema.resolve(document, in: unit)
    case .anything: return document
    default: return try resolveScalar(document, in: unit)
    }
  }

  private func resolveScalar(_ document: Document, in unit: String?) throws(FileProblem) -> Document {
    switch (self, document.content) {
    case (.number(let range), .number(let number)) where range.contains(number): return document
    case (.number(let range), .integer(let integer)) where range.contains(Double(integer)):
      return Document(.number(Double(integer)), at: document.location)
    case (.integer(let range), .integer(let integer)) where range.contains(integer): return document
    case (.integer(let range), .number(let number)):
      if let integer = Int(exactly: number), range.contains(integer) {
        return Document(.integer(integer), at: document.location)
      }
    case (.text(let format), .text(let text)) where format.accepts(text): return document
    case (.boolean, .boolean): return document
    case (.enumeration(let choices), .text(let text)):
      if choices.contains(where: { $0.name == text }) { return document }
      throw document.problem(
        expected: expected, found: document.summary + suggestion(for: text, among: choices.map(\.name)))
    default: break
    }
    throw document.problem(
      expected: expected(in: unit), found: document.summary + advice(on: document, in: unit))
  }

  private func resolve(
    _ document: Document, fields: [Field], rules: [KeyRule]
  ) throws(FileProblem) -> Document {
    guard case .object(let members) = document.content else { throw document.problem(expected: expected) }
    let keys = fields.map(\.key)
    for (index, member) in members.enumerated() where !keys.contains(member.key) {
      let advice = index > 0 ? members[index - 1].decimalComma(before: member) : ""
      throw unknown(member.key, member.value, among: keys, advice)
    }
    var resolved: [Document.Member] = []
    for field in fields {
      if let value = try resolve(field, of: document) {
        resolved.append(Document.Member(key: field.key, value: value))
      }
    }
    for rule in rules { try check(rule, in: document) }
    return Document(.object(resolved), at: document.location)
  }

  private func resolve(_ field: Field, of document: Document) throws(FileProblem) -> Document? {
    if let value = document.optional(field.key) { return try field.schema.resolve(value, in: field.unit) }
    switch field.presence {
    case .optional: return nil
    case .defaulted(let value):
      return try field.schema.resolve(value.moved(to: document.location.key(field.key)))
    case .required: throw document.problem(expected: "the key \(field.key)", found: missing(in: document))
    }
  }

  private func check(_ rule: KeyRule, in document: Document) throws(FileProblem) {
    let present = rule.keys.filter(document.has)
    switch rule.kind {
    case .together:
      guard !present.isEmpty, let absent = rule.keys.first(where: { !document.has($0) }) else { return }
      throw document.problem(expected: "the key \(absent)", found: missing(in: document))
    case .exactlyOne where present.count != 1, .atMostOne where present.count > 1:
      throw document.problem(
        expected: "\(rule.kind == .exactlyOne ? "exactly" : "at most") one of the keys \(listing(rule.keys))",
        found: present.isEmpty ? "neither" : present.joined(separator: " and "))
    default: return
    }
  }

  private func missing(in document: Document) -> String {
    guard case .object(let members) = document.content, !members.isEmpty else { return "an empty map" }
    return "only \(members.map(\.key).joined(separator: ", "))"
  }

  private func resolve(
    _ document: Document, mapOf schema: Schema, names: TextFormat, count: CountRange, in unit: String?
  )
    throws(FileProblem) -> Document
  {
    guard case .object(let members) = document.content, count.contains(members.count) else {
      throw document.problem(expected: expected)
    }
    var resolved: [Document.Member] = []
    for member in members {
      guard names.accepts(member.key) else {
        throw member.value.problem(expected: "\(names.expected) as the key", found: jsonText(member.key))
      }
      resolved.append(Document.Member(key: member.key, value: try schema.resolve(member.value, in: unit)))
    }
    return Document(.object(resolved), at: document.location)
  }

  private func resolve(_ document: Document, variants: [Variant]) throws(FileProblem) -> Document {
    let names = variants.map(\.name)
    let name: String
    var settings: Document?
    switch document.content {
    case .text(let text): name = text
    case .object(let members) where members.count == 1:
      name = members[0].key
      settings = members[0].value
    default: throw document.problem(expected: expected)
    }
    guard let variant = variants.first(where: { $0.name == name }) else {
      if let settings { throw unknown(name, settings, among: names) }
      throw document.problem(
        expected: expected, found: document.summary + suggestion(for: name, among: names))
    }
    guard settings != nil || variant.settings.acceptsNothing else {
      throw document.problem(expected: "\(name) with its settings: \(variant.settings.expected)")
    }
    let given = settings ?? Document(.object([]), at: document.location.key(name))
    let member = Document.Member(key: name, value: try variant.settings.resolve(given))
    return Document(.object([member]), at: document.location)
  }

  private func resolve(_ document: Document, alternatives: [Schema], in unit: String?) throws(FileProblem)
    -> Document
  {
    var first: FileProblem?
    for schema in alternatives where schema.mayTake(document) {
      do {
        return try schema.resolve(document, in: unit)
      } catch {
        first = first ?? error
      }
    }
    // With one map or list among the shapes its own sentence says most; otherwise all are named.
    if let first, !document.isScalar, alternatives.count(where: { $0.mayTake(document) }) == 1 { throw first }
    let advice = alternatives.lazy.map { $0.advice(on: document, in: unit) }.first { !$0.isEmpty }
    throw document.problem(
      expected: expected(in: unit), found: first?.found ?? document.summary + (advice ?? ""))
  }

  private func unknown(_ key: String, _ value: Document, among keys: [String], _ advice: String = "")
    -> FileProblem
  {
    let allowed = keys.isEmpty ? "no keys here" : "one of the keys \(keys.joined(separator: ", "))"
    return value.problem(
      expected: allowed,
      found: "the unknown key \(jsonText(key))"
        + (advice.isEmpty ? suggestion(for: key, among: keys) : advice))
  }
}

extension Schema {
  /// Whether a value is of a kind that this could take, whatever its range or keys.
  func mayTake(_ document: Document) -> Bool {
    switch (self, document.content) {
    case (.object, .object), (.map, .object), (.array, .array), (.tuple, .array): true
    case (.number, .number), (.number, .integer), (.integer, .number), (.integer, .integer): true
    case (.text, .text), (.enumeration, .text), (.boolean, .boolean): true
    case (.union, .object): true
    case (.union(let variants), .text): variants.contains { $0.settings.acceptsNothing }
    case (.alternatives(let schemas), _): schemas.contains { $0.mayTake(document) }
    case (.named(_, let schema, _), _): schema.mayTake(document)
    default: false
    }
  }

  /// Whether an empty map is right: every key has a default or may be absent.
  var acceptsNothing: Bool {
    switch self {
    case .object(let fields, let rules):
      fields.allSatisfy { !$0.isRequired } && !rules.contains { $0.kind == .exactlyOne }
    case .named(_, let schema, _): schema.acceptsNothing
    default: false
    }
  }

  /// The end of "expected …".
  var expected: String { expected(in: nil) }

  /// The same for a value that counts in a unit.
  func expected(in unit: String?) -> String {
    switch self {
    case .object(let fields, _):
      fields.isEmpty ? "an empty map" : "a map with the keys \(fields.map(\.key).joined(separator: ", "))"
    case .map(_, _, let count): "a map of names\(count.expected)"
    case .array(_, let count): "a list\(count.expected)"
    case .tuple(let entries, let required):
      listing(
        (required...entries.count).map { "[\(entries.prefix($0).map(\.name).joined(separator: ", "))]" })
    case .number(let range): range.expected(in: unit)
    case .integer(let range): range.expected(in: unit)
    case .text(let format): format.expected
    case .boolean: "true or false"
    case .anything: "any value"
    case .enumeration(let choices): listing(choices.map(\.name))
    case .union(let variants): "one of \(variants.map(\.name).joined(separator: ", "))"
    case .alternatives(let schemas): listing(schemas.map { $0.expected(in: unit) })
    case .named(_, let schema, _): schema.expected(in: unit)
    }
  }
}
