import World

extension String {
  /// The text in lines of at most so many columns, broken at spaces; a longer word has a line of its own.
  ///
  /// - Parameters:
  ///   - indent: Columns that lines after the first are moved in by.
  ///   - breaksWords: Whether longer words are broken too, behind a punctuation mark where there is one.
  package func wrapped(to width: Int, indent: Int = 0, breaksWords: Bool = false) -> [String] {
    guard displayWidth > width else { return [self] }
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = String(prefix { $0 == " " })
    var isEmpty = true
    for word in words(within: width - indent) {
      if !isEmpty, line.displayWidth + 1 + word.displayWidth > width {
        lines.append(line)
        line = margin
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
      while breaksWords, let head = line.head(within: width), head.count > indent {
        lines.append(head)
        line = margin + line.dropFirst(head.count)
      }
    }
    return lines + [line]
  }

  /// What stands between spaces. A sign such as < stays with its number and a unit behind it, + with what it adds, and an interval
  /// is one word, where there is room.
  private func words(within width: Int) -> [String] {
    split(separator: " ").reduce(into: []) { words, word in
      if let last = words.last, last.isContinued || last.isFigure && word.isUnit,
        (last + " " + word).displayWidth <= width
      {
        words[words.count - 1] = last + " " + word
      } else {
        words.append(String(word))
      }
    }
  }

  private var isContinued: Bool {
    if let bracket = lastIndex(of: "[") { return !self[bracket...].contains("]") }
    return ["<", "≤", "≥", "±", "+"].contains(self)
  }

  private var isFigure: Bool { last.map { $0.isNumber || $0 == "]" } ?? false }

  /// The beginning of a text that is too long, up to the last mark in the second half of its columns; nil for one that is
  /// not, and for figures alone.
  private func head(within width: Int) -> String? {
    guard displayWidth > width else { return nil }
    var columns = 0
    let fitting = prefix { character in
      columns += String(character).displayWidth
      return columns <= width
    }
    // No points and commas, which stand in numbers too.
    if let mark = fitting.lastIndex(where: { "-/_@:;=&?".contains($0) }).map({ fitting[...$0] }),
      2 * mark.displayWidth > width
    {
      return String(mark)
    }
    return contains(where: \.isLetter) ? String(fitting) : nil
  }

  /// One or more sentences that take as many lines as they need, each line ended.
  package func paragraph(width: Int) -> String {
    let text = printable()
    return text.wrapped(to: width, indent: text.prefix { $0 == " " }.count + 2).map { $0 + "\n" }.joined()
  }

  /// Its lines, those that are too long broken at spaces and going on further in.
  package func wrappingLines(to width: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line).wrapped(to: width, indent: line.prefix { $0 == " " }.count + 2).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// A note of a result below its tables.
  package var asNote: String { "Note: \(self)" + (hasSuffix(".") ? "" : ".") }

  /// The same without blanks at its end.
  package var withoutTrailingSpaces: String { trimmingSuffix { $0 == " " } }
}

extension Substring {
  /// Whether it is a unit, at the end of a sentence too.
  fileprivate var isUnit: Bool {
    ["m", "s", "h", "dB", "dBm", "%"].contains(String(self).trimmingSuffix { ".,;:)".contains($0) })
  }
}

extension String {
  fileprivate func trimmingSuffix(_ isDropped: (Character) -> Bool) -> String {
    var text = self
    while let last = text.last, isDropped(last) { text.removeLast() }
    return text
  }
}

extension [String] {
  /// The columns of the longest.
  package var widest: Int { map(\.displayWidth).max() ?? 0 }
}
