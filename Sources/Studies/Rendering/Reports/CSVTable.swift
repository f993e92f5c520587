import Sites

/// Reports as CSV (RFC 4180): a line of titles and the rows of each table, an empty line between tables, and everything
/// else in lines that begin with `#`.
///
/// An interval takes three columns: the value and both bounds; a mean with a standard deviation takes two. A value that does
/// not exist is an empty field.
package struct CSVTable: TableWriter {
  /// Nothing stands before the first table.
  package let preamble = ""
  /// Nothing stands between parts but the empty line.
  package let separator = ""

  /// A line that begins with `#`.
  package func paragraph(_ text: String) -> String { "# " + text.trimmingPrefix { $0 == " " } + "\n" }

  /// A line of titles and a line for each row; intervals take three columns.
  package func table(_ table: ReportTable) -> String {
    let columns = table.exportedColumns
    let titles = columns.flatMap(\.fieldHeaders)
    let rows = table.rows.indices.map { row in columns.flatMap { $0.fields(of: row) } }
    return ([titles] + rows).map { $0.map(csvField).joined(separator: ",") + "\n" }.joined()
  }

  /// Each line as a paragraph.
  package func verbatim(_ lines: String) -> String {
    lines.split(separator: "\n").map { paragraph(String($0)) }.joined()
  }
}
