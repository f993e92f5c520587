/// One column of a table as text, all its lines of one width: text to the left, numbers to the right, and the
/// bounds of intervals in line behind the numbers.
package struct LaidColumn {
  /// What is broken over several lines to make columns narrower, in this order. Figures never are.
  package enum Breaking: CaseIterable {
    /// Texts, between their words.
    case texts
    /// Headers too, between theirs.
    case headers
    /// Long words too, such as identifiers, and the bounds of intervals stand below their values.
    case words
  }

  /// Texts and words up to this length stay on one line.
  private static let shortest = 12

  /// The column as the report has it.
  package let column: ReportTable.Column
  private(set) var width: Int
  /// Nothing broken.
  private let naturalWidth: Int
  private let cells: [(value: String, bounds: String)]
  private let isText: Bool
  private let valueWidth: Int
  private let boundsWidth: Int
  /// Of text, with its indent.
  private let longestWord: Int
  private let longestTitleWord: Int
  private let header: String

  package init(_ column: ReportTable.Column, cells: [FigureValue]) {
    self.column = column
    self.cells = cells.map { $0.parts(in: column) }
    isText = column.form == .probability || cells.allSatisfy(\.isText)
    valueWidth = self.cells.map(\.value).widest
    boundsWidth = self.cells.map(\.bounds).widest
    header = column.header(withInterval: boundsWidth > 0)
    naturalWidth = max(valueWidth + boundsWidth, header.displayWidth)
    width = naturalWidth
    longestWord = self.cells.map { $0.value.wrapped(to: Self.shortest, indent: 2).widest }.max() ?? 0
    longestTitleWord = header.wrapped(to: 1).widest
  }

  /// Whether it is broken before any other column is, or goes.
  package var breaksFirst: Bool { column.breaksFirst && canShrink(.texts) }

  /// Whether breaking more would make it narrower.
  package func canShrink(_ breaking: Breaking) -> Bool { width > leastWidth(breaking) }

  /// One column less of text, or as much less as sends one more word of a header to its next line.
  package mutating func shrink(_ breaking: Breaking) {
    width = isText ? width - 1 : max(leastWidth(breaking), header.wrapped(to: width - 1).widest)
  }

  /// As narrow as it gets.
  package mutating func shrinkWhole(_ breaking: Breaking) { width = min(width, leastWidth(breaking)) }

  /// Back to nothing broken.
  package mutating func widen() { width = naturalWidth }

  private func leastWidth(_ breaking: Breaking) -> Int {
    let title = breaking == .texts ? header.displayWidth : longestTitleWord
    let isLast = breaking == .words
    guard isText else {
      // Without the space before the bounds.
      return max(title, isLast ? max(valueWidth, boundsWidth - 1) : valueWidth + boundsWidth)
    }
    return max(title, Self.shortest, isLast ? 0 : longestWord)
  }

  private var hasBounds: Bool { boundsWidth > 0 }

  /// The title, broken over lines of the column's width.
  package var titleLines: [String] {
    header.wrapped(to: width).map {
      isText || hasBounds ? $0.padded(to: width) : $0.indented(to: width)
    }
  }

  /// Without spaces behind them.
  package func lines(of row: Int) -> [String] {
    let (value, bounds) = cells[row]
    if isText { return value.wrapped(to: width, indent: 2, breaksWords: true) }
    if width < valueWidth + boundsWidth { return [value, String(bounds.dropFirst())] }
    return [value.indented(to: hasBounds ? valueWidth : width) + bounds]
  }
}
