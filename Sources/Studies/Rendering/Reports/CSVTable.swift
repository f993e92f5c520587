import Sites

/// Tables as CSV (RFC 4180): a line of titles, and the rows.
///
/// An interval takes three columns: the value and both bounds; a mean with a standard deviation takes two. A value that does
/// not exist is an empty field.
enum CSVTable {
  static func text(of table: ReportTable) -> String {
    let columns = table.exportedColumns
    let titles = columns.flatMap(\.fieldHeaders)
    let rows = table.rows.indices.map { row in columns.flatMap { $0.fields(of: row) } }
    return ([titles] + rows).map { $0.map(csvField).joined(separator: ",") + "\n" }.joined()
  }
}
