// What stands below a value of some shape.

extension Schema {
  /// The shape of what belongs to a key; nil for a key that does not exist.
  func below(_ key: String) -> Schema? {
    switch self {
    case .object(let fields, _): fields.first { $0.key == key }?.schema
    case .map(let schema, _, _): schema
    case .union(let variants): variants.first { $0.name == key }?.settings
    case .alternatives(let schemas): schemas.lazy.compactMap { $0.below(key) }.first
    case .named(_, let schema, _): schema.below(key)
    default: nil
    }
  }

  /// The shape of the elements of a list.
  var element: Schema? {
    switch self {
    case .array(let schema, _): schema
    case .alternatives(let schemas): schemas.lazy.compactMap(\.element).first
    case .named(_, let schema, _): schema.element
    default: nil
    }
  }

  /// Whether a key stands alone, since it can only be the case of a union.
  func isCase(_ name: String) -> Bool {
    switch self {
    case .union: return true
    case .alternatives(let schemas):
      let known = schemas.filter { $0.below(name) != nil }
      return (known.isEmpty ? schemas : known).contains { $0.isCase(name) }
    case .named(_, let schema, _): return schema.isCase(name)
    default: return false
    }
  }
}
