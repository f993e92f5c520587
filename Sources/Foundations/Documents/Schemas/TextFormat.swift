import World

/// What a text must look like.
public enum TextFormat: Hashable, Sendable, CaseIterable {
  /// Anything but nothing.
  case any
  /// A name that stands on one line: no control character, and none that is invisible or turns the text round.
  case line
  /// What can be part of a file's name: letters, digits, hyphens, points and underscores, beginning with a
  /// letter or a digit, all ASCII.
  case name
  /// What can stand in a table without quotes: as a line, and no space, no comma, no quote.
  case identifier
  /// 32 hexadecimal digits, with hyphens after the 8th, 12th, 16th and 20th or without.
  case uuid
  /// 20 hexadecimal digits.
  case namespace
  /// 12 hexadecimal digits.
  case instance
  /// Six octets of two hexadecimal digits with colons between them.
  case address
  /// What Eddystone's short form can hold: a scheme, and graphic characters of ASCII.
  case url
  /// 64 hexadecimal digits.
  case sha256
  /// A row of cells: a full stop for each that is walkable, a number sign for each other.
  case cells

  /// Whether a text has this format.
  package func accepts(_ text: String) -> Bool {
    switch self {
    case .any: return !text.isEmpty
    case .line: return !text.isEmpty && text.unicodeScalars.allSatisfy(\.isPrintable)
    case .name:
      guard let first = text.utf8.first, isLetterOrDigit(first) else { return false }
      return text.utf8.allSatisfy { isLetterOrDigit($0) || Array("._-".utf8).contains($0) }
    case .identifier:
      return TextFormat.line.accepts(text) && !text.utf8.contains { Array(" \",".utf8).contains($0) }
    case .uuid:
      let groups = text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
      return BeaconUUID(text) != nil && (groups == [8, 4, 4, 4, 12] || groups == [32])
    case .namespace: return isHexadecimal(text, digits: 20)
    case .instance: return isHexadecimal(text, digits: 12)
    case .address: return DeviceAddress(text) != nil
    case .url:
      let rest = ["http://", "https://"].first { text.hasPrefix($0) }.map {
        text.utf8.dropFirst($0.utf8.count)
      }
      return rest.map { !$0.isEmpty && $0.allSatisfy { 0x21...0x7E ~= $0 } } ?? false
    case .sha256: return isHexadecimal(text, digits: 64)
    case .cells: return !text.isEmpty && text.utf8.allSatisfy { Array(".#".utf8).contains($0) }
    }
  }

  /// As the end of "expected …".
  package var expected: String {
    switch self {
    case .any: "a text"
    case .line: "a text without control or invisible characters"
    case .name: "a name of letters, digits, hyphens, points and underscores"
    case .identifier: "a text without spaces, commas, quotes and control characters"
    case .uuid: "a UUID such as 2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6"
    case .namespace: "20 hexadecimal digits in quotes"
    case .instance: "12 hexadecimal digits in quotes"
    case .address: "a device address such as C0:98:E5:00:00:01"
    case .url: "a URL that begins with http:// or https://, without spaces"
    case .sha256: "a SHA-256 digest of 64 hexadecimal digits"
    case .cells: "a row of . and #"
    }
  }

  /// The same rule as a regular expression of JSON Schema.
  var pattern: String? {
    switch self {
    case .any: nil
    case .line: "^[^\(Unicode.Scalar.unprintablePattern)]+$"
    case .name: "^[A-Za-z0-9][A-Za-z0-9._-]*$"
    case .identifier: "^[^ \",\(Unicode.Scalar.unprintablePattern)]+$"
    case .uuid:
      "^([0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})$"
    case .namespace: "^[0-9A-Fa-f]{20}$"
    case .instance: "^[0-9A-Fa-f]{12}$"
    case .address: "^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}$"
    case .url: "^https?://[!-~]+$"
    case .sha256: "^[0-9A-Fa-f]{64}$"
    case .cells: "^[.#]+$"
    }
  }

  private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  private func isHexadecimal(_ text: String, digits count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy(isHexadecimal)
  }

  private func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}
