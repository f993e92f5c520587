import Figures

/// Reports as GitHub's Markdown.
struct MarkdownTable: TableWriter {
  let preamble = ""
  let separator = "\n"

  func paragraph(_ text: String) -> String {
    if text.hasPrefix("  ") { return "- " + escaped(text.trimmingPrefix { $0 == " " }) + "\n" }
    let text = escaped(text)
    // What would begin a heading, a list, a quotation or a link.
    return (text.first.map { "#-+>[".contains($0) } == true ? "\\" : "") + text + "\n"
  }

  func table(_ table: ReportTable) -> String {
    let columns = table.columns.indices.map { index in
      ExportedColumn(table.columns[index], cells: table.rows.map { $0[index] })
    }
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

  func verbatim(_ lines: String) -> String { "```\n" + lines + "```\n" }

  private func escaped(_ text: some StringProtocol) -> String {
    text.reduce(into: "") { escaped, character in
      if "\\`*_|<".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
  }
}
