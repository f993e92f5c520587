import World

/// Reports as HTML: tables whose cells say what their row and column are, and everything else in paragraphs. Every text is
/// escaped.
package struct HTMLTable: TableWriter {
  /// Nothing stands between parts.
  package let separator = ""

  package func paragraph(_ text: String) -> String { "<p>\(text.escapedForHTML)</p>\n" }

  /// Paragraphs in a box of their own; nothing without any.
  package func notes(_ texts: [String]) -> String {
    let notes = paragraphs(texts)
    return notes.isEmpty ? "" : "<div class=\"notes\">\n\(notes)</div>\n"
  }

  /// A `table` whose cells say what their row and column are.
  package func table(_ table: ReportTable) -> String {
    let columns = table.exportedColumns
    let titles = columns.map { column in
      let span = column.hasBounds ? " colspan=\"2\"" : ""
      let title = column.column.header(withInterval: column.hasBounds)
      return "<th scope=\"col\"\(span)\(column.isNumeric ? Self.number : "")>\(title.escapedForHTML)</th>"
    }
    let rows = table.rows.indices.map { row in
      columns.enumerated().map { cell(of: $1, in: row, isHeader: $0 == 0 && !$1.isNumeric) }.joined()
    }
    return "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">\n<table>\n"
      + "<thead><tr>\(titles.joined())</tr></thead>\n<tbody>\n"
      + rows.map { "<tr>\($0)</tr>\n" }.joined() + "</tbody>\n</table>\n</div>\n"
  }

  /// Lines in a `pre`, which keeps their blanks.
  package func verbatim(_ lines: String) -> String {
    "<pre>\(lines.split(separator: "\n").map(\.escapedForHTML).joined(separator: "\n"))</pre>\n"
  }

  private static let number = " class=\"number\""

  private func cell(of column: ExportedColumn, in row: Int, isHeader: Bool) -> String {
    let cell = column.cells[row]
    let text = cell.text.escapedForHTML
    if isHeader { return "<th scope=\"row\">\(text)</th>" }
    let value = "<td\(column.isNumeric ? Self.number : "")>\(text)</td>"
    guard column.hasBounds else { return value }
    let bounds = cell.bounds.map { "[\($0.lower), \($0.upper)]" } ?? ""
    return value + "<td class=\"number bounds\">\(bounds)</td>"
  }
}
