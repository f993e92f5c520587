package import Figures

extension ReportTable {
  /// A header, a rule, the rows, then the notes, each line ended; no line ends in a space.
  ///
  /// What is too wide breaks the texts of columns that ask for it, gives up its ranked columns, which a note then
  /// names, and after them breaks its longest texts and its headers over several lines. Where that is not enough,
  /// nothing is left out, and the columns stand in several tables below each other. A figure is never broken.
  package func text(width: Int) -> String {
    let whole = columns.indices.map { column in LaidColumn(columns[column], cells: rows.map { $0[column] }) }
    if let (table, leftOut) = whole.fitted(to: width) {
      let titles = columns.map(\.header).filter { leftOut.contains($0) }
      let note = "Left out at this width: \(titles.joined(separator: ", ")); --json has all."
      return text(of: table)
        + ((titles.isEmpty ? [] : [note]) + notes).map { $0.paragraph(width: width) }.joined()
    }
    return whole.split(to: width, keys: keys).map(text).joined(separator: "\n")
      + notes.map { $0.paragraph(width: width) }.joined()
  }

  private func text(of laid: [LaidColumn]) -> String {
    let titles = laid.map(\.titleLines)
    let height = titles.map(\.count).max() ?? 1
    // Headers stand on the rule; cells hang from the first line of their row.
    let standing = titles.map { Array(repeating: "", count: height - $0.count) + $0 }
    let rule = laid.map { [String(repeating: "-", count: $0.width)] }
    let cells = rows.indices.map { row in laid.map { $0.lines(of: row) } }
    return ([standing, rule] + cells).map { Self.text(of: $0, in: laid) }.joined()
  }

  /// Cells beside each other.
  private static func text(of cells: [[String]], in laid: [LaidColumn]) -> String {
    let height = cells.map(\.count).max() ?? 1
    let lines = (0..<height).map { line in
      zip(cells, laid).map { cell, column in
        (line < cell.count ? cell[line] : "").padded(to: column.width)
      }
    }
    return lines.map { $0.joined(separator: "  ").withoutTrailingSpaces + "\n" }.joined()
  }
}
