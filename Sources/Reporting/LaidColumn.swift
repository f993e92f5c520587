import World

/// One column of a table as text, all its lines of one width: text to the left, numbers to the right, and the
/// bounds of intervals in line behind the numbers.
struct LaidColumn {
  let header: String
  let rank: Int
  let breaksFirst: Bool
  /// A column of text alone may be made narrower, down to ``narrowest``.
  var width: Int
  private let cells: [(value: String, bounds: String)]
  private let isText: Bool
  private let hasBounds: Bool
  private let valueWidth: Int
  private let narrowest: Int

  init(_ column: TextTable.Column, cells: [TextTable.Cell]) {
    (header, rank, breaksFirst) = (column.header, column.rank, column.breaksFirst)
    self.cells = cells.map { $0.parts(decimals: column.decimals) }
    isText = cells.allSatisfy(\.isText)
    let boundsWidth = self.cells.map(\.bounds.displayWidth).max() ?? 0
    valueWidth = max(
      self.cells.map(\.value.displayWidth).max() ?? 0, boundsWidth == 0 ? header.displayWidth : 0)
    width = max(valueWidth + boundsWidth, header.displayWidth)
    hasBounds = boundsWidth > 0
    let words = self.cells.flatMap { $0.value.split(separator: " ") }
    narrowest = isText ? max(12, header.displayWidth, words.map(\.displayWidth).max() ?? 0) : .max
  }

  var canBreak: Bool { width > narrowest }

  var titleLine: String { isText || hasBounds ? header.padded(to: width) : header.indented(to: width) }

  func lines(of row: Int) -> [String] {
    let (value, bounds) = cells[row]
    guard !isText else { return value.wrapped(to: width, indent: 2).map { $0.padded(to: width) } }
    return [(value.indented(to: valueWidth) + bounds).padded(to: width)]
  }
}

extension [LaidColumn] {
  /// With two spaces between columns.
  var tableWidth: Int { reduce(0) { $0 + $1.width } + 2 * Swift.max(count - 1, 0) }

  /// A column that is made narrower before any goes.
  var firstThatBreaks: Int? { firstIndex { $0.breaksFirst && $0.canBreak } }

  /// The widest column that can be made narrower; of several the first.
  var widestThatBreaks: Int? {
    indices.filter { self[$0].canBreak }.max { (self[$0].width, -$0) < (self[$1].width, -$1) }
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
    case .text(let text): return (text.printable(), "")
    case .count(let count): return (Counted.number(count), "")
    case .number(let number): return (text(number), "")
    case .interval(let value?, let from?, let to?): return (text(value), " [\(text(from)), \(text(to))]")
    case .interval(let value, _, _): return (text(value), "")
    case .empty: return ("", "")
    }
  }
}
