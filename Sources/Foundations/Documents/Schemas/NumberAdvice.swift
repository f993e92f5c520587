/// How a text that was meant as a number would be one, in brackets; otherwise nothing.
package func numberAdvice(_ text: String) -> String {
  let plain = text.filter { $0 != " " && $0 != "\u{A0}" }
  if plain != text, isNumber(plain) { return " (write numbers without spaces: \(plain))" }
  if isNumber(text) { return " (write numbers without quotes)" }
  let point = plain.replacing(",", with: ".")
  if point != plain, isNumber(point) { return " (the decimal mark is a point: \(point))" }
  let hyphen = plain.replacing("\u{2212}", with: "-").replacing("\u{2013}", with: "-")
  if hyphen != plain, isNumber(hyphen) { return " (the minus sign is a hyphen: \(hyphen))" }
  guard plain.first?.isASCII == true, let match = plain.prefixMatch(of: /[-+]?[0-9]+([.,][0-9]+)?/) else {
    return ""
  }
  let rest = plain[match.range.upperBound...]
  if rest.contains(":") { return " (times count in seconds from the first record)" }
  if rest.allSatisfy({ ",.'_".contains($0) || $0.isNumber }) {
    return " (write numbers without separators between digits)"
  }
  // 0x1p3 is a number elsewhere.
  let isUnit = rest.first.map { $0.isLetter && $0 != "x" || "%°".contains($0) }
  return isUnit == true ? " (write numbers without their unit)" : ""
}

/// How a number outside its range would lie inside, were it meant in another unit: ` (100 ms is 0.1 s)`; otherwise
/// nothing.
///
/// - Parameter unit: of the range.
package func unitAdvice(_ number: Double, in range: NumberRange, unit: String?) -> String {
  func fits(_ value: Double) -> Bool { range.contains(value) }
  switch unit {
  case "s" where number > 0 && fits(number / 1000):
    return " (\(short(number)) ms is \(short(number / 1000)) s)"
  case "m" where number > 0 && fits(number / 100):
    return " (\(short(number)) cm are \(short(number / 100)) m)"
  // No level is this weak; 127 means that there is none.
  case "dBm" where number > 0 && number < 120 && fits(-number): return " (did you mean -\(short(number))?)"
  case nil where range == .between(0, 1) && number > 1 && number <= 100:
    return " (\(short(number)) % are \(short(number / 100)))"
  default: return ""
  }
}

/// Whether a text is a decimal number.
package func isNumber(_ text: String) -> Bool { decimalNumber(text) != nil }

extension Schema {
  /// How a value that is no number, or lies outside the range, may have been meant.
  func advice(on document: Document, in unit: String?) -> String {
    switch (self, document.content) {
    case (.number, .text(let text)), (.integer, .text(let text)): numberAdvice(text)
    case (.number(let range), .number(let number)): unitAdvice(number, in: range, unit: unit)
    case (.number(let range), .integer(let integer)): unitAdvice(Double(integer), in: range, unit: unit)
    case (.integer(let range), _) where document.isTooLarge && !range.isBounded:
      " (at most \(IntegerRange.largest))"
    case (.named(_, let schema, _), _): schema.advice(on: document, in: unit)
    default: ""
    }
  }
}

extension Document {
  /// Whether this is a number above all whole numbers that files may hold.
  fileprivate var isTooLarge: Bool { (try? number).map { $0 > Double(IntegerRange.largest) } ?? false }

  /// What a list with more numbers than it has places may have been meant as.
  func tupleAdvice(_ places: Int) -> String {
    guard case .array(let elements) = content, elements.count > places,
      elements.allSatisfy({ (try? $0.number) != nil })
    else { return "" }
    return " (the decimal mark is a point; commas separate elements)"
  }
}

extension Document.Member {
  /// `0,1` in a map in braces is a value 0 and a key 1 with nothing.
  func decimalComma(before key: Document.Member) -> String {
    guard case .integer(let whole) = value.content, case .null = key.value.content,
      key.key.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return "" }
    return " (the decimal mark is a point: \(self.key): \(whole).\(key.key))"
  }
}
