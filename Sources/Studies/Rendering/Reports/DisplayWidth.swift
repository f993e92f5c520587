extension StringProtocol {
  /// How many columns of a terminal the text takes: 2 for a wide character, 0 for one that only adds to the one
  /// before it, else 1.
  ///
  /// Wide are the blocks that Unicode Standard Annex 11 lists as W or F, and emoji.
  package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }
}

extension String {
  /// The text with spaces after it, up to a width.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - displayWidth, 0))
  }

  /// The text with spaces in front of it, up to a width.
  package func indented(to width: Int) -> String {
    String(repeating: " ", count: max(width - displayWidth, 0)) + self
  }
}

extension Character {
  fileprivate var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    return first.displayWidth
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: 0
    default: isWide ? 2 : 1
    }
  }

  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3: true
    case 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD: true
    default: properties.isEmojiPresentation
    }
  }
}
