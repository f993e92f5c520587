/// Tables as LaTeX: a `tabular` of booktabs, whose numbers stand in the `S` columns of siunitx.
///
/// An interval takes two columns: the value and its bounds.
enum LaTeXTable {
  /// The packages that the document must load, as a comment.
  private static let preamble = "% \\usepackage{booktabs, siunitx}\n"

  static func text(of table: ReportTable) -> String {
    let columns = table.exportedColumns
    let titles = columns.flatMap { column in
      [column.isNumeric ? "{\(escaped(column.header))}" : escaped(column.header)]
        + (column.hasBounds ? ["95\\,\\%"] : [])
    }
    let rows = table.rows.indices.map { row in
      columns.flatMap { column in
        let cell = column.cells[row]
        let bounds = cell.bounds.map { "[\($0.lower), \($0.upper)]" } ?? ""
        return [column.isNumeric ? aligned(cell) : escaped(cell.text)] + (column.hasBounds ? [bounds] : [])
      }
    }
    func line(_ cells: [String]) -> String { "  " + cells.joined(separator: " & ") + " \\\\\n" }
    return preamble + "\\begin{tabular}{\(columns.map(kind).joined(separator: " "))}\n  \\toprule\n"
      + line(titles)
      + "  \\midrule\n" + rows.map(line).joined() + "  \\bottomrule\n\\end{tabular}\n"
  }

  /// `l`, or `S` with the digits before and behind the point that its numbers need.
  private static func kind(of column: ExportedColumn) -> String {
    guard column.isNumeric else { return "l" }
    let numbers = column.cells.filter(\.isNumber).map { $0.text.split(separator: ".") }
    let whole = numbers.map { $0[0].count { $0 != "-" } }.max() ?? 1
    let decimals = numbers.map { $0.count > 1 ? $0[1].count : 0 }.max() ?? 0
    let sign = numbers.contains { $0[0].hasPrefix("-") } ? "-" : ""
    return "S[table-format=\(sign)\(whole)\(decimals > 0 ? ".\(decimals)" : "")]"
      + (column.hasBounds ? " l" : "")
  }

  /// In an `S` column, what is no number stands in braces.
  private static func aligned(_ cell: ExportedColumn.Cell) -> String {
    cell.isNumber || cell.text.isEmpty ? cell.text : "{\(escaped(cell.text))}"
  }

  private static let special: [Character: String] = [
    "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "&": "\\&", "%": "\\%", "$": "\\$", "#": "\\#",
    "_": "\\_",
    "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "$<$", ">": "$>$", "|": "\\textbar{}",
    // Behind the end of a line they would be taken for its options.
    "[": "{[}", "*": "{*}",
    "–": "--", "…": "\\dots{}", "≤": "$\\le$", "≥": "$\\ge$", "±": "$\\pm$", "×": "$\\times$",
    "²": "\\textsuperscript{2}", "³": "\\textsuperscript{3}", "°": "\\textdegree{}",
  ]

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += special[$1] ?? String($1) }
  }
}
