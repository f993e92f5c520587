extension Schema {
  /// The published JSON Schema, draft 2020-12.
  ///
  /// It accepts exactly what ``resolve(_:)`` accepts. Units stand under `x-unit`, named shapes under `$defs`.
  public func jsonSchema(title: String, about: String) -> Document {
    var definitions: [Document.Member] = []
    var members: [Document.Member] = [
      .init(key: "$schema", value: "https://json-schema.org/draft/2020-12/schema"),
      .init(key: "title", value: Document(title)), .init(key: "description", value: Document(about)),
    ]
    members += keywords(&definitions)
    if !definitions.isEmpty {
      let sorted = definitions.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      members.append(.init(key: "$defs", value: Document(sorted)))
    }
    return Document(members)
  }

  private typealias Members = [Document.Member]

  private func keywords(_ definitions: inout Members) -> Members {
    switch self {
    case .object(let fields, let rules): return object(fields, rules, &definitions)
    case .map(let schema, let names, let count):
      var members: Members = [.init(key: "type", value: "object")]
      members.append(.init(key: "propertyNames", value: Document(Schema.text(names).keywords(&definitions))))
      members.append(.init(key: "additionalProperties", value: Document(schema.keywords(&definitions))))
      return members + bounds(count, "minProperties", "maxProperties")
    case .array(let schema, let count):
      return [
        .init(key: "type", value: "array"),
        .init(key: "items", value: Document(schema.keywords(&definitions))),
      ] + bounds(count, "minItems", "maxItems")
    case .tuple(let entries, let required): return tuple(entries, required, &definitions)
    case .number(let range): return number(range)
    case .integer(let range):
      return [
        .init(key: "type", value: "integer"), .init(key: "minimum", value: Document(range.lower)),
        .init(key: "maximum", value: Document(range.upper)),
      ]
    case .text(let format):
      let rule = format.pattern.map { Document.Member(key: "pattern", value: Document($0)) }
      return [.init(key: "type", value: "string"), rule ?? .init(key: "minLength", value: 1)]
    case .boolean: return [.init(key: "type", value: "boolean")]
    case .anything: return []
    case .enumeration(let choices):
      return [.init(key: "enum", value: Document(choices.map { Document($0.name) }))]
    case .union(let variants): return union(variants, &definitions)
    case .alternatives(let schemas):
      return [.init(key: "anyOf", value: Document(schemas.map { Document($0.keywords(&definitions)) }))]
    case .named(let name, let schema, let about):
      if !definitions.contains(where: { $0.key == name }) {
        let place = definitions.count
        definitions.append(.init(key: name, value: nil))
        let members = schema.keywords(&definitions)
        definitions[place] = .init(
          key: name, value: Document([.init(key: "description", value: Document(about))] + members))
      }
      return [.init(key: "$ref", value: Document("#/$defs/\(name)"))]
    }
  }

  private func object(_ fields: [Field], _ rules: [KeyRule], _ definitions: inout Members) -> Members {
    var properties: Members = []
    for field in fields {
      var members = field.schema.keywords(&definitions)
      members.append(.init(key: "description", value: Document(field.about + choiceNotes(field.schema))))
      if let unit = field.unit { members.append(.init(key: "x-unit", value: Document(unit))) }
      if case .defaulted(let value) = field.presence { members.append(.init(key: "default", value: value)) }
      properties.append(.init(key: field.key, value: Document(members)))
      if let former = field.former {
        let about = members.filter { !["description", "default"].contains($0.key) }
        properties.append(
          .init(
            key: former,
            value: Document(
              about + [
                .init(key: "description", value: Document("The former name of `\(field.key)`.")),
                .init(key: "deprecated", value: true),
              ])))
      }
    }
    var members: Members = [
      .init(key: "type", value: "object"), .init(key: "properties", value: Document(properties)),
      .init(key: "additionalProperties", value: false),
    ]
    let required = fields.filter(\.isRequired).map { Document($0.key) }
    if !required.isEmpty { members.append(.init(key: "required", value: Document(required))) }
    let names = fields.compactMap { field in
      field.former.map { Schema.KeyRule.atMostOne(of: field.key, $0) }
    }
    let choices = (rules + names).compactMap(\.jsonSchema)
    if !choices.isEmpty { members.append(.init(key: "allOf", value: Document(choices))) }
    let needs = rules.filter { $0.kind == .together }.flatMap { rule in
      rule.keys.map { key in
        Document.Member(key: key, value: Document(rule.keys.filter { $0 != key }.map { Document($0) }))
      }
    }
    if !needs.isEmpty { members.append(.init(key: "dependentRequired", value: Document(needs))) }
    return members
  }

  private func choiceNotes(_ schema: Schema) -> String {
    guard case .enumeration(let choices) = schema else { return "" }
    return choices.map { choice in choice.about.map { " \(choice.name): \($0)" } ?? "" }.joined()
  }

  private func tuple(_ entries: [Entry], _ required: Int, _ definitions: inout Members) -> Members {
    let items = entries.map { entry in
      var members = entry.schema.keywords(&definitions)
      members.append(.init(key: "title", value: Document(entry.name)))
      if let unit = entry.unit { members.append(.init(key: "x-unit", value: Document(unit))) }
      return Document(members)
    }
    return [
      .init(key: "type", value: "array"), .init(key: "prefixItems", value: Document(items)),
      .init(key: "items", value: false), .init(key: "minItems", value: Document(required)),
    ]
  }

  private func number(_ range: NumberRange) -> Members {
    var members: Members = [.init(key: "type", value: "number")]
    if let lower = range.lower {
      members.append(
        .init(key: lower.isExcluded ? "exclusiveMinimum" : "minimum", value: Document(lower.value)))
    }
    if let upper = range.upper { members.append(.init(key: "maximum", value: Document(upper))) }
    return members
  }

  private func bounds(_ count: CountRange, _ lower: String, _ upper: String) -> Members {
    var members: Members = []
    if count.lower > 0 { members.append(.init(key: lower, value: Document(count.lower))) }
    if let limit = count.upper { members.append(.init(key: upper, value: Document(limit))) }
    return members
  }

  private func union(_ variants: [Variant], _ definitions: inout Members) -> Members {
    var options: [Document] = []
    for variant in variants {
      options.append(
        Document([
          .init(key: "type", value: "object"), .init(key: "description", value: Document(variant.about)),
          .init(
            key: "properties",
            value: Document([
              .init(key: variant.name, value: Document(variant.settings.keywords(&definitions)))
            ])),
          .init(key: "required", value: [Document(variant.name)]),
          .init(key: "additionalProperties", value: false),
        ]))
    }
    let bare = variants.filter { $0.settings.acceptsNothing }.map { Document($0.name) }
    if !bare.isEmpty {
      options.append(
        Document([
          .init(key: "description", value: "With the default of every setting."),
          .init(key: "enum", value: Document(bare)),
        ]))
    }
    return [.init(key: "oneOf", value: Document(options))]
  }
}

extension Schema.KeyRule {
  /// Nil for keys that go together, which JSON Schema has a keyword for.
  fileprivate var jsonSchema: Document? {
    let present = keys.map { Document([.init(key: "required", value: [Document($0)])]) }
    switch kind {
    case .exactlyOne: return ["oneOf": Document(present)]
    case .atMostOne: return ["oneOf": Document(present + [["not": ["anyOf": Document(present)]]])]
    case .together: return nil
    }
  }
}
