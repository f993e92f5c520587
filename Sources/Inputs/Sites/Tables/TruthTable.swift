import Documents
public import World

/// A truth file, `time_s,x_m,y_m[,z_m,floor,until_s,lap]`: where the walker truly was.
///
/// From one row to the next the walker goes in a straight line, after standing where `until_s` says until when: a time, or `next` for the
/// time of the next row.
public struct TruthTable: Sendable {
  private enum Column: Int {
    case time, x, y, z, floor, until, lap
  }

  private static let names = ["time_s", "x_m", "y_m", "z_m", "floor", "until_s", "lap"]

  /// Seconds that were added to every time.
  public let clockOffset: Double
  /// As the user named it.
  public var file: String { walks.file }
  private let walks: LapTable<Walk>

  /// - Parameters:
  ///   - path: Of the table, in CSV.
  ///   - site: Gives the height of a floor for a file without `z_m`; without a site that is 0.
  ///   - clockOffset: Seconds that are added to every time, to bring another clock's truth to the stream's.
  ///   - carriedHeight: Metres above the floor for a file without `z_m`.
  /// - Throws: One sentence that names the line and the column. Within a lap the times must rise.
  public init(contentsOf path: String, site: Site? = nil, clockOffset: Double = 0, carriedHeight: Double = 0)
    throws(FileProblem)
  {
    try self.init(
      TableReader(contentsOf: path), site: site, clockOffset: clockOffset, carriedHeight: carriedHeight)
  }

  /// The same of a table that was opened before.
  init(_ rows: TableReader, site: Site?, clockOffset: Double, carriedHeight: Double = 0) throws(FileProblem) {
    self.clockOffset = clockOffset
    walks = try LapTable(rows, columns: Self.names, required: 3, start: WalkMarks()) {
      row, lap throws(FileProblem) in
      let time = try row.time(Column.time.rawValue, offset: clockOffset)
      let knot = try Self.knot(row, at: time, site: site, height: carriedHeight)
      if let last = lap.knots.last, last.time >= knot.time {
        throw row.problem(
          Column.time.rawValue, expected: "rising times", found: "\(knot.time) after \(last.time)")
      }
      lap.add(knot, staying: try Self.stay(row, from: time, offset: clockOffset))
    }.mapValues { $0.walk() }
  }

  private static func stay(
    _ row: TableRow, from time: Double, offset: Double
  ) throws(FileProblem) -> WalkMarks.Stay {
    guard let text = row.text(Column.until.rawValue) else { return .none }
    guard text != "next" else { return .next }
    guard decimalNumber(text) != nil, case let until = try row.time(Column.until.rawValue, offset: offset),
      until >= time
    else {
      throw row.problem(
        Column.until.rawValue,
        expected: "a time not before time_s, or next, up to which the walker stands there")
    }
    return .until(until)
  }

  /// The laps of the file, in rising order; empty for a file without that column.
  public var laps: [Int] { walks.numbers }

  /// The walk of one lap.
  ///
  /// - Parameter lap: nil for a file with one lap. A file without the column `lap` has the same walk for all.
  public func walk(lap: Int? = nil) throws(FileProblem) -> Walk { try walks.value(of: lap) }

  private static func knot(_ row: TableRow, at time: Double, site: Site?, height: Double) throws(FileProblem)
    -> Walk.Knot
  {
    let floor = try row.floor(Column.floor.rawValue, z: Column.z.rawValue, of: site)
    let columns = (Column.x.rawValue, Column.y.rawValue, Column.z.rawValue)
    let position = try row.position(columns, height: (site?.elevation(ofFloor: floor) ?? 0) + height)
    return Walk.Knot(time: time, position: position, floor: floor)
  }

  /// A walk as a table, whose first row names the columns; reading it back gives the same walk.
  ///
  /// - Parameters:
  ///   - walk: Its knots become the rows.
  ///   - lap: Written in a column of its own when given.
  public static func text(of walk: Walk, lap: Int? = nil) -> String {
    header(hasLap: lap != nil) + rows(of: walk, lap: lap)
  }

  /// The whole table as it was read, with every default filled in.
  public var text: String {
    get throws(FileProblem) {
      guard !laps.isEmpty else { return Self.text(of: try walk()) }
      let rows = try laps.map { lap throws(FileProblem) in Self.rows(of: try walk(lap: lap), lap: lap) }
      return Self.header(hasLap: true) + rows.joined()
    }
  }

  /// A stay is written as two rows.
  private static func header(hasLap: Bool) -> String {
    (names.dropLast(2) + (hasLap ? names.suffix(1) : [])).joined(separator: ",") + "\n"
  }

  private static func rows(of walk: Walk, lap: Int?) -> String {
    var text = ""
    for knot in walk.knots {
      text += "\(knot.time),\(knot.position.x),\(knot.position.y),\(knot.position.z),\(knot.floor)"
      text += lap.map { ",\($0)\n" } ?? "\n"
    }
    return text
  }
}
