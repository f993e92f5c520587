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
  /// How many of the first columns say which row it is; each part of a table that is split begins with them.
  private let keys: Int
  package private(set) var rows: [[Cell]] = []
  /// Lines below the table, such as why fixes were missed.
  package var notes: [String] = []

  package init(_ columns: [Column], keys: Int = 1) {
    self.columns = columns
    self.keys = keys
  }

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
  /// names, and after them breaks its longest texts and its headers over several lines. Where that is not enough,
  /// nothing is left out, and the columns stand in several tables below each other. A figure is never broken.
  package func text(width: Int) -> String {
    let whole = columns.indices.map { column in LaidColumn(columns[column], cells: rows.map { $0[column] }) }
    if let (table, leftOut) = whole.fitted(to: width) {
      let titles = columns.map(\.header).filter { leftOut.contains($0) }
      let note = "Left out at this width: \(titles.joined(separator: ", ")); --json has all."
      return text(of: table) + text(of: (titles.isEmpty ? [] : [note]) + notes, width: width)
    }
    return whole.split(to: width, keys: keys).map(text).joined(separator: "\n")
      + text(of: notes, width: width)
  }

  private func text(of notes: [String], width: Int) -> String {
    notes.map { $0.paragraph(width: width) }.joined()
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
