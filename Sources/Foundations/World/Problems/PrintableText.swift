extension Unicode.Scalar {
  /// Whether a terminal displays it without any other effect: no control character, no line break, nothing that changes
  /// the direction of the text around it, and nothing invisible but the two joiners that scripts and emoji need.
  public var isPrintable: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E: false
    case 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xFFFE...0xFFFF: false
    default: !FileName.isEscape(self)
    }
  }

  /// The characters for which ``isPrintable`` is false, as the inside of a character class of a regular expression in JSON Schema;
  /// the private characters that stand for octets of file names are left out, because they lie beyond the first plane.
  public static let unprintablePattern =
    "\\u0000-\\u001F\\u007F-\\u009F\\u00AD\\u061C\\u180E\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F"
    + "\\uFEFF\\uFFF9-\\uFFFB\\uFFFE\\uFFFF"
}

extension StringProtocol {
  /// The text as a terminal may show it, with everything else escaped: `\u{1B}`, `\n`, and `\xE9` for an octet of a
  /// file name that is not valid UTF-8.
  ///
  /// - Parameter keepingLines: leaves line feeds as they are, in texts of several lines.
  public func printable(keepingLines: Bool = false) -> String {
    func stays(_ scalar: Unicode.Scalar) -> Bool { scalar.isPrintable || keepingLines && scalar == "\n" }
    guard !unicodeScalars.allSatisfy(stays) else { return String(self) }
    return unicodeScalars.map { scalar in
      if stays(scalar) { return String(scalar) }
      if let octet = FileName.octet(of: scalar) { return "\\x" + String(octet, radix: 16, uppercase: true) }
      return scalar.escaped(asASCII: true)
    }.joined()
  }

  /// JSON in which everything that ``printable(keepingLines:)`` would escape is escaped in JSON's own form. Outside its
  /// strings, JSON has no such characters but line feeds.
  public var printableJSON: String {
    func stays(_ scalar: Unicode.Scalar) -> Bool { scalar.isPrintable || scalar == "\n" }
    // Fast path: pages have millions of plain characters.
    let isPlain = utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == UInt8(ascii: "\n") }
    guard !isPlain, !unicodeScalars.allSatisfy(stays) else { return String(self) }
    return unicodeScalars.map { scalar in
      guard !stays(scalar) else { return String(scalar) }
      return String(scalar).utf16.map { "\\u" + padded($0, to: 4, uppercase: true) }.joined()
    }.joined()
  }
}

extension StringProtocol {
  /// As the content of an element or of an attribute in quotes: characters that a terminal would act on are escaped too.
  public var escapedForHTML: String {
    printable().reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.append(character)
      }
    }
  }
}
