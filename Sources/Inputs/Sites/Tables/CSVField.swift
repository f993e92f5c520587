import Documents

/// A field of a table, in quotes where its content needs them (RFC 4180, section 2).
///
/// A text that a spreadsheet would take for a formula gets an apostrophe in front, which ``TableRow`` takes away again.
public func csvField(_ text: String) -> String { quoted(FormulaMark.marked(text)) }

private func quoted(_ text: String) -> String {
  // Most fields are plain ASCII, and there are many of them.
  if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x22 && $0 != 0x2C && !(0x0A...0x0D ~= $0) }) { return text }
  guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
  return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
}

/// The apostrophe in front of a text that a spreadsheet would take for a formula and run: one that begins with `=`, `+`, `-`,
/// `@`, a tab or a carriage return. Numbers keep their sign and need none.
///
/// A text that begins with apostrophes and then such a character gets one more, so that every text reads back as it was.
enum FormulaMark {
  private static let mark = UInt8(ascii: "'")
  private static let starts = Array("=+-@\t\r".utf8)

  static func marked(_ text: String) -> String {
    guard let first = text.utf8.first, first == mark || starts.contains(first) else { return text }
    return isMarkable(text.utf8[...], number: text) ? "'" + text : text
  }

  static func unmarked(_ text: Substring) -> Substring {
    guard text.utf8.first == mark, isMarkable(text.utf8.dropFirst(), number: nil) else { return text }
    return text.dropFirst()
  }

  /// - Parameter number: the text where it may be a number, which is left alone.
  private static func isMarkable(_ text: Substring.UTF8View, number: String?) -> Bool {
    guard let first = text.first(where: { $0 != mark }), starts.contains(first) else { return false }
    guard let number else { return true }
    return decimalNumber(number) == nil
  }
}
