import Figures
import World

/// A column of a table for other programs: digits without commas between thousands, bounds apart from values.
struct ExportedColumn {
  struct Cell {
    let text: String
    let bounds: (lower: String, upper: String)?
    let isNumber: Bool
    /// Whether a value that was asked for does not exist.
    let isMissing: Bool
    /// A probability of which the text gives a bound only.
    let bounded: Double?
  }

  let column: ReportTable.Column
  let cells: [Cell]
  let isNumeric: Bool

  init(_ column: ReportTable.Column, cells: [FigureValue]) {
    self.column = column
    self.cells = cells.map { Cell($0, in: column) }
    isNumeric = !cells.allSatisfy(\.isText)
  }

  var hasBounds: Bool { cells.contains { $0.bounds != nil } }

  /// The title with its unit, without what says that an interval follows.
  var header: String { column.header(withInterval: false) }

  /// The titles of the bounds.
  var boundHeaders: [String] {
    let title = column.title.replacing(" [95 %]", with: "")
    return hasBounds ? ["lower", "upper"].map { "\(title) \($0) 95 %" } : []
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
    isMissing = !value.isText && text == "–"
    bounded =
      if case .number(let number) = value, text.hasPrefix("<") { number } else { nil }
    isNumber = !value.isText && !isMissing && bounded == nil
  }
}
