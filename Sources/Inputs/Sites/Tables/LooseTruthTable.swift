public import World

/// A file of ground truth with or without a place for each moment. It is read once, since it may be a FIFO.
public enum TruthFile: Sendable {
  case walks(TruthTable)
  case loose(LooseTruthTable)

  /// - Parameters:
  ///   - path: of the table, in CSV.
  ///   - site: whose rooms and floors the rows name.
  ///   - clockOffset: seconds that are added to every time.
  /// - Throws: one sentence that names the line and the column.
  public init(contentsOf path: String, site: Site, clockOffset: Double = 0) throws(FileProblem) {
    let rows = try TableReader(contentsOf: path)
    if let table = try LooseTruthTable(rows, site: site, clockOffset: clockOffset) {
      self = .loose(table)
    } else {
      self = .walks(try TruthTable(rows, site: site, clockOffset: clockOffset))
    }
  }

  /// Nil where it is of the other kind.
  public var walks: TruthTable? { if case .walks(let table) = self { table } else { nil } }
  public var loose: LooseTruthTable? { if case .loose(let table) = self { table } else { nil } }
}

/// A truth file without a place for each moment: a line, `x_m,y_m[,floor,lap]`, whose rows are its corners, or rooms,
/// `time_s,room[,lap]`, of which each lasts until the next row and the last row only ends.
public struct LooseTruthTable: Sendable {
  /// As the user named it.
  public var file: String { laps.file }
  private let laps: LapTable<LooseTruth>

  /// Nil for a table with places and times.
  fileprivate init?(_ rows: TableReader, site: Site, clockOffset: Double) throws(FileProblem) {
    let columns = rows.columns
    if columns.contains("room") {
      laps = try LapTable(
        rows, columns: ["time_s", "room", "lap"], required: 2, least: "two rows",
        start: [LooseTruth.RoomMark]()
      ) { row, lap throws(FileProblem) in
        let mark = LooseTruth.RoomMark(
          time: try row.time(0, offset: clockOffset), room: try Self.room(row, of: site))
        if let last = lap.last, last.time >= mark.time {
          throw row.problem(0, expected: "rising times", found: "\(mark.time) after \(last.time)")
        }
        lap.append(mark)
      }.mapValues { .rooms($0) }
    } else if !columns.contains("time_s"), columns.contains("x_m") {
      laps = try LapTable(
        rows, columns: ["x_m", "y_m", "floor", "z_m", "lap"], required: 2,
        start: (corners: [Point](), floor: 0)
      ) { row, lap throws(FileProblem) in
        let floor = try row.floor(2, z: 3, of: site)
        if !lap.corners.isEmpty, floor != lap.floor {
          throw row.problem(
            2, expected: "one floor for a line without times", found: "\(floor) after \(lap.floor)")
        }
        lap.corners.append(try row.position((0, 1, 3), height: site.elevation(ofFloor: floor)))
        lap.floor = floor
      }.mapValues { .line($0.corners, floor: $0.floor) }
    } else {
      return nil
    }
  }

  private static func room(_ row: TableRow, of site: Site) throws(FileProblem) -> Int? {
    guard let name = row.text(1) else { return nil }
    if let room = site.rooms.firstIndex(where: { $0.name == name }) { return room }
    let names = site.rooms.map(\.name)
    throw row.problem(
      1,
      expected: names.isEmpty
        ? "a room, but the site \(site.name) has none"
        : "a room of the site, \(names.joined(separator: ", "))")
  }

  /// - Parameter lap: nil for a file with one lap.
  public func truth(lap: Int?) throws(FileProblem) -> LooseTruth { try laps.value(of: lap) }

  /// What the errors are, in a sentence.
  public static func note(on truth: LooseTruth, of file: String) -> String {
    switch truth {
    case .line:
      "\(file) is a line without times: errors are the distances to it, and say nothing about the way along it"
    case .rooms: "\(file) states rooms without places: errors are the distances to the right room, 0 in it"
    }
  }
}
