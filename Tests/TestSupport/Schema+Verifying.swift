package import Documents
package import World

extension Schema {
  /// Checks the schema itself: that every default is allowed, no key stands twice, every key of a group is an
  /// optional field, and one name means one shape. For a test of each schema.
  ///
  /// - Throws: The first mistake; its place is the path of keys in the schema.
  package func verify() throws(FileProblem) {
    var named: [String: String] = [:]
    try verify(at: Document.Location(file: "schema"), &named)
  }

  private func verify(at place: Document.Location, _ named: inout [String: String]) throws(FileProblem) {
    switch self {
    case .object(let fields, let rules):
      try unique(fields.map(\.key), at: place)
      for group in rules.flatMap(\.keys)
      where !fields.contains(where: { $0.key == group && $0.isOptional }) {
        throw Document(.null, at: place).problem(expected: "an optional key", found: group)
      }
      for field in fields {
        let below = place.key(field.key)
        if case .defaulted(let value) = field.presence {
          _ = try field.schema.resolve(value.moved(to: below))
        }
        try field.schema.verify(at: below, &named)
      }
    case .map(let schema, _, _): try schema.verify(at: place.key("*"), &named)
    case .array(let schema, _): try schema.verify(at: place.key("[]"), &named)
    case .tuple(let entries, let required):
      guard 0...entries.count ~= required else {
        throw Document(.null, at: place).problem(expected: "at most \(entries.count)", found: "\(required)")
      }
      for entry in entries { try entry.schema.verify(at: place.key(entry.name), &named) }
    case .enumeration(let choices): try unique(choices.map(\.name), at: place)
    case .union(let variants):
      try unique(variants.map(\.name), at: place)
      for variant in variants { try variant.settings.verify(at: place.key(variant.name), &named) }
    case .alternatives(let schemas):
      for schema in schemas { try schema.verify(at: place, &named) }
    case .named(let name, let schema, let about):
      let shape = schema.jsonSchema(title: name, about: about).json
      guard named[name, default: shape] == shape else {
        throw Document(.null, at: place).problem(expected: "one shape named \(name)", found: "two")
      }
      named[name] = shape
      try schema.verify(at: place, &named)
    case .number, .integer, .text, .boolean, .anything: break
    }
  }

  private func unique(_ names: [String], at place: Document.Location) throws(FileProblem) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw Document(.null, at: place).problem(expected: "each name once", found: "\(name) twice")
    }
  }
}
