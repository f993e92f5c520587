import Documents
public import World

/// Something for each lap of a file; a file without laps has one thing for all.
struct LapTable<Value: Sendable>: Sendable {
  /// As the user named it.
  let file: String
  private var values: [Int?: Value] = [:]

  /// The rows of a table, each added to what its lap holds.
  ///
  /// - Parameters:
  ///   - columns: what a row is asked for by its index here; the last one is the lap.
  ///   - required: how many columns, from the first on, must be there.
  ///   - least: what the table must hold, such as `one row`.
  ///   - start: of a lap without rows.
  ///   - add: adds a row, whose times it compares with those of the rows before.
  init(
    contentsOf path: String, columns: [String], required: Int, least: String = "one row", start: Value,
    _ add: (TableRow, inout Value) throws(FileProblem) -> Void
  ) throws(FileProblem) {
    try self.init(
      TableReader(contentsOf: path), columns: columns, required: required, least: least, start: start, add)
  }

  /// The same of a table that was opened before.
  init(
    _ table: TableReader, columns: [String], required: Int, least: String = "one row", start: Value,
    _ add: (TableRow, inout Value) throws(FileProblem) -> Void
  ) throws(FileProblem) {
    file = table.file
    var rows = table
    try rows.pick(columns, required: required)
    while let row = try rows.next() {
      let lap = try row.lap(columns.count - 1)
      var value = values[lap] ?? start
      // Taken out first, so that an array in it is changed in place.
      values[lap] = nil
      try add(row, &value)
      values[lap] = value
    }
    guard !values.isEmpty else { throw FileProblem(file: file, expected: "at least \(least)", found: "none") }
  }

  private init(file: String, _ values: [Int?: Value]) { (self.file, self.values) = (file, values) }

  /// The laps in rising order; empty for a file without that column.
  var numbers: [Int] { values.keys.compactMap { $0 }.sorted() }

  func mapValues<Other: Sendable>(_ transform: (Value) -> Other) -> LapTable<Other> {
    LapTable<Other>(file: file, values.mapValues(transform))
  }

  /// - Parameter lap: nil for a file with one lap.
  func value(of lap: Int?) throws(FileProblem) -> Value {
    if let value = values[lap] ?? values[nil] { return value }
    if let lap { throw FileProblem(file: file, expected: "rows of lap \(lap)", found: "none") }
    if numbers.count == 1, let value = values[numbers[0]] { return value }
    throw FileProblem(
      file: file, expected: "one lap, or --lap",
      found: "the laps \(numbers[0]) to \(numbers.last ?? 0)")
  }
}

extension TableRow {
  /// The seconds in a column, brought from another clock to the stream's.
  func time(_ column: Int, offset: Double) throws(FileProblem) -> Double {
    try requiredNumber(column, in: .between(-1e12, 1e12)) + offset
  }

  /// The position of a moving thing.
  ///
  /// - Parameters:
  ///   - columns: of x, y and z.
  ///   - height: where the file has no z.
  func position(_ columns: (x: Int, y: Int, z: Int), height: Double) throws(FileProblem) -> Point {
    let range = NumberRange.between(-1e6, 1e6)
    return Point(
      x: try requiredNumber(columns.x, in: range), y: try requiredNumber(columns.y, in: range),
      z: try number(columns.z, in: range) ?? height)
  }

  /// The level of a thing's floor: that of the column `floor`, else of the floor on which its height lies, else of the site's first.
  public func floor(_ column: Int, z: Int, of site: Site?) throws(FileProblem) -> Int {
    let height = try number(z)
    let floor =
      try integer(column) ?? height.flatMap { site?.floors.level(at: $0) } ?? site?.floors.first?.level ?? 0
    if let site, !site.floors.contains(where: { $0.level == floor }) {
      throw problem(
        column, expected: "a floor of the site, \(listing(site.floors.map { "\($0.level)" }))")
    }
    return floor
  }
}
