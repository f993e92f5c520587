/// The shape of a file, said once: the strict check, the defaults, the published JSON Schema and the table of
/// keys all come from it.
public indirect enum Schema: Sendable {
  /// A map with known keys; any other key is refused.
  case object([Field], rules: [KeyRule] = [])
  /// A map from names that the file chooses.
  case map(of: Schema, names: TextFormat = .line, count: CountRange = .any)
  case array(of: Schema, count: CountRange = .any)
  /// A list with a meaning for each place, such as `[x, y, z]`; the first `required` must be there.
  case tuple([Entry], required: Int)
  /// A finite number; a whole one is read as a number.
  case number(NumberRange = .any)
  /// A whole number; `3.0` counts as one.
  case integer(IntegerRange = .any)
  case text(TextFormat = .any)
  case boolean
  /// Any value, which is kept as it stands: what another schema will be asked about.
  case anything
  case enumeration([Choice])
  /// One of several cases with settings of their own: `{kalman: {q: 20}}`, or just `kalman` when every setting
  /// has a default. The resolved form is always the map.
  case union([Variant])
  /// The first of several shapes that fits, such as a number or `measuredPower`.
  case alternatives([Schema])
  /// A shape with a name, which the JSON Schema holds under `$defs` and the table of keys explains once.
  case named(String, Schema, about: String)
}

extension Schema {
  /// One key of an object.
  public struct Field: Sendable {
    /// Whether the key may be absent, and what then takes its place.
    package enum Presence: Sendable {
      case required
      case optional
      case defaulted(Document)
    }

    /// The name in the file.
    package let key: String
    /// What the value may be.
    package let schema: Schema
    /// Whether the key may be absent.
    package let presence: Presence
    let unit: String?
    let about: String

    /// A key that must be there.
    ///
    /// - Parameters:
    ///   - key: The name as it stands in the file.
    ///   - schema: What its value may be.
    ///   - unit: As it is printed, such as `m`, `s` or `dBm`.
    ///   - about: One or two sentences for the JSON Schema and the table of keys.
    public static func required(_ key: String, _ schema: Schema, unit: String? = nil, _ about: String)
      -> Field
    {
      Field(key: key, schema: schema, presence: .required, unit: unit, about: about)
    }

    /// A key that may be absent, and is then absent from the resolved document too.
    public static func optional(_ key: String, _ schema: Schema, unit: String? = nil, _ about: String)
      -> Field
    {
      Field(key: key, schema: schema, presence: .optional, unit: unit, about: about)
    }

    /// A key whose value is filled in when it is absent. The default goes through the schema too, so it may
    /// leave out what has defaults of its own.
    public static func defaulted(
      _ key: String, _ schema: Schema, to value: Document, unit: String? = nil, _ about: String
    ) -> Field {
      Field(key: key, schema: schema, presence: .defaulted(value), unit: unit, about: about)
    }

    /// The same key with a default.
    package func defaulted(to value: Document) -> Field {
      Field(key: key, schema: schema, presence: .defaulted(value), unit: unit, about: about)
    }

    var isRequired: Bool {
      if case .required = presence { true } else { false }
    }

    /// Whether the key may be absent without a default in its place.
    package var isOptional: Bool {
      if case .optional = presence { true } else { false }
    }
  }

  /// One place of a tuple.
  public struct Entry: Sendable {
    /// What the place is called in documentation and errors.
    package let name: String
    /// What the value may be.
    package let schema: Schema
    let unit: String?

    public init(_ name: String, _ schema: Schema, unit: String? = nil) {
      self.name = name
      self.schema = schema
      self.unit = unit
    }
  }

  /// One word of an enumeration.
  public struct Choice: Sendable, ExpressibleByStringLiteral {
    /// The word in the file.
    package let name: String
    let about: String?

    public init(_ name: String, _ about: String? = nil) {
      self.name = name
      self.about = about
    }

    public init(stringLiteral name: String) { self.init(name) }
  }

  /// One case of a tagged union.
  public struct Variant: Sendable {
    /// The key in the file whose value are the settings.
    package let name: String
    /// What stands under the key.
    package let settings: Schema
    let about: String

    /// A case without settings.
    public init(_ name: String, _ about: String) { self.init(name, .object([]), about) }

    public init(_ name: String, _ settings: Schema, _ about: String) {
      self.name = name
      self.settings = settings
      self.about = about
    }
  }

  /// The constraints between optional keys of an object.
  public struct KeyRule: Sendable {
    enum Kind: Sendable {
      case exactlyOne
      case atMostOne
      case together
    }

    let kind: Kind
    /// The keys among which the rule holds.
    package let keys: [String]

    public static func exactlyOne(of keys: String...) -> KeyRule { KeyRule(kind: .exactlyOne, keys: keys) }
    public static func atMostOne(of keys: String...) -> KeyRule { KeyRule(kind: .atMostOne, keys: keys) }
    /// All of them, or none.
    public static func together(_ keys: String...) -> KeyRule { KeyRule(kind: .together, keys: keys) }
  }

  /// A coordinate or a height in metres: up to a thousand kilometres, so that squares and sums stay finite.
  public static let coordinate = Schema.number(.coordinate)
}
