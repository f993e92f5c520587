extension Schema {
  /// The published JSON Schema, draft 2020-12.
  ///
  /// It accepts exactly what ``resolve(_:)`` accepts. Units stand under `x-unit`, named shapes under `$defs`.
  public func jsonSchema(title: String, about: String) -> Document {
    var definitions: Members = []
    let keywords = keywords(&definitions)
    let head = Members(present: [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": Document(title),
      "description": Document(about),
    ])
    let sorted = definitions.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return Document(head + keywords + Members(present: ["$defs": sorted.isEmpty ? .none : Document(sorted)]))
  }

  private typealias Members = [Document.Member]

  private func keywords(_ definitions: inout Members) -> Members {
    switch self {
    case .object(let fields, let rules): return object(fields, rules, &definitions)
    case .map(let schema, let names, let count):
      return Members(present: [
        "type": "object", "propertyNames": Document(Schema.text(names).keywords(&definitions)),
        "additionalProperties": Document(schema.keywords(&definitions)),
      ]) + bounds(count, "minProperties", "maxProperties")
    case .array(let schema, let count):
      return Members(present: ["type": "array", "items": Document(schema.keywords(&definitions))])
        + bounds(count, "minItems", "maxItems")
    case .tuple(let entries, let required): return tuple(entries, required, &definitions)
    case .named(let name, let schema, let about):
      define(name, schema, about, &definitions)
      return Members(present: ["$ref": Document("#/$defs/\(name)")])
    case .union(let variants): return union(variants, &definitions)
    case .alternatives(let schemas):
      return Members(present: ["anyOf": Document(schemas.map { Document($0.keywords(&definitions)) })])
    default: return Members(present: plainKeywords)
    }
  }

  /// Of a schema without others in it.
  private var plainKeywords: KeyValuePairs<String, Document?> {
    switch self {
    case .number(let range):
      let lower = range.lower.map { Document($0.value) }
      let isExcluded = range.lower?.isExcluded == true
      return [
        "type": "number", "exclusiveMinimum": isExcluded ? lower : nil, "minimum": isExcluded ? nil : lower,
        "maximum": range.upper.map { Document($0) },
      ]
    case .integer(let range):
      return ["type": "integer", "minimum": Document(range.lower), "maximum": Document(range.upper)]
    case .text(let format):
      let pattern = format.pattern.map { Document($0) }
      return ["type": "string", "pattern": pattern, "minLength": pattern == nil ? 1 : .none]
    case .boolean: return ["type": "boolean"]
    case .enumeration(let choices): return ["enum": Document(choices.map { Document($0.name) })]
    default: return [:]
    }
  }

  /// Enters a named shape among the definitions, unless it is there.
  private func define(_ name: String, _ schema: Schema, _ about: String, _ definitions: inout Members) {
    guard !definitions.contains(where: { $0.key == name }) else { return }
    let place = definitions.count
    definitions.append(.init(key: name, value: nil))
    let members = Members(present: ["description": Document(about)]) + schema.keywords(&definitions)
    definitions[place] = .init(key: name, value: Document(members))
  }

  private func object(_ fields: [Field], _ rules: [KeyRule], _ definitions: inout Members) -> Members {
    let keys = fields.map { property($0, &definitions) }
    let required = fields.filter(\.isRequired).map { Document($0.key) }
    let choices = rules.compactMap(\.jsonSchema)
    let needs = rules.filter { $0.kind == .together }.flatMap { rule in
      rule.keys.map { key in
        Document.Member(key: key, value: Document(rule.keys.filter { $0 != key }.map { Document($0) }))
      }
    }
    return Members(present: [
      "type": "object", "properties": Document(keys), "additionalProperties": false,
      "required": required.isEmpty ? .none : Document(required),
      "allOf": choices.isEmpty ? .none : Document(choices),
      "dependentRequired": needs.isEmpty ? .none : Document(needs),
    ])
  }

  private func property(_ field: Field, _ definitions: inout Members) -> Document.Member {
    let value: Document? = if case .defaulted(let value) = field.presence { value } else { nil }
    let own = Members(present: [
      "description": Document(field.about + choiceNotes(field.schema)),
      "x-unit": field.unit.map { Document($0) }, "default": value,
    ])
    return .init(key: field.key, value: Document(field.schema.keywords(&definitions) + own))
  }

  private func choiceNotes(_ schema: Schema) -> String {
    guard case .enumeration(let choices) = schema else { return "" }
    return choices.map { choice in choice.about.map { " \(choice.name): \($0)" } ?? "" }.joined()
  }

  private func tuple(_ entries: [Entry], _ required: Int, _ definitions: inout Members) -> Members {
    let items = entries.map { entry in
      Document(
        entry.schema.keywords(&definitions)
          + Members(present: ["title": Document(entry.name), "x-unit": entry.unit.map { Document($0) }]))
    }
    return Members(present: [
      "type": "array", "prefixItems": Document(items), "items": false, "minItems": Document(required),
    ])
  }

  private func bounds(_ count: CountRange, _ lower: String, _ upper: String) -> Members {
    (count.lower > 0 ? [.init(key: lower, value: Document(count.lower))] : [])
      + (count.upper.map { [.init(key: upper, value: Document($0))] } ?? [])
  }

  private func union(_ variants: [Variant], _ definitions: inout Members) -> Members {
    let options: [Document] = variants.map { variant in
      let settings = Document.Member(
        key: variant.name, value: Document(variant.settings.keywords(&definitions)))
      return [
        "type": "object", "description": Document(variant.about), "properties": Document([settings]),
        "required": [Document(variant.name)], "additionalProperties": false,
      ]
    }
    let bare = variants.filter { $0.settings.acceptsNothing }.map { Document($0.name) }
    let short: Document = [
      "description": "With the default of every setting.", "enum": Document(bare),
    ]
    return Members(present: ["oneOf": Document(options + (bare.isEmpty ? [] : [short]))])
  }
}

extension Schema.KeyRule {
  /// Nil for keys that go together, which JSON Schema has a keyword for.
  fileprivate var jsonSchema: Document? {
    let present: [Document] = keys.map { ["required": [Document($0)]] }
    switch kind {
    case .exactlyOne: return ["oneOf": Document(present)]
    case .atMostOne: return ["oneOf": Document(present + [["not": ["anyOf": Document(present)]]])]
    case .together: return nil
    }
  }
}
