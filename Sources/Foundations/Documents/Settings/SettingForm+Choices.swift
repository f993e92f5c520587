import World

extension SettingForm where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// One of an enumeration's words.
  public static var choice: Self { choice(among: Array(Value.allCases)) }

  /// One of some words of an enumeration.
  public static func choice(among values: [Value]) -> Self {
    choice(of: .enumeration(values.map { Schema.Choice($0.rawValue) }))
  }

  /// The same with a sentence for each word, in the order of the documentation.
  public static func choice(_ cases: KeyValuePairs<Value, String?>) -> Self {
    choice(of: .enumeration(cases.map { Schema.Choice($0.rawValue, $1) }))
  }

  private static func choice(of schema: Schema) -> Self {
    SettingForm(
      schema: schema, read: { document throws(FileProblem) in try document.choice(of: Value.self) },
      write: { Document($0.rawValue) }, accepts: { _ in true })
  }
}

/// One of several shapes that a value may have in a file, such as a number or `measuredPower`.
public struct SettingShape<Value>: Sendable {
  let schema: Schema
  let read: @Sendable (Document) throws(FileProblem) -> Value
  /// Nil for a value of another shape.
  let write: @Sendable (Value) -> Document?

  /// - Parameters:
  ///   - form: of the part.
  ///   - wrap: makes the value of the part.
  ///   - unwrap: gives the part back; nil for a value of another shape.
  public init<Part>(
    _ form: SettingForm<Part>, as wrap: @escaping @Sendable (Part) -> Value,
    from unwrap: @escaping @Sendable (Value) -> Part?
  ) {
    schema = form.schema
    read = { document throws(FileProblem) in wrap(try form.read(document)) }
    write = { unwrap($0).map(form.write) }
  }

  /// Words, each of which stands for one value.
  public static func words(_ words: [(name: String, value: Value, about: String?)]) -> SettingShape
  where Value: Equatable & Sendable {
    SettingShape(
      .words(words), as: { $0 }, from: { value in words.contains { $0.value == value } ? value : nil })
  }
}

extension SettingForm where Value: Equatable & Sendable {
  /// One of some words, each of which stands for one value.
  public static func words(_ words: [(name: String, value: Value, about: String?)]) -> Self {
    SettingForm(
      schema: .enumeration(words.map { Schema.Choice($0.name, $0.about) }),
      read: { document throws(FileProblem) in
        let text = try document.text
        guard let word = words.first(where: { $0.name == text }) else {
          throw document.problem(expected: listing(words.map(\.name)))
        }
        return word.value
      },
      write: { value in words.first { $0.value == value }.map { Document($0.name) } ?? nil })
  }
}

/// One case of a tagged union, with settings of its own: `{kalman: {q: 20}}`.
public struct SettingVariant<Value>: Sendable {
  let name: String
  let about: String
  let settings: SettingShape<Value>
  let conflict: @Sendable (Value) -> SettingFault?

  /// - Parameters:
  ///   - name: the key in the file.
  ///   - form: of the settings under it.
  ///   - wrap: makes the value of its settings.
  ///   - unwrap: gives the settings back; nil for a value of another case.
  ///   - about: one sentence for the documentation.
  public init<Settings>(
    _ name: String, _ form: SettingForm<Settings>, as wrap: @escaping @Sendable (Settings) -> Value,
    from unwrap: @escaping @Sendable (Value) -> Settings?, _ about: String
  ) {
    self.name = name
    self.about = about
    settings = SettingShape(form, as: wrap, from: unwrap)
    conflict = { value in unwrap(value).flatMap(form.conflict)?.below(name) }
  }

  /// A case without settings.
  public init(_ name: String, is value: Value, _ about: String) where Value: Equatable & Sendable {
    self.init(
      name, SettingForm<NoSettings>.settings, as: { _ in value }, from: { $0 == value ? NoSettings() : nil },
      about)
  }
}

private struct NoSettings: DeclaredSettings {
  static let keys: [SettingKey<NoSettings>] = []
}

extension SettingForm {
  /// The first of several shapes that fits.
  public static func either(_ shapes: SettingShape<Value>...) -> Self {
    SettingForm(
      schema: .alternatives(shapes.map(\.schema)),
      read: { document throws(FileProblem) in
        for shape in shapes where (try? shape.schema.resolve(document)) != nil {
          return try shape.read(document)
        }
        throw document.problem(expected: listing(shapes.map(\.schema.expected)))
      },
      write: { value in shapes.lazy.compactMap { $0.write(value) }.first ?? nil })
  }

  /// One of several cases with settings of their own, or just its name when every setting has a default.
  public static func union(_ variants: [SettingVariant<Value>]) -> Self {
    SettingForm(
      schema: .union(variants.map { Schema.Variant($0.name, $0.settings.schema, $0.about) }),
      read: { document throws(FileProblem) in
        let (name, settings) = try document.choice
        guard let variant = variants.first(where: { $0.name == name }) else {
          throw document.problem(expected: "one of \(variants.map(\.name).joined(separator: ", "))")
        }
        return try variant.settings.read(settings)
      },
      write: { value in
        for variant in variants {
          guard let settings = variant.settings.write(value) else { continue }
          if settings == [:] { return Document(variant.name) }
          return Document([Document.Member(key: variant.name, value: settings)])
        }
        return nil
      },
      conflict: { value in variants.lazy.compactMap { $0.conflict(value) }.first })
  }
}

extension SettingForm {
  /// A map with one key, such as `{seconds: 5}`.
  ///
  /// - Parameters:
  ///   - name: the key, here `seconds`.
  ///   - form: what its value may be.
  ///   - standard: nil for a key that must be there.
  ///   - unit: as it is printed, such as `m`, `s` or `dBm`; nil for none.
  ///   - about: one or two sentences for the JSON Schema and the table of keys.
  public static func one(
    _ name: String, _ form: SettingForm, default standard: Value? = nil, unit: String? = nil, _ about: String
  ) -> SettingForm {
    let field: Schema.Field =
      if let standard {
        .defaulted(name, form.schema, to: form.write(standard), unit: unit, about)
      } else {
        .required(name, form.schema, unit: unit, about)
      }
    return SettingForm(
      schema: .object([field]),
      read: { document throws(FileProblem) in try form.read(document[name]) },
      write: { Document([Document.Member(key: name, value: form.write($0))]) },
      conflict: { form.conflict($0)?.below(name) })
  }
}
