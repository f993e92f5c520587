import Documents
import Foundation
public import World

/// The columns of a readings file, `time_s,beacon,rssi_dbm[,receiver,transmitter,channel,count,lap]`, and how
/// a stream is written as one.
public enum ReadingsTable {
  enum Column: Int, CaseIterable {
    case time, beacon, level, receiver, transmitter, channel, count, lap
  }

  /// What a receiver reports; 127 of HCI means that it could not tell.
  static let levels = NumberRange.between(-127, DBm.mostReceived.value)

  static let names = ["time_s", "beacon", "rssi_dbm", "receiver", "transmitter", "channel", "count", "lap"]

  /// A whole stream as a table, whose first row names the columns; reading it back gives the same stream.
  ///
  /// Columns that would say nothing are left out. ``ReadingsWriter`` says how a row is written.
  ///
  /// - Parameters:
  ///   - stream: In order of time.
  ///   - directory: Of the stream: which anchors, transmitters and receivers its indices mean.
  ///   - site: The one that the stream's anchors were made from; nil for none.
  ///   - lap: Written in a column of its own when given.
  public static func text(
    of stream: AdvertisementStream, directory: StreamDirectory, site: Site? = nil, lap: Int? = nil
  ) -> String {
    var columns: ReadingsWriter.Columns = []
    if directory.receivers != ["receiver"] { columns.insert(.receiver) }
    if directory.transmitters.contains(where: { ReadingsWriter.hasName($0, site: site) }) {
      columns.insert(.transmitter)
    }
    if stream.channels.contains(where: { $0 != 0 }) { columns.insert(.channel) }
    if stream.counts.contains(where: { $0 != 1 }) { columns.insert(.count) }
    var writer = ReadingsWriter(columns: columns, site: site, lap: lap)
    writer.append(stream, directory: directory)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension ReadingsTable {
  /// Whether a file begins with a header that names levels, or is called a table and is no capture. A pipe, which cannot
  /// be looked into without taking from it, is none.
  ///
  /// - Throws: when there is no such file, or it cannot be read, or it is a document.
  public static func isOne(_ path: String) throws(FileProblem) -> Bool {
    let kind = Entry(following: path)
    guard kind == .file || kind == nil else { return false }
    let start = try firstOctets(ofFile: path)
    let name = path.lowercased()
    if isLog(start) { return false }
    if [".yaml", ".yml", ".json"].contains(where: { name.hasSuffix($0) }), !isCapture(start) {
      throw FileProblem(
        file: path, expected: "a recording",
        found: "a document: a scenario is given with --scenario, a site with --site")
    }
    if [".csv", ".tsv", ".csv.gz", ".tsv.gz"].contains(where: { name.hasSuffix($0) }) {
      return !isCapture(start)
    }
    let header = String(decoding: start.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).lowercased()
    // A line of btmon's text may tell an RSSI too, but not in columns.
    return header.contains("time_s") || header.contains("rssi") && header.contains(/[,;\t]/)
  }
}

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
