import World

/// What a text must look like.
public struct TextFormat: Equatable, Sendable {
  /// As a message says it.
  package let expected: String
  /// A regular expression for the published schema; nil where anything is allowed.
  let pattern: String?
  private let check: @Sendable (String) -> Bool

  private init(
    _ expected: String, _ pattern: String? = nil, _ check: @escaping @Sendable (String) -> Bool
  ) {
    (self.expected, self.pattern, self.check) = (expected, pattern, check)
  }

  /// Whether a text has this format.
  package func accepts(_ text: String) -> Bool { check(text) }

  public static func == (a: TextFormat, b: TextFormat) -> Bool { a.expected == b.expected }

  /// Anything but nothing.
  public static let any = TextFormat("a text") { !$0.isEmpty }
  /// A name that stands on one line: no control character, and none that is invisible or turns the text round.
  public static let line = TextFormat(
    "a text without control or invisible characters", "^[^\(Unicode.Scalar.unprintablePattern)]+$"
  ) { !$0.isEmpty && $0.unicodeScalars.allSatisfy(\.isPrintable) }
  /// What can be part of a file's name: letters, digits, hyphens, points and underscores, beginning with a
  /// letter or a digit, all ASCII.
  public static let name = TextFormat(
    "a name of letters, digits, hyphens, points and underscores", "^[A-Za-z0-9][A-Za-z0-9._-]*$"
  ) { text in
    guard let first = text.utf8.first, isLetterOrDigit(first) else { return false }
    return text.utf8.allSatisfy { isLetterOrDigit($0) || Array("._-".utf8).contains($0) }
  }
  /// What can stand in a table without quotes: as a line, and no space, no comma, no quote.
  public static let identifier = TextFormat(
    "a text without spaces, commas, quotes and control characters",
    "^[^ \",\(Unicode.Scalar.unprintablePattern)]+$"
  ) { line.accepts($0) && !$0.utf8.contains { Array(" \",".utf8).contains($0) } }
  /// 32 hexadecimal digits, with hyphens after the 8th, 12th, 16th and 20th or without.
  public static let uuid = TextFormat(
    "a UUID such as 2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6",
    "^([0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})$"
  ) { text in
    let groups = text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
    return BeaconUUID(text) != nil && (groups == [8, 4, 4, 4, 12] || groups == [32])
  }
  /// 20 hexadecimal digits.
  public static let namespace = digits(20, "20 hexadecimal digits in quotes")
  /// 12 hexadecimal digits.
  public static let instance = digits(12, "12 hexadecimal digits in quotes")
  /// Six octets of two hexadecimal digits with colons between them.
  public static let address = TextFormat(
    "a device address such as C0:98:E5:00:00:01", "^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}$"
  ) { DeviceAddress($0) != nil }
  /// What Eddystone's short form can hold: a scheme, and graphic characters of ASCII.
  public static let url = TextFormat(
    "a URL that begins with http:// or https://, without spaces", "^https?://[!-~]+$"
  ) { text in
    let scheme = ["http://", "https://"].first { text.hasPrefix($0) }
    let rest = scheme.map { text.utf8.dropFirst($0.utf8.count) }
    return rest.map { !$0.isEmpty && $0.allSatisfy { 0x21...0x7E ~= $0 } } ?? false
  }
  /// 64 hexadecimal digits.
  public static let sha256 = digits(64, "a SHA-256 digest of 64 hexadecimal digits")
  /// A row of cells: a full stop for each that is walkable, a number sign for each other.
  public static let cells = TextFormat("a row of . and #", "^[.#]+$") { text in
    !text.isEmpty && text.utf8.allSatisfy { Array(".#".utf8).contains($0) }
  }

  private static func digits(_ count: Int, _ expected: String) -> TextFormat {
    TextFormat(expected, "^[0-9A-Fa-f]{\(count)}$") { text in
      text.utf8.count == count && text.utf8.allSatisfy { isHexadecimal($0) }
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
  }
}
