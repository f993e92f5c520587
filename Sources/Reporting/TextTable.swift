/// A table for people: aligned columns, units in the header, numbers with fixed decimals.
package struct TextTable: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package let title: String
    /// Stands after the title; nil for what has none.
    package let unit: String?
    /// Of its numbers; whole counts have none whatever it says.
    package let decimals: Int
    /// Where a table is too wide, columns go in the order of their rank, the highest first; 0 stays.
    package let rank: Int
    /// Whether its texts are broken over several lines before any column goes.
    package let breaksFirst: Bool

    package init(
      _ title: String, unit: String? = nil, decimals: Int = 2, rank: Int = 0, breaksFirst: Bool = false
    ) {
      self.breaksFirst = breaksFirst
      self.title = title
      self.unit = unit
      self.decimals = decimals
      self.rank = rank
    }

    var header: String { unit.map { "\(title) \($0)" } ?? title }
  }

  package enum Cell: Hashable, Sendable {
    case text(String)
    case count(Int)
    /// Nil is shown as `–`.
    case number(Double?)
    /// `2.24 [2.17, 2.31]`; without bounds the value alone, without a value `–`.
    case interval(Double?, from: Double?, to: Double?)
    /// Nothing at all, where a value would make no sense.
    case empty
  }

  package let columns: [Column]
  package private(set) var rows: [[Cell]] = []
  /// Lines below the table, such as why fixes were missed.
  package var notes: [String] = []

  package init(_ columns: [Column]) { self.columns = columns }

  /// - Precondition: one cell for each column.
  package mutating func add(_ row: [Cell]) {
    precondition(row.count == columns.count, "\(row.count) cells for \(columns.count) columns")
    rows.append(row)
  }
}

extension TextTable: CustomStringConvertible {
  /// As wide as it comes.
  package var description: String { text(width: .max) }

  /// A header, a rule, the rows, then the notes, each line ended; no line ends in a space.
  ///
  /// What is too wide breaks the texts of columns that ask for it, gives up its ranked columns, which a note then
  /// names, and after them breaks its longest texts over several lines. A table whose words and numbers alone are wider stays so.
  package func text(width: Int) -> String {
    var laid = columns.indices.map { column in LaidColumn(columns[column], cells: rows.map { $0[column] }) }
    while laid.tableWidth > width, let first = laid.firstThatBreaks { laid[first].width -= 1 }
    var leftOut: [String] = []
    while laid.tableWidth > width, let last = laid.indices.max(by: { laid[$0].rank < laid[$1].rank }),
      laid[last].rank > 0
    { leftOut.append(laid.remove(at: last).header) }
    while laid.tableWidth > width, let widest = laid.widestThatBreaks { laid[widest].width -= 1 }
    var lines = [laid.map(\.titleLine), laid.map { String(repeating: "-", count: $0.width) }]
    for row in rows.indices {
      let cells = laid.map { $0.lines(of: row) }
      for line in 0..<(cells.map(\.count).max() ?? 1) {
        lines.append(zip(laid, cells).map { $1.count > line ? $1[line] : "".padded(to: $0.width) })
      }
    }
    let titles = columns.map(\.header).filter { leftOut.contains($0) }
    let notes =
      titles.isEmpty
      ? notes : ["Left out at this width: \(titles.joined(separator: ", ")); --json has all."] + notes
    return lines.map { $0.joined(separator: "  ").withoutTrailingSpaces + "\n" }.joined()
      + notes.map { $0.paragraph(width: width) }.joined()
  }
}
