/// Numbers by cell and speed, of those cells only that have any.
struct GridField: Sendable {
  /// How many numbers each cell has.
  let width: Int
  /// The cells that have any, in the order in which they came.
  private(set) var cells: [Int] = []
  /// Row by row, one for each of ``cells``.
  var values: [Double] = []
  /// By cell of the grid; -1 for none.
  private var rows: [Int32]

  /// - Parameter grid: the number of all cells.
  init(of grid: Int, width: Int) {
    self.width = width
    rows = [Int32](repeating: -1, count: grid)
  }

  /// A field of some cells.
  init(of grid: Int, width: Int, cells: [Int], values: [Double]) {
    self.init(of: grid, width: width)
    (self.cells, self.values) = (cells, values)
    for (row, cell) in cells.enumerated() { rows[cell] = Int32(truncatingIfNeeded: row) }
  }

  /// Nil for a cell without numbers.
  func row(of cell: Int) -> Int? {
    let row = Int(rows[cell])
    return row >= 0 ? row : nil
  }

  /// Gives a cell zeros if it has no numbers.
  @inline(__always)
  mutating func add(_ cell: Int) -> Int {
    let row = Int(rows[cell])
    guard row < 0 else { return row }
    rows[cell] = Int32(truncatingIfNeeded: cells.count)
    cells.append(cell)
    for _ in 0..<width { values.append(0) }
    return cells.count &- 1
  }
}
