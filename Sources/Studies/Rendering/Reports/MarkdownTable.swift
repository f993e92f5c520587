/// Reports as GitHub's Markdown.
package struct MarkdownTable: TableWriter {
  /// An empty line stands between parts.
  package let separator = "\n"

  package func paragraph(_ text: String) -> String {
    let isItem = text.hasPrefix("  ")
    let text = escaped(isItem ? text.trimmingPrefix { $0 == " " } : text[...])
    // What would begin a heading, a list, a quotation or the definition of a link.
    let begin = text.first.map { "#-+>[".contains($0) } == true ? "\\" : ""
    return (isItem ? "- " : "") + begin + text + "\n"
  }

  package func table(_ table: ReportTable) -> String {
    let columns = table.exportedColumns
    let rows = table.rows.indices.map { row in
      columns.map { column in
        let cell = column.cells[row]
        return escaped(cell.text) + (cell.bounds.map { " [\($0.lower), \($0.upper)]" } ?? "")
      }
    }
    return
      ([
        columns.map { escaped($0.column.header(withInterval: $0.hasBounds)) },
        columns.map { $0.isNumeric ? "---:" : "---" },
      ] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// Between fences longer than any row of backticks inside.
  package func verbatim(_ lines: String) -> String {
    let longest = lines.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1)) + "\n"
    return fence + lines + fence
  }

  /// Without what would be emphasis, code, HTML, a column or an entity, and without links: a bracket is closed only where no link
  /// could follow, so that intervals stay as they are.
  private func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for (character, next) in zip(text, text.dropFirst().map(Optional.some) + [nil]) {
      let endsLink = character == "]" && next.map { "([".contains($0) } == true
      let beginsEntity = character == "&" && next.map { $0.isLetter || $0 == "#" } == true
      if endsLink || beginsEntity || "\\`*_|<".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
