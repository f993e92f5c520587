import Figures
import SiteFiles

/// Reports as CSV (RFC 4180): a line of titles and the rows of each table, an empty line between tables, and everything
/// else in lines that begin with `#`.
///
/// An interval takes three columns: the value and both bounds. A value that does not exist is an empty field.
struct CSVTable: TableWriter {
  let preamble = ""
  let separator = ""

  func paragraph(_ text: String) -> String { "# " + text.trimmingPrefix { $0 == " " } + "\n" }

  func table(_ table: ReportTable) -> String {
    let columns = table.columns.indices.map { index in
      ExportedColumn(table.columns[index], cells: table.rows.map { $0[index] })
    }
    let titles = columns.flatMap { [$0.header] + $0.boundHeaders }
    let rows = table.rows.indices.map { row in
      columns.flatMap { column in
        let cell = column.cells[row]
        let bounds = [cell.bounds?.lower ?? "", cell.bounds?.upper ?? ""]
        return [cell.isMissing ? "" : cell.bounded.map(FixedPoint.scientific) ?? cell.text]
          + (column.hasBounds ? bounds : [])
      }
    }
    return ([titles] + rows).map { $0.map(csvField).joined(separator: ",") + "\n" }.joined()
  }

  func verbatim(_ lines: String) -> String {
    lines.split(separator: "\n").map { paragraph(String($0)) }.joined()
  }
}
