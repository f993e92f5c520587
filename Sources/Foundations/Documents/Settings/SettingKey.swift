package import World

/// One key of a group of settings: its name, what it may be, its default and its sentence, tied to the property that
/// it sets.
public struct SettingKey<Owner>: Sendable {
  /// The key in the schema, with its default.
  package let field: Schema.Field
  /// Sets the property from the owner's document.
  let read: @Sendable (Document, inout Owner) throws(FileProblem) -> Void
  /// Nil where the default stands.
  let write: @Sendable (Owner) -> Document?
  /// As ``SettingForm/accepts``.
  let accepts: @Sendable (Owner) -> Bool
  let conflict: @Sendable (Owner) -> SettingFault?

  public var name: String { field.key }

  /// The property that the key sets.
  public typealias Property<Value> = WritableKeyPath<Owner, Value> & Sendable

  private init<Value>(
    _ field: Schema.Field, _ property: any Property<Value>, _ form: SettingForm<Value>,
    default standard: Document?
  ) {
    self.field = field
    read = { document, owner throws(FileProblem) in
      if let value = document.optional(field.key) { owner[keyPath: property] = try form.read(value) }
    }
    write = { owner in
      let value = form.write(owner[keyPath: property])
      return value == standard ? Document?.none : value
    }
    accepts = { form.accepts($0[keyPath: property]) }
    conflict = { form.conflict($0[keyPath: property])?.below(field.key) }
  }

  /// A key that must be there.
  public static func required<Value>(
    _ name: String, _ property: any Property<Value>, _ form: SettingForm<Value>, unit: String? = nil,
    _ about: String
  ) -> SettingKey {
    SettingKey(.required(name, form.schema, unit: unit, about), property, form, default: nil)
  }

  /// A key that may be absent, for a property that is then nil.
  public static func optional<Value>(
    _ name: String, _ property: any Property<Value?>, _ form: SettingForm<Value>, unit: String? = nil,
    _ about: String
  ) -> SettingKey {
    SettingKey(
      field: .optional(name, form.schema, unit: unit, about),
      read: { document, owner throws(FileProblem) in
        owner[keyPath: property] = try document.optional(name).map(form.read)
      },
      write: { owner in owner[keyPath: property].map(form.write) },
      accepts: { owner in owner[keyPath: property].map(form.accepts) ?? true },
      conflict: { owner in owner[keyPath: property].flatMap(form.conflict)?.below(name) })
  }

  /// A map with some of the owner's own keys.
  public static func group(_ name: String, _ keys: [SettingKey], _ about: String) -> SettingKey {
    SettingKey(
      field: .defaulted(name, .object(keys.map(\.field)), to: [:], about),
      read: { document, owner throws(FileProblem) in
        guard let group = document.optional(name) else { return }
        for key in keys { try key.read(group, &owner) }
      },
      write: { owner in
        let members = keys.members(of: owner)
        return members.isEmpty ? Document?.none : Document(members)
      },
      accepts: keys.accept,
      conflict: { owner in keys.lazy.compactMap { $0.conflict(owner) }.first?.below(name) })
  }

  /// A key that is only in the schema: what it says is read together with other files, such as the site.
  public static func elsewhere(_ field: Schema.Field) -> SettingKey {
    SettingKey(
      field: field, read: { _, _ throws(FileProblem) in }, write: { _ in nil }, accepts: { _ in true },
      conflict: { _ in nil })
  }

  private init(
    field: Schema.Field, read: @escaping @Sendable (Document, inout Owner) throws(FileProblem) -> Void,
    write: @escaping @Sendable (Owner) -> Document?, accepts: @escaping @Sendable (Owner) -> Bool,
    conflict: @escaping @Sendable (Owner) -> SettingFault?
  ) {
    self.field = field
    self.read = read
    self.write = write
    self.accepts = accepts
    self.conflict = conflict
  }
}

extension SettingKey where Owner: DeclaredSettings {
  /// A key whose default is filled in when it is absent.
  ///
  /// - Parameters:
  ///   - name: the key as it stands in the file.
  ///   - property: what the key sets.
  ///   - form: what its value may be.
  ///   - standard: where files have another default than the program.
  ///   - unit: as it is printed, such as `m`, `s` or `dBm`; nil for none.
  ///   - about: one or two sentences for the JSON Schema and the table of keys.
  public static func defaulted<Value>(
    _ name: String, _ property: any Property<Value>, _ form: SettingForm<Value>, to standard: Document? = nil,
    unit: String? = nil, _ about: String
  ) -> SettingKey {
    let standard = standard ?? form.write(Owner.defaults[keyPath: property])
    return SettingKey(
      .defaulted(name, form.schema, to: standard, unit: unit, about), property, form, default: standard)
  }

  /// A key with a default that is not written into resolved documents, which it came to later.
  public static func omissible<Value>(
    _ name: String, _ property: any Property<Value>, _ form: SettingForm<Value>, unit: String? = nil,
    _ about: String
  ) -> SettingKey {
    SettingKey(
      .optional(name, form.schema, unit: unit, about), property, form,
      default: form.write(Owner.defaults[keyPath: property]))
  }
}

extension SettingKey {
  /// The same key for one that holds the owner.
  public func within<Holder>(_ property: any SettingKey<Holder>.Property<Owner>) -> SettingKey<Holder> {
    SettingKey<Holder>(
      field: field,
      read: { document, holder throws(FileProblem) in try read(document, &holder[keyPath: property]) },
      write: { holder in write(holder[keyPath: property]) },
      accepts: { holder in accepts(holder[keyPath: property]) },
      conflict: { holder in conflict(holder[keyPath: property]) })
  }
}

extension Array {
  /// What stands in the owner's document: the keys whose default does not stand.
  func members<Owner>(of owner: Owner) -> [Document.Member] where Element == SettingKey<Owner> {
    compactMap { key in key.write(owner).map { Document.Member(key: key.field.key, value: $0) } }
  }

  /// As ``SettingForm/accepts``.
  @Sendable func accept<Owner>(_ owner: Owner) -> Bool where Element == SettingKey<Owner> {
    allSatisfy { $0.accepts(owner) }
  }

  @Sendable func conflict<Owner: DeclaredSettings>(in owner: Owner) -> SettingFault?
  where Element == SettingKey<Owner> {
    lazy.compactMap { $0.conflict(owner) }.first ?? owner.conflict
  }
}

extension SettingFault {
  /// The same one key further down.
  package func below(_ name: String) -> SettingFault {
    SettingFault(key: key.isEmpty ? name : "\(name).\(key)", expected: expected, found: found)
  }
}
