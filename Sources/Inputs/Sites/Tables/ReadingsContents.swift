import Documents
public import World

/// What is in a readings table, whatever its beacons are and however many laps it has.
public struct ReadingsContents: Hashable, Sendable {
  /// The readings of one beacon.
  public struct Beacon: Hashable, Sendable {
    /// As the table names it.
    public let id: String
    /// The number of rows.
    public private(set) var readings = 0
    /// Of the levels, in dBm.
    public private(set) var (minimum, maximum) = (Double.infinity, -Double.infinity)
    /// The longest time between two readings of one lap, in seconds; nil where no lap has two.
    public private(set) var longestGap: Double?
    private var sum = 0.0
    private var last: Moment?

    fileprivate init(id: String) { self.id = id }

    public var mean: Double { sum / Double(readings) }

    fileprivate mutating func add(_ level: Double, at moment: Moment) {
      (readings, sum) = (readings + 1, sum + level)
      (minimum, maximum) = (min(minimum, level), max(maximum, level))
      if let last, last.lap == moment.lap { longestGap = max(longestGap ?? 0, moment.time - last.time) }
      last = moment
    }
  }

  fileprivate struct Moment: Hashable {
    let lap: Int?
    let time: Double

    /// - Throws: where the time falls within a lap.
    init(_ row: TableRow, after last: Moment?) throws(FileProblem) {
      typealias Column = ReadingsTable.Column
      time = try row.requiredNumber(Column.time.rawValue, in: .between(0, 1e9))
      lap = try row.lap(Column.lap.rawValue)
      guard let last, last.lap == lap, last.time > time else { return }
      throw row.problem(
        Column.time.rawValue, expected: "times in rising order", found: "\(time) after \(last.time)")
    }
  }

  /// As the user named it.
  public let file: String
  /// The number of rows, without the titles.
  public private(set) var rows = 0
  /// Rows without a level.
  public private(set) var unavailable = 0
  /// From the first row to the last, over all laps, in seconds.
  public private(set) var seconds = 0.0
  /// In order of first hearing.
  public private(set) var beacons: [Beacon] = []
  /// Nil for a table without the column.
  public private(set) var laps: Int?

  /// - Throws: One sentence about the first row that is wrong; the times of a lap must not fall.
  public init(contentsOf path: String) throws(FileProblem) {
    var table = try TableReader(contentsOf: path, columns: ReadingsTable.names, required: 3)
    var indices: [Substring: Int] = [:]
    var seen: Set<Int> = []
    var last: Moment?
    file = path
    while let row = try table.next() {
      let moment = try Moment(row, after: last)
      if let last, last.lap == moment.lap { seconds += moment.time - last.time }
      (last, rows) = (moment, rows + 1)
      if let lap = moment.lap { seen.insert(lap) }
      try addLevel(of: row, at: moment, &indices)
    }
    guard rows > 0 else { throw FileProblem(file: path, expected: "at least one row", found: "none") }
    if !seen.isEmpty { laps = seen.count }
  }

  /// - Parameter indices: of the beacons, by their ids.
  private mutating func addLevel(
    of row: TableRow, at moment: Moment, _ indices: inout [Substring: Int]
  ) throws(FileProblem) {
    let id = try row.requiredText(ReadingsTable.Column.beacon.rawValue)
    guard let level = try row.number(ReadingsTable.Column.level.rawValue, in: ReadingsTable.levels) else {
      unavailable += 1
      return
    }
    let index = indices[id] ?? beacons.count
    if index == beacons.count {
      indices[id] = index
      beacons.append(Beacon(id: String(id)))
    }
    beacons[index].add(level, at: moment)
  }
}
