/// A table for people: aligned columns, units in the header, numbers with fixed decimals.
public struct TextTable: Hashable, Sendable {
  public struct Column: Hashable, Sendable {
    public let title: String
    /// Stands after the title; nil for what has none.
    public let unit: String?
    /// Of its numbers; whole counts have none whatever it says.
    public let decimals: Int

    public init(_ title: String, unit: String? = nil, decimals: Int = 2) {
      self.title = title
      self.unit = unit
      self.decimals = decimals
    }

    var header: String { unit.map { "\(title) \($0)" } ?? title }
  }

  public enum Cell: Hashable, Sendable {
    case text(String)
    case count(Int)
    /// Nil is shown as `–`.
    case number(Double?)
    /// `2.24 [2.17, 2.31]`; without bounds the value alone, without a value `–`.
    case interval(Double?, from: Double?, to: Double?)
    /// Nothing at all, where a value would make no sense.
    case empty
  }

  public let columns: [Column]
  public private(set) var rows: [[Cell]] = []
  /// Lines below the table, such as why fixes were missed.
  public var notes: [String] = []

  public init(_ columns: [Column]) { self.columns = columns }

  /// - Precondition: one cell for each column.
  public mutating func add(_ row: [Cell]) {
    precondition(row.count == columns.count, "\(row.count) cells for \(columns.count) columns")
    rows.append(row)
  }
}

extension TextTable: CustomStringConvertible {
  /// A header, a rule, a line for each row, then the notes, each line ended; no line ends in a space.
  public var description: String {
    let laid = columns.indices.map { layOut(column: $0) }
    let lines = (0..<(rows.count + 2)).map { line in laid.map { $0[line] }.joined(separator: "  ") }
    return (lines + notes).map { $0.withoutTrailingSpaces + "\n" }.joined()
  }

  /// The lines of one column, all of one width: text to the left, numbers to the right, and the bounds of
  /// intervals in line behind the numbers.
  private func layOut(column: Int) -> [String] {
    let header = columns[column].header
    let cells = rows.map { $0[column].parts(decimals: columns[column].decimals) }
    let boundsWidth = cells.map(\.bounds.displayWidth).max() ?? 0
    let isText = rows.allSatisfy { $0[column].isText }
    let valueWidth = max(
      cells.map(\.value.displayWidth).max() ?? 0, boundsWidth == 0 ? header.displayWidth : 0)
    let width = max(valueWidth + boundsWidth, header.displayWidth)
    let isLeft = isText || boundsWidth > 0
    let title = isLeft ? header.padded(to: width) : header.indented(to: width)
    return [title, String(repeating: "-", count: width)]
      + cells.map { cell in
        let value = isText ? cell.value.padded(to: valueWidth) : cell.value.indented(to: valueWidth)
        return (value + cell.bounds).padded(to: width)
      }
  }
}

extension TextTable.Cell {
  fileprivate var isText: Bool {
    switch self {
    case .text, .empty: true
    case .count, .number, .interval: false
    }
  }

  fileprivate func parts(decimals: Int) -> (value: String, bounds: String) {
    func text(_ number: Double?) -> String { number.map { FixedPoint.text($0, decimals: decimals) } ?? "–" }
    switch self {
    case .text(let text): return (text, "")
    case .count(let count): return ("\(count)", "")
    case .number(let number): return (text(number), "")
    case .interval(let value?, let from?, let to?): return (text(value), " [\(text(from)), \(text(to))]")
    case .interval(let value, _, _): return (text(value), "")
    case .empty: return ("", "")
    }
  }
}

extension String {
  fileprivate var withoutTrailingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
