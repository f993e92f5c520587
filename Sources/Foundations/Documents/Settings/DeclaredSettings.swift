public import World

/// Settings whose keys are declared once: the strict schema with its published forms, reading, range check and
/// writing all come from the declaration.
///
/// A key's default is what ``defaults`` has.
public protocol DeclaredSettings: Hashable, Sendable {
  init()
  /// What keys that are absent leave; other than a new value only where a file has other defaults than the program.
  static var defaults: Self { get }
  /// In the order in which documentation lists them and reading checks them.
  static var keys: [SettingKey<Self>] { get }
  /// The constraints between optional keys.
  static var rules: [Schema.KeyRule] { get }
  /// What no single key can say: the first two settings that do not go together.
  var conflict: SettingFault? { get }
}

extension DeclaredSettings {
  /// Settings as they are made without a change.
  public static var defaults: Self { Self() }
  /// No constraints between keys.
  public static var rules: [Schema.KeyRule] { [] }
  /// Any settings go together that are in range by themselves.
  public var conflict: SettingFault? { nil }

  /// Settings with some changes: `Settings { $0.window = 7 }`.
  public init(_ change: (inout Self) -> Void) {
    self.init()
    change(&self)
  }

  /// A map with the declared keys.
  public static var schema: Schema { SettingForm<Self>.settings.schema }

  /// Reads a document that the schema has resolved.
  ///
  /// - Throws: the place of the first conflict.
  public init(_ document: Document) throws(FileProblem) {
    self = try SettingForm<Self>.settings.read(document)
  }

  /// The document from which they can be read again.
  public var written: Document { SettingForm<Self>.settings.write(self) }

  /// The first setting out of range, or else the conflict; nil when all is well.
  public var fault: SettingFault? {
    Self.keys.accept(self) ? Self.keys.conflict(in: self) : SettingForm<Self>.settings.fault(of: self)
  }

  /// The settings themselves.
  ///
  /// - Precondition: they have no ``fault``.
  public var valid: Self {
    let fault = fault
    precondition(fault == nil, fault?.description ?? "")
    return self
  }

  /// - Throws: the ``fault``.
  public func validate() throws(SettingFault) {
    if let fault { throw fault }
  }
}

extension SettingForm where Value: DeclaredSettings {
  /// A map with the settings' own keys.
  public static var settings: Self { settings(Value.keys) }

  /// A map with some of the settings' keys, or with forms of them that fit here.
  ///
  /// - Parameters:
  ///   - keys: those that the map may have.
  ///   - base: what keys that may be absent leave as it is.
  public static func settings(_ keys: [SettingKey<Value>], from base: Value = Value.defaults) -> Self {
    SettingForm(
      schema: .object(keys.map(\.field), rules: Value.rules),
      read: { document throws(FileProblem) in
        var settings = base
        for key in keys { try key.read(document, &settings) }
        if let conflict = settings.conflict { throw document.problem(with: conflict) }
        return settings
      },
      write: { Document(keys.members(of: $0)) }, accepts: keys.accept, conflict: keys.conflict)
  }
}

extension Document {
  /// What settings find wrong, as a problem of the file; the place is that of the fault's key where it exists.
  public func problem(with fault: SettingFault) -> FileProblem {
    (value(at: fault.key) ?? self).problem(expected: fault.expected, found: fault.found)
  }

  /// What stands at `zones.near` or `moves[1].from`.
  private func value(at path: String) -> Document? {
    path.split { ".[]".contains($0) }.reduce(self) { document, step in
      Int(step).flatMap { try? document?[$0] } ?? document?.optional(String(step))
    }
  }
}
