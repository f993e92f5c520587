import World

/// Labels and what they say, for lists whose values begin in one column.
package enum LabelledLines {
  /// A value with its further lines below its first.
  ///
  /// - Parameters:
  ///   - column: where the value begins, or behind a label that takes more.
  ///   - width: of a line.
  package static func text(_ label: String, _ value: String, at column: Int, width: Int) -> String {
    lines(label, value, at: column, width: width, breaksWords: true).map { $0 + "\n" }.joined()
  }

  /// A command for a shell, which a backslash continues on its next line.
  package static func command(_ label: String, _ command: String, at column: Int, width: Int) -> String {
    let isWhole = column + command.displayWidth <= width
    return lines(label, command, at: column, width: isWhole ? width : width - 2, breaksWords: false)
      .joined(separator: " \\\n") + "\n"
  }

  private static func lines(
    _ label: String, _ value: String, at column: Int, width: Int, breaksWords: Bool
  ) -> [String] {
    let column = max(column, label.displayWidth + 1)
    return value.printable().wrapped(to: max(width - column, 1), breaksWords: breaksWords).enumerated().map {
      ($0 == 0 ? label : "").padded(to: column) + $1
    }.map(\.withoutTrailingSpaces)
  }
}

/// Where results lie, which no report says of itself.
package enum ResultsLine {
  /// `Results: results/floor35/seed1-laps300/`, without an end; folders that do not fit beside each other stand below each
  /// other, each of them whole.
  package static func text(_ folders: [String], width: Int) -> String {
    let text = "Results: " + folders.joined(separator: ", ")
    return text.displayWidth <= width ? text : "Results: " + folders.joined(separator: ",\n  ")
  }
}
