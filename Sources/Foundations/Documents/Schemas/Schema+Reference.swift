extension Schema {
  /// A key in words, in Markdown.
  public struct ReferenceRow: Sendable {
    /// The path of the key, such as `channel.pathLoss.logDistance.n`.
    public let place: String
    /// What it may be, with its range and unit.
    public let value: String
    /// The default, or `required`, `none` or `one of them`; empty in a row of a union's cases.
    public let standard: String
    /// The key's sentence.
    public let about: String

    fileprivate var line: String {
      "| `\(place)` | \(value) |\(standard.isEmpty ? "" : " \(standard)") | \(about) |"
    }
  }

  /// Every key with its place, what it may be, its default and what it means; of named shapes, their names only.
  public var referenceRows: [ReferenceRow] {
    var (rows, named) = ([ReferenceRow](), Shapes())
    addRows(path: "", into: &rows, named: &named)
    return rows
  }

  /// A table of every key in Markdown: its place, what it may be, its default and what it means. Named shapes
  /// get a table of their own, in the order of their names.
  public func reference(title: String) -> String {
    var named = Shapes()
    var text = "# \(title)\n\n" + table(named: &named)
    var index = 0
    var sections: [(name: String, text: String)] = []
    while index < named.count {
      let (name, schema, about) = named[index]
      sections.append((name, "\n## \(name)\n\n\(about)\n\n" + schema.table(named: &named)))
      index += 1
    }
    for section in sections.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      text += section.text
    }
    return text
  }

  fileprivate typealias Shapes = [(name: String, schema: Schema, about: String)]

  private func table(named: inout Shapes) -> String {
    var rows: [ReferenceRow] = []
    addRows(path: "", into: &rows, named: &named)
    if rows.isEmpty { return "\(shape(named: &named).capitalisedFirst).\n" }
    return "| key | value | default | meaning |\n|---|---|---|---|\n"
      + rows.map(\.line).joined(separator: "\n") + "\n"
  }

  private func addRows(path: String, into rows: inout [ReferenceRow], named: inout Shapes) {
    switch self {
    case .object(let fields, let rules):
      for field in fields {
        let place = path.isEmpty ? field.key : "\(path).\(field.key)"
        let rule = rules.first { $0.kind != .together && $0.keys.contains(field.key) }
        rows.append(field.row(place: place, rule: rule, named: &named))
        field.schema.addRows(path: place, into: &rows, named: &named)
      }
    case .map(let schema, _, _): schema.addRows(path: "\(path).*", into: &rows, named: &named)
    case .array(let schema, _): schema.addRows(path: "\(path)[]", into: &rows, named: &named)
    case .union(let variants):
      for variant in variants {
        let place = path.isEmpty ? variant.name : "\(path).\(variant.name)"
        let shape = variant.settings.shape(named: &named)
        rows.append(ReferenceRow(place: place, value: shape, standard: "", about: variant.about))
        variant.settings.addRows(path: place, into: &rows, named: &named)
      }
    case .alternatives(let schemas):
      for schema in schemas { schema.addRows(path: path, into: &rows, named: &named) }
    default: break
    }
  }

  /// A few words for the second column.
  fileprivate func shape(named: inout Shapes) -> String {
    switch self {
    case .object(let fields, _): return fields.isEmpty ? "no settings" : "map"
    case .map(let schema, _, let count):
      return "map\(count.expected) from names to: \(schema.shape(named: &named))"
    case .array(let schema, let count): return "list\(count.expected), each: \(schema.shape(named: &named))"
    case .union(let variants): return "one of \(variants.map { "`\($0.name)`" }.joined(separator: ", "))"
    case .enumeration(let choices): return listing(choices.map { "`\($0.name)`" })
    case .alternatives(let schemas):
      var parts: [String] = []
      for schema in schemas {
        switch schema {
        case .enumeration(let choices): parts += choices.map { "`\($0.name)`" }
        case .object(let fields, _) where !fields.isEmpty:
          parts.append("a map with " + fields.map { "`\($0.key)`" }.joined(separator: ", "))
        default: parts.append(schema.shape(named: &named))
        }
      }
      return listing(parts)
    case .named(let name, let schema, let about):
      if !named.contains(where: { $0.name == name }) { named.append((name, schema, about)) }
      return "[\(name)](#\(name.lowercased()))"
    case .tuple: return "`\(expected)`"
    default: return expected
    }
  }
}

extension Schema.Field {
  fileprivate func row(
    place: String, rule: Schema.KeyRule?, named: inout Schema.Shapes
  ) -> Schema.ReferenceRow {
    let standard: String
    switch presence {
    case .required: standard = "required"
    case .optional: standard = rule == nil ? "none" : "one of them"
    case .defaulted(let value): standard = "`\(value.flow)`"
    }
    let unit = unit.map { ", \($0)" } ?? ""
    let choice = rule.map { rule in
      " \(rule.kind == .exactlyOne ? "Exactly" : "At most") one of \(listing(rule.keys.map { "`\($0)`" }))."
    }
    return Schema.ReferenceRow(
      place: place, value: schema.shape(named: &named) + unit, standard: standard,
      about: "\(about)\(choiceNotes)\(choice ?? "")")
  }

  private var choiceNotes: String {
    guard case .enumeration(let choices) = schema else { return "" }
    return choices.map { choice in choice.about.map { " `\(choice.name)`: \($0)" } ?? "" }.joined()
  }
}

extension String {
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
