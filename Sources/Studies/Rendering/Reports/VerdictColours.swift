import Glibc

/// Colours for verdicts on a terminal: what is worse in red, what is better or as it should be in green, what is open, or worse
/// and tolerated, in yellow. The words stay, so that nothing is said by colour alone.
package enum VerdictColours {
  private static let green = "\u{1B}[32m"
  private static let red = "\u{1B}[31m"
  private static let yellow = "\u{1B}[33m"
  private static let end = "\u{1B}[0m"

  /// Verdicts; of those that begin with the same words, the longest first.
  private static let colours: [(words: String, colour: String)] = [
    ("not shown, within", green), ("not shown", yellow), ("worse, within", yellow),
    ("worse, open", yellow),
    ("worse", red), ("better", green), ("inside", green), ("same", green), ("reproduced", green),
    ("outside", red),
    ("opposite", red), ("undecided", yellow),
  ]

  /// Whether standard output shows colours and no variable forbids them: see https://no-color.org.
  package static var areWanted: Bool {
    areWanted(
      isTerminal: isatty(STDOUT_FILENO) == 1, noColor: getenv("NO_COLOR").map { String(cString: $0) },
      terminal: getenv("TERM").map { String(cString: $0) })
  }

  /// - Parameters:
  ///   - noColor: what NO_COLOR holds.
  ///   - terminal: what TERM holds.
  package static func areWanted(isTerminal: Bool, noColor: String?, terminal: String?) -> Bool {
    isTerminal && (noColor ?? "").isEmpty && terminal != "dumb"
  }

  /// The text with colours for what stands in columns that are called `verdict`.
  ///
  /// - Parameter text: tables as a report shows them, with everything escaped that a terminal would act on.
  package static func colouring(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
    var column: Range<Int>?
    for index in lines.indices {
      if isRule(lines[index]), index > 0 {
        column = columns(of: lines[index]).first { words(lines[index - 1], in: $0) == "verdict" }
      } else if lines[index].isEmpty {
        column = nil
      } else if let column {
        colour(&lines[index], in: column)
      }
    }
    return lines.map { String($0) }.joined(separator: "\n")
  }

  private static func isRule(_ line: [Character]) -> Bool {
    line.contains("-") && line.allSatisfy { $0 == "-" || $0 == " " }
  }

  /// The stretches of a rule, in columns of the terminal.
  private static func columns(of rule: [Character]) -> [Range<Int>] {
    rule.indices.filter { rule[$0] == "-" && ($0 == 0 || rule[$0 - 1] != "-") }.map { start in
      start..<(rule[start...].firstIndex { $0 != "-" } ?? rule.count)
    }
  }

  /// Where a column of the terminal begins in a line, whose characters may be wide.
  private static func place(_ column: Int, in line: [Character]) -> Int? {
    var width = 0
    for index in line.indices {
      if width == column { return index }
      width += String(line[index]).displayWidth
    }
    return width == column ? line.count : nil
  }

  private static func words(_ line: [Character], in column: Range<Int>) -> String {
    guard let start = place(column.lowerBound, in: line) else { return "" }
    let text = line[start...].prefix(column.count)
    return String(text).split(separator: " ").joined(separator: " ")
  }

  private static func colour(_ line: inout [Character], in column: Range<Int>) {
    guard let start = place(column.lowerBound, in: line), start < line.count else { return }
    let cell = line[start...]
    let found = colours.first { verdict in
      cell.starts(with: verdict.words) && !(cell.dropFirst(verdict.words.count).first?.isLetter ?? false)
    }
    guard let found else { return }
    line.replaceSubrange(start..<start + found.words.count, with: found.colour + found.words + end)
  }
}
