/// What an unquoted YAML word means.
///
/// The rules are those of the core schema of YAML 1.2.2 (section 10.3.2), with an addition of ours: booleans and
/// numbers that YAML 1.1 readers see and YAML 1.2 readers do not, or the other way round, are refused and must be
/// quoted, so that a file means the same to every program that reads it. The exception is a number without a
/// point but with an exponent, `1e5`, which is a number here and a text for some readers of YAML 1.1.
package enum PlainScalar {
  case value(Document.Content)
  /// `yes`, `off`, `017`, `1_000`, `12:30`: what it would be for some readers.
  case ambiguous(String)
  /// `.inf`, `.nan` and numbers too large for a `Double`.
  case notFinite

  /// - Parameter word: without quotation marks.
  package init(_ word: String) {
    switch word {
    case "", "~", "null", "Null", "NULL": self = .value(.null)
    case "true", "True", "TRUE": self = .value(.boolean(true))
    case "false", "False", "FALSE": self = .value(.boolean(false))
    case "yes", "Yes", "YES", "on", "On", "ON": self = .ambiguous("true")
    case "no", "No", "NO", "off", "Off", "OFF": self = .ambiguous("false")
    default: self = PlainScalar.numberOrText(word)
    }
  }

  private static func numberOrText(_ word: String) -> PlainScalar {
    let unsigned = word.first == "-" || word.first == "+" ? word.dropFirst() : word[...]
    if [".inf", ".Inf", ".INF"].contains(unsigned) || [".nan", ".NaN", ".NAN"].contains(word) {
      return .notFinite
    }
    guard let first = unsigned.utf8.first, isDigit(first) || first == UInt8(ascii: ".") else {
      return .value(.text(word))
    }
    if unsigned.hasPrefix("0x") { return hexadecimal(word, digits: unsigned.dropFirst(2)) }
    if unsigned.hasPrefix("0o") || unsigned.hasPrefix("0b") { return .ambiguous("a number") }
    if let number = decimalNumber(word) { return decimal(number, word, unsigned: unsigned) }
    let isOtherNumber =
      unsigned.utf8.allSatisfy {
        isDigit($0) || [UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: ".")].contains($0)
      }
      && isDigit(first) && (unsigned.contains("_") || unsigned.contains(":"))
    return isOtherNumber ? .ambiguous("a number") : .value(.text(word))
  }

  private static func decimal(_ number: Double, _ word: String, unsigned: Substring) -> PlainScalar {
    if unsigned.utf8.allSatisfy(isDigit) {
      if unsigned.utf8.count > 1 && unsigned.hasPrefix("0") { return .ambiguous("an octal number") }
      if let integer = Int(word) { return .value(.integer(integer)) }
    }
    return number.isFinite ? .value(.number(number)) : .notFinite
  }

  private static func hexadecimal(_ word: String, digits: Substring) -> PlainScalar {
    guard !digits.hasPrefix("-"), !digits.hasPrefix("+"), let integer = Int(digits, radix: 16) else {
      return .value(.text(word))
    }
    return .value(.integer(word.hasPrefix("-") ? -integer : integer))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
