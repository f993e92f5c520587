import World

extension String {
  /// The text in lines of at most so many columns, broken at spaces; a longer word has a line of its own.
  ///
  /// - Parameter indent: Columns that lines after the first are moved in by.
  func wrapped(to width: Int, indent: Int = 0) -> [String] {
    guard displayWidth > width else { return [self] }
    var lines: [String] = []
    var line = String(prefix { $0 == " " })
    var isEmpty = true
    for word in split(separator: " ") {
      if !isEmpty, line.displayWidth + 1 + word.displayWidth > width {
        lines.append(line)
        line = String(repeating: " ", count: indent)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }

  /// One or more sentences that take as many lines as they need, each line ended.
  func paragraph(width: Int) -> String {
    printable().wrapped(to: width, indent: 2).map { $0 + "\n" }.joined()
  }

  var withoutTrailingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
