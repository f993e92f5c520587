/// A column of a table for other programs: digits without commas between thousands, bounds apart from values.
package struct ExportedColumn {
  /// One value, as text for another program.
  package struct Cell {
    /// The value; empty for none.
    package let text: String
    /// The ends of the interval; nil without one.
    package let bounds: (lower: String, upper: String)?
    /// Whether the text can be read as a number.
    package let isNumber: Bool
    /// One number to a field, or none where there is no value.
    package let fields: [String]
  }

  /// The column as the report has it.
  package let column: ReportTable.Column
  /// In the order of the rows.
  package let cells: [Cell]
  /// Whether one of its values at least is a number.
  package let isNumeric: Bool

  package init(_ column: ReportTable.Column, cells: [FigureValue]) {
    self.column = column
    self.cells = cells.map { Cell($0, in: column) }
    isNumeric = !cells.allSatisfy(\.isText)
  }

  /// Whether the bounds need columns of their own.
  package var hasBounds: Bool { cells.contains { $0.bounds != nil } }

  /// The title with its unit, without what says that an interval follows.
  package var header: String { column.header(withInterval: false) }

  /// What the fields of its cells are.
  package var fieldHeaders: [String] {
    let title = column.title.replacing(" [95 %]", with: "")
    let count = cells.map(\.fields.count).max() ?? 1
    if hasBounds { return [header] + ["lower", "upper"].map { "\(title) \($0) 95 %" } }
    return [header]
      + (count > 1 ? [["\(title) std", column.unit].compactMap(\.self).joined(separator: " ")] : [])
  }

  /// A cell's, as many as there are headers.
  package func fields(of row: Int) -> [String] {
    let fields = cells[row].fields
    return fields + Array(repeating: "", count: fieldHeaders.count - fields.count)
  }
}

extension ExportedColumn.Cell {
  fileprivate init(_ value: FigureValue, in column: ReportTable.Column) {
    let parts = value.parts(in: column)
    bounds =
      if case .interval(.some, let from?, let to?) = value {
        (column.text(of: from), column.text(of: to))
      } else { nil }
    if case .count(let count) = value { text = "\(count)" } else { text = parts.value }
    let isMissing = !value.isText && text == "–"
    switch value {
    case .number(let number?) where text.hasPrefix("<"):
      // A probability of which the text gives a bound only.
      (fields, isNumber) = ([FixedPoint.scientific(number)], false)
    case .meanAndDeviation(let mean, let deviation):
      (fields, isNumber) = ([mean, deviation].map { $0.map(column.text) ?? "" }, deviation == nil)
    default:
      fields = (isMissing ? [""] : [text]) + (bounds.map { [$0.lower, $0.upper] } ?? [])
      isNumber = !value.isText && !isMissing
    }
  }
}

extension ReportTable {
  /// Its columns as other programs read them.
  var exportedColumns: [ExportedColumn] {
    columns.indices.map { index in ExportedColumn(columns[index], cells: rows.map { $0[index] }) }
  }
}
