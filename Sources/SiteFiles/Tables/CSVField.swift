/// A field of a table, in quotes where its content needs them (RFC 4180, section 2).
public func csvField(_ text: String) -> String {
  // Most fields are plain ASCII, and there are many of them.
  if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x22 && $0 != 0x2C && !(0x0A...0x0D ~= $0) }) { return text }
  guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
  return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
}
