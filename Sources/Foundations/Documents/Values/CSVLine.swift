/// The fields of a line of comma-separated values (RFC 4180, except that a field cannot hold a line feed).
///
/// - Parameter separator: another character in ASCII between the fields.
package func csvFields(_ line: String, separator: Character = ",") -> [Substring] {
  guard line.utf8.contains(UInt8(ascii: "\"")) else {
    return line.utf8.split(separator: separator.asciiValue ?? 0x2C, omittingEmptySubsequences: false).map {
      Substring($0)
    }
  }
  var fields: [Substring] = []
  var field = ""
  var isQuoted = false
  var previous: Character?
  for character in line {
    switch character {
    case "\"":
      // Two quotes within a quoted field stand for one.
      if !isQuoted && previous == "\"" { field.append("\"") }
      isQuoted.toggle()
    case separator where !isQuoted:
      fields.append(field[...])
      field = ""
    default: field.append(character)
    }
    previous = character
  }
  return fields + [field[...]]
}

/// A decimal number such as `-12.5` or `1.5E-7`; nil for anything else, infinite for one too large.
///
/// `Double` also reads hexadecimal, infinities and NaN; files hold decimal numbers only.
package func decimalNumber(_ text: some StringProtocol) -> Double? {
  text.utf8.allSatisfy(isDecimal) ? Double(text) : nil
}

/// Whether an octet may be part of a decimal number.
private func isDecimal(_ octet: UInt8) -> Bool {
  switch octet {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"): true
  case UInt8(ascii: "e"), UInt8(ascii: "E"): true
  default: false
  }
}
