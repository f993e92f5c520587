import Captures
import Documents
import World

/// The fields of a line of a log.
struct LogFields {
  private let fields: [Substring]

  init(_ fields: [Substring]) { self.fields = fields }

  /// Splits a line at each separator; a separator at the very end begins no further field.
  init(_ line: String, separator: UInt8) {
    var rest = line.utf8[...]
    while rest.last == 0x0D || rest.last == 0x20 { rest.removeLast() }
    if rest.last == separator { rest.removeLast() }
    fields =
      rest.isEmpty
      ? [] : rest.split(separator: separator, omittingEmptySubsequences: false).map { Substring($0) }
  }

  var count: Int { fields.count }

  /// Empty if the row has no such field.
  subscript(field: Int?) -> Substring {
    guard let field, fields.indices.contains(field) else { return "" }
    return fields[field]
  }
}

/// What a field of a log may be.
extension Substring {
  /// A decimal number, spaces around it allowed; nil for anything else.
  var decimal: Double? {
    guard let number = decimalNumber(trimmed), number.isFinite else { return nil }
    return number
  }

  /// A decimal number in seconds, as whole microseconds; nil for anything else, and beyond 100,000 years.
  var microseconds: Int64? { decimal.flatMap { $0.magnitude < 3e12 ? $0.microseconds : nil } }

  /// A whole number within the range of its type; nil for anything else.
  func integer<Number: FixedWidthInteger>(as type: Number.Type = Number.self) -> Number? { Number(trimmed) }

  /// A device address: twelve hexadecimal digits, with or without colons; nil for anything else.
  var deviceAddress: UInt64? { hexadecimal.flatMap { $0.count == 12 ? UInt64($0, radix: 16) : nil } }

  /// A UUID: 32 hexadecimal digits, with or without hyphens; nil for anything else.
  var uuid: BeaconUUID? { hexadecimal.flatMap { BeaconUUID($0) } }

  /// Hexadecimal digits with any of `-:[] ` among them, which are left out; nil for other characters.
  var hexadecimal: String? {
    let digits = filter { !"-:[] ".contains($0) }
    return digits.allSatisfy { $0.isASCII && $0.isHexDigit } ? digits : nil
  }

  private var trimmed: Substring {
    var rest = utf8.drop { $0 == 0x20 }
    while rest.last == 0x20 { rest.removeLast() }
    return Substring(rest)
  }
}

extension Document {
  /// A text or a number under a key, as a table would have it; empty where there is none.
  func field(_ key: String) -> Substring {
    switch optional(key)?.content {
    case .text(let text): text[...]
    case .integer(let integer): integer.description[...]
    case .number(let number): number.description[...]
    default: ""
    }
  }
}
