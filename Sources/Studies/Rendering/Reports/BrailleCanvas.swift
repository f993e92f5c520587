/// A drawing in characters of a terminal, each of which holds two by four dots.
///
/// Source: Unicode, block Braille Patterns: dots 1, 2, 3, 7 stand on the left from the top, 4, 5, 6, 8 on the right.
package struct BrailleCanvas: Hashable, Sendable {
  /// In characters.
  package let columns: Int
  /// In characters.
  package let rows: Int
  private var cells: [UInt8]
  /// Characters that stand over the dots.
  private var marks: [Int: Character] = [:]

  private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  /// - Precondition: both are at least 1.
  package init(columns: Int, rows: Int) {
    precondition(columns >= 1 && rows >= 1, "a canvas needs a character, had \(columns) by \(rows)")
    (self.columns, self.rows) = (columns, rows)
    cells = [UInt8](repeating: 0, count: columns * rows)
  }

  /// A dot, counted from the upper left; what lies outside is left out.
  package mutating func dot(_ x: Int, _ y: Int) {
    guard 0..<2 * columns ~= x, 0..<4 * rows ~= y else { return }
    cells[y / 4 * columns + x / 2] |= Self.bits[y % 4][x % 2]
  }

  /// A straight line of dots between two, both included.
  ///
  /// - Parameter step: one dot in so many is drawn.
  package mutating func line(from: (x: Int, y: Int), to: (x: Int, y: Int), step: Int = 1) {
    let length = max(abs(to.x - from.x), abs(to.y - from.y), 1)
    for place in stride(from: 0, through: length, by: step) {
      let share = Double(place) / Double(length)
      dot(
        from.x + Int((Double(to.x - from.x) * share).rounded()),
        from.y + Int((Double(to.y - from.y) * share).rounded()))
    }
  }

  /// A character in the place of the dots where one would lie.
  package mutating func mark(_ character: Character, _ x: Int, _ y: Int) {
    guard 0..<2 * columns ~= x, 0..<4 * rows ~= y else { return }
    marks[y / 4 * columns + x / 2] = character
  }

  /// Without spaces at the ends.
  package var lines: [String] {
    (0..<rows).map { row in
      let line = (0..<columns).map { column -> Character in
        let index = row * columns + column
        if let mark = marks[index] { return mark }
        guard cells[index] > 0, let scalar = Unicode.Scalar(0x2800 + UInt32(cells[index])) else { return " " }
        return Character(scalar)
      }
      return String(line).withoutTrailingSpaces
    }
  }
}
