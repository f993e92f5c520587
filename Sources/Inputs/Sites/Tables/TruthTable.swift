public import World

/// A truth file, `time_s,x_m,y_m[,z_m,floor,lap]`: where the walker truly was.
public struct TruthTable: Sendable {
  private enum Column: Int {
    case time, x, y, z, floor, lap
  }

  private static let names = ["time_s", "x_m", "y_m", "z_m", "floor", "lap"]

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
    self.clockOffset = clockOffset
    walks = try LapTable(contentsOf: path, columns: Self.names, required: 3, start: [Walk.Knot]()) {
      row, lap throws(FileProblem) in
      let time = try row.time(Column.time.rawValue, offset: clockOffset)
      let knot = try Self.knot(row, at: time, site: site, height: carriedHeight)
      if let last = lap.last, last.time >= knot.time {
        throw row.problem(
          Column.time.rawValue, expected: "rising times", found: "\(knot.time) after \(last.time)")
      }
      lap.append(knot)
    }.mapValues { Walk(knots: $0) }
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
    names.dropLast(lap == nil ? 1 : 0).joined(separator: ",") + "\n" + rows(of: walk, lap: lap)
  }

  /// The whole table as it was read, with every default filled in.
  public var text: String {
    get throws(FileProblem) {
      guard !laps.isEmpty else { return Self.text(of: try walk()) }
      let rows = try laps.map { lap throws(FileProblem) in Self.rows(of: try walk(lap: lap), lap: lap) }
      return Self.names.joined(separator: ",") + "\n" + rows.joined()
    }
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
