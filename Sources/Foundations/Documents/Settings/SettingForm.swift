public import World

/// How a value stands in a file: what it may be there, and how it is read and written.
public struct SettingForm<Value>: Sendable {
  /// What the value may be in a file.
  public let schema: Schema
  /// Reads what the schema has resolved.
  public let read: @Sendable (Document) throws(FileProblem) -> Value
  let write: @Sendable (Value) -> Document
  /// Whether the schema surely accepts a value. Every lap checks its settings, so this writes no document; false
  /// where only the schema can tell.
  let accepts: @Sendable (Value) -> Bool
  /// What the schema cannot see.
  let conflict: @Sendable (Value) -> SettingFault?

  init(
    schema: Schema, read: @escaping @Sendable (Document) throws(FileProblem) -> Value,
    write: @escaping @Sendable (Value) -> Document,
    accepts: @escaping @Sendable (Value) -> Bool = { _ in false },
    conflict: @escaping @Sendable (Value) -> SettingFault? = { _ in nil }
  ) {
    self.schema = schema
    self.read = read
    self.write = write
    self.accepts = accepts
    self.conflict = conflict
  }

  /// What is wrong with a value that was made in the program, by the ranges that hold for files.
  func fault(of value: Value) -> SettingFault? {
    do throws(FileProblem) {
      _ = try schema.resolve(write(value).moved(to: Document.Location()))
    } catch {
      let key = if case .key(let key) = error.place { key } else { "" }
      return SettingFault(key: key, expected: error.expected, found: error.found)
    }
    return conflict(value)
  }

  /// The same form of another type.
  public func converted<Other>(
    _ there: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
  ) -> SettingForm<Other> {
    SettingForm<Other>(
      schema: schema, read: { document throws(FileProblem) in there(try read(document)) },
      write: { write(back($0)) }, accepts: { accepts(back($0)) }, conflict: { conflict(back($0)) })
  }

  /// The same with a further step after reading, which sees where the value stands.
  public func checked(
    _ check: @escaping @Sendable (Document, inout Value) throws(FileProblem) -> Void
  ) -> SettingForm {
    SettingForm(
      schema: schema,
      read: { document throws(FileProblem) in
        var value = try read(document)
        try check(document, &value)
        return value
      },
      write: write, accepts: accepts, conflict: conflict)
  }

  /// The same with a name, under which published schemas explain it once.
  public func named(_ name: String, about: String) -> SettingForm {
    SettingForm(
      schema: .named(name, schema, about: about), read: read, write: write, accepts: accepts,
      conflict: conflict)
  }

  /// A list in the order of the file.
  public static func list<Element>(of form: SettingForm<Element>, count: CountRange = .any) -> Self
  where Value == [Element] {
    list(of: form, .array(of: form.schema, count: count), isAnyLong: count == .any)
  }

  /// A list with a value for each of some names, such as `[from, to]`.
  public static func tuple<Element>(_ names: String..., of form: SettingForm<Element>) -> Self
  where Value == [Element] {
    list(
      of: form, .tuple(names.map { Schema.Entry($0, form.schema) }, required: names.count), isAnyLong: false)
  }

  private static func list<Element>(
    of form: SettingForm<Element>, _ schema: Schema, isAnyLong: Bool
  ) -> Self where Value == [Element] {
    SettingForm(
      schema: schema,
      read: { document throws(FileProblem) in
        var values: Value = []
        for element in try document.elements { values.append(try form.read(element)) }
        return values
      },
      write: { Document($0.map(form.write)) }, accepts: { isAnyLong && $0.allSatisfy(form.accepts) },
      conflict: { $0.lazy.compactMap(form.conflict).first })
  }

  /// A map from names that the file chooses.
  public static func map<Element>(of form: SettingForm<Element>, count: CountRange = .any) -> Self
  where Value == [String: Element] {
    SettingForm(
      schema: .map(of: form.schema, count: count),
      read: { document throws(FileProblem) in
        var values: Value = [:]
        for member in try document.members { values[member.key] = try form.read(member.value) }
        return values
      },
      write: { values in
        Document(values.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: form.write($0.value)) })
      })
  }
}

extension SettingForm where Value == Document {
  /// Whatever the schema allows, as it stands.
  public static func document(_ schema: Schema) -> Self {
    SettingForm(schema: schema, read: { document throws(FileProblem) in document }, write: { $0 })
  }
}

extension SettingForm where Value == Double {
  /// Written without a fraction where the number is whole.
  public static func number(_ range: NumberRange = .any) -> Self {
    SettingForm(
      schema: .number(range), read: { document throws(FileProblem) in try document.number },
      write: { number in Int(exactly: number).map { Document($0) } ?? Document(number) },
      accepts: range.contains)
  }

  /// Radians that stand in a file as degrees.
  public static func degrees(_ range: NumberRange) -> Self {
    number(range).converted({ $0 * .pi / 180 }, back: { rounded($0 * 180 / .pi) })
  }

  /// Seconds that stand in a file as nanoseconds.
  public static func nanoseconds(_ range: NumberRange) -> Self {
    number(range).converted({ $0 / 1e9 }, back: { rounded($0 * 1e9) })
  }

  /// Without what the conversion of a unit adds in the last digits.
  private static func rounded(_ number: Double) -> Double { (number * 1e9).rounded() / 1e9 }
}

extension SettingForm where Value == DBm {
  /// The number of dBm.
  public static func number(_ range: NumberRange) -> Self {
    SettingForm<Double>.number(range).converted({ DBm($0) }, back: { $0.value })
  }
}

extension SettingForm where Value == Decibels {
  /// The number of decibels.
  public static func number(_ range: NumberRange) -> Self {
    SettingForm<Double>.number(range).converted({ Decibels($0) }, back: { $0.value })
  }
}

extension SettingForm where Value == Int {
  /// Within ``IntegerRange/largest`` in any case.
  public static func integer(_ range: IntegerRange = .any) -> Self {
    SettingForm(
      schema: .integer(range), read: { document throws(FileProblem) in try document.integer },
      write: { Document($0) }, accepts: range.contains)
  }
}

extension SettingForm where Value == Bool {
  /// `true` or `false`.
  public static var flag: Self {
    SettingForm(
      schema: .boolean, read: { document throws(FileProblem) in try document.flag }, write: { Document($0) },
      accepts: { _ in true })
  }
}

extension SettingForm where Value == String {
  /// - Parameter format: what the text must look like.
  public static func text(_ format: TextFormat = .any) -> Self {
    SettingForm(
      schema: .text(format), read: { document throws(FileProblem) in try document.text },
      write: { Document($0) })
  }
}

extension SettingForm where Value == Point {
  /// A list with a number for each axis, in metres.
  public static func point(_ axes: String..., within range: NumberRange) -> Self {
    SettingForm(
      schema: .tuple(axes.map { .init($0, .number(range), unit: "m") }, required: axes.count),
      read: { document throws(FileProblem) in try document.point },
      write: { point in
        Document([point.x, point.y, point.z].prefix(axes.count).map(SettingForm<Double>.number().write))
      })
  }
}
